import type { FileKind } from '#domain/card-file.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json, NullableInstant } from '../columns.ts'

/** What a merged card gave: itself, the cards that had been merged into it, and the rows that moved. */
export interface MergedPart {
  card: number
  cards: number[]
  rows: Record<string, number[]>
}
/** A field's value before and after a merge filled it; instants as text. */
export type Filled = Record<string, [before: string | null, after: string | null]>

/** What a business keeps of its clients: migrations/0361_client_cards.sql, and 0520. */
export interface CardTables {
  client_cards: {
    business_id: number
    id: Generated<number>
    client_name: string
    client_phone: Generated<string>
    client_email: string | null
    client_id: string | null
    alert: string | null
    birthday: Generated<string | null>
    blocked_at: NullableInstant
    blocked_reason: string | null
    merged_into: number | null
    forgotten_at: NullableInstant
    source: Generated<'booking' | 'owner' | 'import' | 'api'>
    written_at: NullableInstant
    created_at: Instant
    version: Generated<number>
    folded_at: NullableInstant
    appointments: Generated<number>
    visits: Generated<number>
    no_shows: Generated<number>
    cancellations: Generated<number>
    spent: Generated<number>
    last_starts_at: NullableInstant
    third_visit_at: NullableInstant
    visited_at: NullableInstant
    next_at: NullableInstant
    language: Generated<string | null>
    whatsapp_missing_at: NullableInstant
    whatsapp_user_id: Generated<string | null>
    recalled_at: NullableInstant
    sorted_name: GeneratedAlways<string>
    words: GeneratedAlways<string>
  }
  client_notes: {
    business_id: number
    card_id: number
    id: Generated<number>
    body: string
    written_by: number
    at: Instant
  }
  client_tags: { business_id: number; id: Generated<number>; label: string; colour: number }
  client_card_tags: { business_id: number; card_id: number; tag_id: number }
  health_notes: {
    business_id: number
    id: Generated<number>
    card_id: number
    sealed: Buffer
    consent_id: number
    written_by: number
    at: Instant
  }
  client_files: {
    business_id: number
    id: Generated<number>
    card_id: number
    image: string
    width: number
    kind: FileKind
    written_by: number
    at: Instant
  }
  card_merges: {
    business_id: number
    id: Generated<number>
    keep_id: number
    merged_by: number
    at: Instant
    undone_at: NullableInstant
    parts: Json<MergedPart[]>
    filled: Json<Filled>
    notes: Generated<number[]>
    tags: Generated<number[]>
  }
  card_pairs: {
    business_id: number
    one_id: number
    other_id: number
    said_by: number
    at: Instant
  }
  remembered_clients: {
    business_id: number
    token_hash: Buffer
    appointment_id: number
    expires_at: Instant
  }
  cards_stale: { business_id: number; card_id: number }
}

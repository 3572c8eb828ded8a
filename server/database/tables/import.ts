import type { AgendaGuess, AgendaTarget } from '#domain/import/agenda-columns.ts'
import type { AgendaSettings } from '#domain/import/agenda.ts'
import type { Guess, Origin, Target } from '#domain/import/columns.ts'
import type { Noted } from '#domain/import/match.ts'
import type { ImportKind, ImportState } from '#domain/import/state.ts'
import type { DateOrder } from '#domain/import/when.ts'
import type { Generated } from 'kysely'
import type { Instant, Json, NullableInstant } from '../columns.ts'

/** Lists of clients and of appointments that are brought along: migrations/0440_client_imports.sql, 0500. */
export interface ImportTables {
  client_imports: {
    business_id: number
    id: Generated<number>
    kind: Generated<ImportKind>
    file_name: string
    file_hash: Buffer
    origin: Origin | null
    columns: Json<string[]>
    guesses: Json<(Guess | AgendaGuess)[]>
    mapping: Json<(Target | AgendaTarget)[] | null>
    /** Of appointments: what their names are, and what else was chosen. */
    agenda: Json<AgendaSettings | null>
    /** Whether birthdays have the day or the month first. */
    birthday_order: DateOrder | null
    /** The tags that it made. */
    made_tags: Json<Generated<{ id: number; label: string }[]>>
    row_count: number
    /** Of appointments that are at work, in words of their own. */
    state: Generated<ImportState | 'booking' | 'unbooking'>
    reached: Generated<number>
    made: Generated<number>
    updated: Generated<number>
    known: Generated<number>
    failed: Generated<number>
    removed: Generated<number>
    restored: Generated<number>
    stayed: Generated<number>
    created_by: number
    /** Who takes it back. */
    undone_by: number | null
    created_at: Instant
    started_at: NullableInstant
    ended_at: NullableInstant
  }
  client_import_rows: {
    business_id: number
    import_id: number
    n: number
    cells: Json<string[]>
    /** By the fields of its kind. */
    typed: Json<Record<string, string> | null>
    outcome: 'new' | 'again' | 'update' | 'known' | 'error' | null
    field: string | null
    error: string | null
    card_id: number | null
    done: 'made' | 'updated' | 'known' | 'failed' | 'removed' | 'restored' | 'stayed' | null
    filled: Json<Noted | null>
    note_id: number | null
    card_version: number | null
    appointment_id: number | null
    appointment_version: number | null
    made_card: Generated<boolean>
  }
}

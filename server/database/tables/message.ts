import type { UndeliveredReason } from '#domain/mail-state.ts'
import type { TextKind } from '#domain/message-texts.ts'
import type { Generated } from 'kysely'
import type { Instant, Json, NullableInstant } from '../columns.ts'

/** What is told to whom, and what became of it. */
export interface MessageTables {
  messages: {
    business_id: number
    id: Generated<number>
    kind: string
    appointment_id: number | null
    card_id: Generated<number | null>
    recipient: string
    once: string
    channel: Generated<'email' | 'whatsapp' | 'sms' | 'push'>
    data: Json<Record<string, unknown>>
    state: Generated<'queued' | 'sent' | 'failed' | 'skipped'>
    due_at: Instant
    attempts: Generated<number>
    unanswered: Generated<number>
    last_error: string | null
    created_at: Instant
    settled_at: NullableInstant
    provider_id: string | null
    delivered_at: NullableInstant
    read_at: NullableInstant
  }
  consents: {
    business_id: number
    id: Generated<number>
    card_id: number
    appointment_id: number | null
    purpose: 'service' | 'whatsapp' | 'marketing' | 'health_data'
    given: boolean
    text_version: string | null
    channel: 'page' | 'owner' | 'whatsapp' | 'portal' | 'import'
    at: Instant
    evidence: Json<Record<string, unknown>>
  }
  inbound_messages: {
    business_id: number
    id: Generated<number>
    channel: Generated<'whatsapp' | 'sms'>
    provider_id: string
    from_phone: Generated<string>
    from_user_id: string | null
    kind: 'button' | 'text' | 'other'
    text: string | null
    payload: string | null
    appointment_id: number | null
    handled: string
    at: Instant
  }
  whatsapp_events: {
    id: Generated<number>
    received_at: Instant
    body: Json<Record<string, unknown>>
    attempts: Generated<number>
    due_at: Instant
  }
  whatsapp_templates: {
    name: string
    language: string
    status: string | null
    reason: string | null
    status_at: NullableInstant
    category: string | null
    next_category: string | null
    category_at: NullableInstant
  }
  push_subscriptions: {
    business_id: number
    id: Generated<number>
    user_id: number
    session_hash: Buffer
    endpoint: string
    endpoint_hash: Buffer
    p256dh: string
    auth: string
    shows_names: Generated<boolean>
    created_at: Instant
    failures: Generated<number>
    rests_until: NullableInstant
  }
  message_texts: {
    business_id: number
    kind: TextKind
    text: string
    version: Generated<number>
    updated_at: Instant
  }
  handovers: { business_id: number; message_id: number; at: Instant; timeline: Generated<string | null> }
  undelivered: {
    business_id: number
    appointment_id: number
    address: string
    reason: UndeliveredReason
    at: Instant
    seen_at: NullableInstant
  }
  sender_names: {
    business_id: number
    name: string
    asked_at: Instant
    is_approved: boolean | null
    decided_at: NullableInstant
    administrator_id: number | null
  }
  /** Messages that a digest tells instead. */
  digest_items: {
    business_id: number
    message_id: number
    recipient: string
    at: Instant
    digest_id: number | null
    digest_at: NullableInstant
  }
}

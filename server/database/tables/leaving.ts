import type { ReportReason } from '#domain/page-report.ts'
import type { Generated } from 'kysely'
import type { Instant, Json, NullableInstant } from '../columns.ts'

/** Businesses that leave, what stays of them, and what is reported of pages: migrations/0385 and 0386. */
export interface LeavingTables {
  business_deletions: {
    business_id: number
    requested_by: number
    requested_at: Instant
    erase_at: Instant
    suspended_before: NullableInstant
    cancelled_at: NullableInstant
    erasing_at: NullableInstant
    erased_at: NullableInstant
    counts: Json<Record<string, number>>
    closed_at: NullableInstant
  }
  page_reports: {
    business_id: number
    id: Generated<number>
    reason: ReportReason
    details: string | null
    email: string | null
    network: Buffer
    at: Instant
    state: Generated<'open' | 'dismissed' | 'acted'>
    decided_at: NullableInstant
    administrator_id: number | null
  }
  page_hidings: { business_id: number; hidden_at: Instant; seen_at: NullableInstant }
  kept_consents: {
    business_id: number
    appointment_id: number
    consent_version: string
    consented_at: Instant
    client_hash: Buffer | null
    keep_until: Instant
  }
}

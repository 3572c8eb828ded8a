import type { Instant, Json, NullableInstant } from './columns.ts'

/** Businesses that leave, and what stays of them: migrations/0385_business_deletions.sql. */
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
  kept_consents: {
    business_id: number
    appointment_id: number
    consent_version: string
    consented_at: Instant
    client_hash: Buffer | null
    keep_until: Instant
  }
}

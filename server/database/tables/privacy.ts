import type { DataRequestKind, Outcome } from '#domain/data-request.ts'
import type { PolicySection } from '#domain/policy.ts'
import type { Generated } from 'kysely'
import type { Instant, Json, NullableInstant } from '../columns.ts'

/** How a business treats its clients' data, and what they ask of it: migrations/0450 and 0451. */
export interface PrivacyTables {
  business_policies: {
    business_id: number
    version: number
    hash: string
    sections: Json<PolicySection[]>
    since: Instant
  }
  data_requests: {
    business_id: number
    id: Generated<number>
    appointment_id: number
    kind: DataRequestKind
    details: Generated<string>
    client_name: string
    client_email: string | null
    received_at: Instant
    due_date: string
    extended_at: NullableInstant
    extended_reason: string | null
    outcome: Outcome | null
    answer: string | null
    answered_at: NullableInstant
    answered_by: number | null
  }
}

import type { FeedShows } from '#domain/feed.ts'
import type { StaffRole } from '#domain/team.ts'
import type { Generated } from 'kysely'
import type { Instant, Json, NullableInstant } from '../columns.ts'

/** The people of a business, and what they did. */
export interface TeamTables {
  invitations: {
    business_id: number
    id: Generated<number>
    email: string
    role: StaffRole
    professional_id: number | null
    token_hash: Buffer | null
    invited_by: number
    created_at: Instant
    expires_at: Instant
    claimed_by: Generated<number | null>
    used_at: NullableInstant
  }
  /** Whom the history of a business may name, though they are not there any more. */
  former_members: { business_id: number; user_id: number }
  ownership_offers: {
    business_id: number
    to_user_id: number
    by_user_id: number
    created_at: Instant
    expires_at: Instant
    /** Null: at once. */
    takeable_at: NullableInstant
  }
  calendar_feeds: {
    business_id: number
    id: Generated<number>
    user_id: number
    /** Null: everybody's appointments. */
    professional_id: number | null
    shows: FeedShows
    token_hash: Buffer
    created_at: Instant
    last_read_at: NullableInstant
  }
  activity: {
    business_id: number
    id: Generated<number>
    user_id: number | null
    act: string
    subject: string | null
    detail: Json<Record<string, unknown>>
    at: Instant
  }
}

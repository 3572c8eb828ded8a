import type { Generated } from 'kysely'
import type { Instant, NullableInstant } from '../columns.ts'

/** The second factor of a person; all are null without one. */
export interface Totp {
  totp_secret: Generated<Buffer | null>
  totp_since: NullableInstant
  totp_step: Generated<number | null>
}

/** Where a session was opened, and where it was used last; null of those opened before this was kept. */
export interface Seen {
  device: Generated<string | null>
  network: Generated<string | null>
  timezone: Generated<string | null>
  seen_at: NullableInstant
}

/** People, and how they sign in besides their password. */
export interface SignInTables {
  users: {
    id: Generated<number>
    email: string
    password_hash: string
    name: string | null
    password_changed_at: Instant
    created_at: Instant
    /** When they showed, by a link in a mail, that the e-mail is theirs; null until then. */
    email_proven_at: NullableInstant
    /** When they last chose a password by a mailed link. */
    password_reset_at: NullableInstant
    /** When they last said 'No fui yo', and the log-in of which they said it. */
    recovered_at: NullableInstant
    recovered_since: NullableInstant
  } & Totp
  /** By which somebody signed in until `changed_at`; kept for two days. */
  former_emails: { user_id: number; email: string; changed_at: Instant; proven_at: NullableInstant }
  second_factor_setups: {
    id: Generated<number>
    user_id: Generated<number | null>
    administrator_id: Generated<number | null>
    secret: Buffer
    recovery_hashes: Buffer[]
    created_at: Instant
  }
  passkeys: {
    id: Generated<number>
    user_id: Generated<number | null>
    administrator_id: Generated<number | null>
    credential_id: Buffer
    public_key: Buffer
    counter: number
    transports: string[]
    name: string
    created_at: Instant
    last_used_at: NullableInstant
  }
  recovery_codes: {
    id: Generated<number>
    user_id: Generated<number | null>
    administrator_id: Generated<number | null>
    hash: Buffer
    used_at: NullableInstant
  }
}

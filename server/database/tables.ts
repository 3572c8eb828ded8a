import type { Assignment } from '#domain/assignment.ts'
import type { AskingEmail } from '#domain/business.ts'
import type { HolidayPolicy } from '#domain/holidays.ts'
import type { PriceKind } from '#domain/money.ts'
import type { Role, Switches } from '#domain/permissions.ts'
import type { StatusPart } from '#domain/status.ts'
import type { Option } from '#domain/terms.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { CardTables } from './tables/card.ts'
import type { Instant, Json, NullableInstant } from './columns.ts'
import type { ImportTables } from './tables/import.ts'
import type { LeavingTables } from './tables/leaving.ts'
import type { MessageTables } from './tables/message.ts'
import type { PrivacyTables } from './tables/privacy.ts'
import type { Seen, SignInTables, Totp } from './tables/sign-in.ts'
import type { TeamTables } from './tables/team.ts'
import type { CatalogueTables, TimeTables } from './tables/time.ts'

export interface Tables
  extends
    TimeTables,
    CatalogueTables,
    TeamTables,
    MessageTables,
    CardTables,
    ImportTables,
    LeavingTables,
    PrivacyTables,
    SignInTables {
  businesses: {
    id: Generated<number>
    business_name: string
    business_type: string
    email: string
    phone: string
    is_virtual: Generated<boolean>
    notify_team_bookings: Generated<boolean>
    address: string | null
    city: string | null
    state: string | null
    country: string | null
    latitude: number | null
    longitude: number | null
    description: string | null
    website: string | null
    facebook: string | null
    instagram: string | null
    twitter: string | null
    whatsapp: string | null
    price_range: string | null
    timezone: Generated<string>
    currency: Generated<string>
    reminder_hours: Generated<number>
    reminder_channel: Generated<'email' | 'whatsapp' | 'both'>
    greets_birthdays: Generated<boolean>
    slot_interval_minutes: Generated<number>
    min_notice_minutes: Generated<number>
    horizon_days: Generated<number>
    buffers_inside_hours: Generated<boolean>
    cancel_notice_minutes: Generated<number>
    suggests_compact: Generated<boolean>
    max_future_appointments: Generated<number>
    assignment: Generated<Assignment>
    tell_new_professional: Generated<boolean>
    asks_email: Generated<AskingEmail>
    slug: string
    meta_title: string | null
    meta_description: string | null
    featured_image: string | null
    brand_color: string | null
    brand_color_secondary: string | null
    logo_url: string | null
    gallery_images: Generated<string>
    holiday_country: string | null
    holiday_policy: Generated<HolidayPolicy>
    version: Generated<number>
    hours_version: Generated<number>
    dates_version: Generated<number>
    created_at: Instant
    max_services: Generated<number>
    max_professionals: Generated<number>
    /** Mails to its clients in a day, where the administrator set it. */
    max_mails: number | null
    suspended_at: NullableInstant
    /** Until when another installation told its clients, from which it was brought: since when it was suspended there, or when it came. */
    arrived_at: NullableInstant
    /** When the owner showed that `email` is theirs; a change of it makes this null again. */
    email_confirmed_at: NullableInstant
    /** Since when search engines may list its page. */
    listed_at: NullableInstant
    /** From which it wrote to WhatsApp; counts while it is `phone`. */
    confirmed_phone: string | null
    legal_name: string | null
    legal_id: string | null
    legal_address: string | null
    legal_email: string | null
  }
  slugs: { slug: string; business_id: number }
  memberships: {
    business_id: number
    user_id: number
    role: Role
    professional_id: number | null
    permissions: Json<Switches>
    is_active: Generated<boolean>
    last_login_at: NullableInstant
    created_at: Instant
  }
  sessions: {
    business_id: number
    user_id: number
    token_hash: Buffer
    created_at: Instant
    expires_at: Instant
    /** The session that a chain of switches began at; null of one that no switch opened. */
    origin: Generated<Buffer | null>
  } & Seen
  password_resets: {
    business_id: number
    user_id: number
    token_hash: Buffer
    expires_at: Instant
    used_at: NullableInstant
  }
  portal_tokens: { business_id: number; token_hash: Buffer; client_email: string; created_at: Instant }
  administrators: { id: Generated<number>; email: string; password_hash: string; created_at: Instant } & Totp
  administrator_sessions: {
    token_hash: Buffer
    administrator_id: number
    created_at: Instant
    expires_at: Instant
  } & Seen
  audit_log: {
    id: Generated<number>
    administrator_id: number | null
    act:
      | 'login'
      | 'login_failed'
      | 'logout'
      | 'suspend'
      | 'reactivate'
      | 'grant_credits'
      | 'approve_name'
      | 'refuse_name'
      | 'set_limits'
      | 'import_business'
      | 'dismiss_reports'
      | 'act_on_reports'
      | `passkey_${'added' | 'removed'}`
      | 'let_in_again'
      | 'second_factor_on'
      | 'second_factor_off'
      | 'recovery_code_used'
      | 'recovery_codes_made'
    business_id: number | null
    detail: Json<Record<string, unknown>>
    at: Instant
  }
  installation: { name: string; value: string }
  status_days: { part: StatusPart; day: string; minutes: number; down: number }
  backup_runs: {
    id: Generated<number>
    kind: 'backup' | 'rehearsal'
    at: Instant
    finished_at: Generated<Instant>
    name: string | null
    rows: number | null
    fault: string | null
  }
  spent_challenges: { challenge: string; used_for: string; expires_at: Instant }
  appointments: {
    business_id: number
    id: Generated<number>
    client_name: string
    client_phone: string
    client_email: string | null
    client_id: string | null
    service_id: number
    /** With what was chosen of it. */
    service_name: string
    /** The service alone, where that is something else. */
    catalogue_name: string | null
    variant: Json<Option> | null
    addons: Json<Option[]>
    price_kind: Generated<PriceKind>
    professional_id: number
    professional_name: string
    appointment_date: string
    appointment_time: string
    duration_minutes: number
    starts_at: Instant
    ends_at: Instant
    /** The professional's time that it takes: a tstzmultirange as text. */
    occupied: string
    price: number
    actual_price: number | null
    status: Generated<'held' | 'scheduled' | 'completed' | 'cancelled'>
    /** Set only for holds, including those that never became an appointment. */
    hold_kind: 'payment' | 'approval' | 'offer' | null
    hold_expires_at: NullableInstant
    attendance_status: Generated<'pending' | 'attended' | 'no_show'>
    rescheduled_from: NullableInstant
    cancellation_reason: string | null
    no_show_reason: string | null
    client_confirmed_at: NullableInstant
    arrived_at: NullableInstant
    notes: string | null
    /** The zone of the phone that booked, where it said so. */
    client_timezone: string | null
    consent_version: string | null
    consented_at: NullableInstant
    booked_by: 'client' | 'owner' | 'system'
    version: Generated<number>
    booked_by_user_id: number | null
    created_at: Instant
    idempotency_key: string | null
    /** Who chose the professional. */
    chosen_by: Generated<'client' | 'system'>
    /** The client's card, which the database finds or makes: null for holds and for who left nothing to be known by. */
    card_id: Generated<number | null>
    /** Where it comes from, if not from a booking: 'import'. */
    source: Generated<string | null>
    /** Set by the database: since when it is another person's than who booked it. */
    given_away_at: GeneratedAlways<number | null>
    /** Made by the database: the text that searches match. */
    words: GeneratedAlways<string>
  }
  appointment_history: {
    business_id: number
    appointment_id: number
    id: Generated<number>
    change:
      | 'moved'
      | 'edited'
      | 'cancelled'
      | 'attended'
      | 'no_show'
      | 'confirmed'
      | 'undone'
      | 'arrived'
      | 'corrected'
    actor: 'client' | 'owner' | 'administrator' | 'system'
    user_id: number | null
    at: Instant
    old: Json<Record<string, unknown>>
  }
  /** Sums by e-mail, which nothing makes since 0660; and the days whose sums are to be made again: migrations/0060_figures.sql. */
  figures_by_client: { business_id: number; client: string }
  figures_stale: { business_id: number; appointment_date: string; client: string }
  idempotency_keys: {
    business_id: number
    key: string
    status: number
    answer: Json<Record<string, unknown>>
    created_at: Instant
  }
  credit_movements: {
    business_id: number
    id: Generated<number>
    kind: 'free' | 'paid'
    month: string | null
    amount: number
    reason: 'monthly' | 'package' | 'reminder' | 'returned' | 'expired'
    message_id: number | null
    administrator_id: number | null
    reference: string | null
    at: Instant
  }
  credit_accounts: { business_id: number; month: string; free: number; paid: Generated<number> }
  attempts: { subject: Buffer; count: number; until: Instant }
  images: {
    business_id: number
    name: string
    width: number
    created_at: Instant
    unused_since: NullableInstant
    removed_at: NullableInstant
    is_private: Generated<boolean>
  }
  arriving_pictures: { name: string; width: number; is_private: boolean; at: Instant }
  geocodes: {
    query: string
    places: Json<{ label: string; latitude: number; longitude: number }[]>
    at: Instant
  }
  geocoder_turns: { geocoder: string; next_at: Instant }
  share_pictures: { business_id: number; version: string; made_at: Instant }
  reviews: {
    business_id: number
    id: Generated<number>
    rating: number
    comment: string | null
    author_name: string
    created_at: Instant
  }
  page_changes: { business_id: number; changed_at: Instant }
}

import type { Interval } from '#domain/special-day-rules.ts'
import type { PriceKind } from '#domain/money.ts'
import type { Option } from '#domain/terms.ts'
import type { TimeOffKind } from '#domain/time-off.ts'
import type { Generated } from 'kysely'
import type { Instant, Json, NullableInstant } from '../columns.ts'

/** The tables that say when somebody works. */
export interface TimeTables {
  business_hours: {
    business_id: number
    day_of_week: number
    is_open: boolean
    open_time: string | null
    close_time: string | null
    lunch_start_time: string | null
    lunch_end_time: string | null
    breaks: Json<Interval[]>
  }
  professional_hours: {
    business_id: number
    professional_id: number
    day_of_week: number
    is_available: boolean
    start_time: string | null
    end_time: string | null
    lunch_start_time: string | null
    lunch_end_time: string | null
    breaks: Json<Interval[]>
  }
  time_off: {
    business_id: number
    id: Generated<number>
    /** Null: the whole business. */
    professional_id: number | null
    kind: TimeOffKind
    first_date: string
    last_date: string
    from_time: string | null
    to_time: string | null
    starts_at: Instant
    ends_at: Instant
    reason: string | null
    show_reason: Generated<boolean>
    repeat_weeks: number | null
    repeat_of: number | null
    created_by: number | null
    created_at: Instant
    version: Generated<number>
  }
  special_days: {
    business_id: number
    id: Generated<number>
    /** Null: the whole business. */
    professional_id: number | null
    date: string
    is_open: boolean
    intervals: Json<Interval[]>
    label: string | null
    opens_business: Generated<boolean>
    is_yearly: Generated<boolean>
    created_at: Instant
    version: Generated<number>
  }
  time_off_history: {
    business_id: number
    time_off_id: number
    id: Generated<number>
    change: 'added' | 'changed' | 'removed'
    user_id: number | null
    at: Instant
    old: Json<Record<string, unknown>>
  }
}

/** What is booked, and with whom. */
export interface CatalogueTables {
  service_categories: {
    business_id: number
    id: Generated<number>
    category_name: string
    position: Generated<number>
    version: Generated<number>
    created_at: Instant
  }
  professional_services: {
    business_id: number
    professional_id: number
    service_id: number
    price: number | null
    duration_minutes: number | null
  }
  services: {
    business_id: number
    id: Generated<number>
    service_name: string
    description: string | null
    duration_minutes: Generated<number>
    slot_interval_minutes: number | null
    min_notice_minutes: number | null
    buffer_before: Generated<number>
    buffer_after: Generated<number>
    gap_from: number | null
    gap_minutes: number | null
    return_weeks: number | null
    price: Generated<number>
    price_kind: Generated<PriceKind>
    variants: Json<Option[]>
    addons: Json<Option[]>
    terms_version: Generated<number>
    category_id: number | null
    image_url: string | null
    is_active: Generated<boolean>
    is_hidden: Generated<boolean>
    is_bookable_online: Generated<boolean>
    position: Generated<number>
    version: Generated<number>
    created_at: Instant
    deleted_at: NullableInstant
  }
  professionals: {
    business_id: number
    id: Generated<number>
    professional_name: string
    avatar_url: string | null
    specialties: string | null
    daily_limit: number | null
    phone: string | null
    email: string | null
    bio: string | null
    is_active: Generated<boolean>
    weight: Generated<number>
    version: Generated<number>
    hours_version: Generated<number>
    created_at: Instant
    deleted_at: NullableInstant
  }
}

import type { ColumnType } from 'kysely'

/** A timestamptz: read as epoch milliseconds, written as an ISO instant. */
export type Instant = ColumnType<number, string | undefined, string>
export type NullableInstant = ColumnType<number | null, string | null | undefined, string | null>
export type Json<T> = ColumnType<T, string | undefined, string>

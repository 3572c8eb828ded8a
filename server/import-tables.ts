import type { Guess, Origin, Target } from '#domain/import/columns.ts'
import type { Filled } from '#domain/import/match.ts'
import type { RowField } from '#domain/import/row.ts'
import type { ImportState } from '#domain/import/state.ts'
import type { Generated } from 'kysely'
import type { Instant, Json, NullableInstant } from './columns.ts'

/** Lists of clients that are brought along: migrations/0440_client_imports.sql. */
export interface ImportTables {
  client_imports: {
    business_id: number
    id: Generated<number>
    file_name: string
    file_hash: Buffer
    origin: Origin | null
    columns: Json<string[]>
    guesses: Json<Guess[]>
    mapping: Json<Target[] | null>
    row_count: number
    state: Generated<ImportState>
    reached: Generated<number>
    made: Generated<number>
    updated: Generated<number>
    known: Generated<number>
    failed: Generated<number>
    removed: Generated<number>
    restored: Generated<number>
    stayed: Generated<number>
    created_by: number
    created_at: Instant
    started_at: NullableInstant
    ended_at: NullableInstant
  }
  client_import_rows: {
    business_id: number
    import_id: number
    n: number
    cells: Json<string[]>
    typed: Json<Record<RowField, string> | null>
    outcome: 'new' | 'again' | 'update' | 'known' | 'error' | null
    field: string | null
    error: string | null
    card_id: number | null
    done: 'made' | 'updated' | 'known' | 'failed' | 'removed' | 'restored' | 'stayed' | null
    filled: Json<Filled | null>
    note_id: number | null
    card_version: number | null
  }
}

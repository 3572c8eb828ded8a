import { sql } from 'kysely'
import { instant, iso, type Db, type Tx } from '../database/db.ts'
import { UNANSWERED_MS } from '../messages/queries.ts'
import { erasePeople, forgetNames } from '../team/erase-queries.ts'

type Removed = string | { table: string; only: string }

// What is removed of an erased business, each table before those that its rows refer to. What is missing here is kept, with
// the reason in tests/api/tables.ts. First the tables that may hold a million rows.
const LARGE: readonly Removed[] = [
  'portal_tokens',
  'undelivered',
  { table: 'digest_items', only: `message_id not in (${certificates('digest_items')})` },
  { table: 'handovers', only: `message_id not in (${certificates('handovers')})` },
  { table: 'messages', only: "kind <> 'deletion_done'" },
  'inbound_messages',
  'appointment_history',
  'data_requests',
  'remembered_clients',
  'appointments',
  'client_import_rows',
  'client_notes',
  'client_card_tags',
  'health_notes',
  'client_files',
  'card_merges',
  'card_pairs',
  // The merged ones first: they refer to the card that they became part of.
  { table: 'client_cards', only: 'merged_into is not null' },
  'client_cards',
]

const REST: readonly Removed[] = [
  'client_import_rows',
  'client_tags',
  'client_imports',
  'calendar_feeds',
  'push_subscriptions',
  'ownership_offers',
  'invitations',
  'sessions',
  'password_resets',
  'idempotency_keys',
  'message_texts',
  'sender_names',
  'time_off_history',
  'time_off',
  'special_days',
  'professional_services',
  'professional_hours',
  'business_hours',
  'memberships',
  'former_members',
  'professionals',
  'services',
  'service_categories',
  'reviews',
  'business_policies',
  'page_reports',
  'page_hidings',
  'credit_accounts',
  'activity',
  'share_pictures',
  // Written by the triggers of what was removed above.
  'figures_by_client',
  'figures_by_day',
  'figures_by_hour',
  'figures_stale',
  'cards_stale',
  'page_changes',
]

function certificates(table: string): string {
  return `select m.id from messages m where m.business_id = ${table}.business_id and m.kind = 'deletion_done'`
}

const AT_ONCE = 2000

/** Removes the large tables' rows of a business, a few thousand at a time: nobody else waits for them. */
export const removeLarge = (db: Db, business_id: number, signal?: AbortSignal) =>
  removeRows(db, business_id, LARGE, signal)

/** Removes all rows of a business, or those of the smaller tables once more, which triggers have written meanwhile. */
export async function removeRows(
  db: Db | Tx,
  business_id: number,
  tables: readonly Removed[] = [...LARGE, ...REST],
  signal?: AbortSignal,
): Promise<void> {
  // Outside a transaction, another process may be at the same rows.
  const lock = sql.raw(db.isTransaction ? 'for update' : 'for update skip locked')
  await sql`update credit_movements set message_id = null
    where business_id = ${business_id} and message_id is not null`.execute(db)
  for (const each of tables) {
    const { table, only } = typeof each === 'string' ? { table: each, only: 'true' } : each
    for (;;) {
      signal?.throwIfAborted()
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where business_id = ${business_id} and ctid = any(array(
          select ctid from ${sql.table(table)} where business_id = ${business_id} and ${sql.raw(only)}
          limit ${AT_ONCE} ${lock}))`.execute(db)
      if (Number(numAffectedRows) < AT_ONCE) break
    }
  }
}

/** Marks those whose time is over: from here on nobody comes back. @returns all that are to be erased. */
export async function startErasing(db: Db, nowMs: number) {
  await db
    .updateTable('business_deletions')
    .set({ erasing_at: iso(nowMs) })
    .where('erase_at', '<=', instant(nowMs))
    .where('erasing_at', 'is', null)
    .execute()
  const rows = await db
    .selectFrom('business_deletions')
    .select('business_id')
    .where('erasing_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('erasing_at')
    .execute()
  return rows.map(({ business_id }) => business_id)
}

/** Keeps what is counted of the business for its certificate, once. */
export async function countRows(db: Db, business_id: number) {
  await sql`
    update business_deletions set counts = json_build_object(
      'appointments', (select count(*) from appointments where business_id = ${business_id}),
      'clients', (select count(*) from client_cards
        where business_id = ${business_id} and merged_into is null and forgotten_at is null),
      'services', (select count(*) from services where business_id = ${business_id}),
      'professionals', (select count(*) from professionals where business_id = ${business_id}),
      'images', (select count(*) from images where business_id = ${business_id}),
      'credit_movements', (select count(*) from credit_movements where business_id = ${business_id}),
      'consents', (select count(*) from appointments
        where business_id = ${business_id} and consented_at is not null and consent_version is not null))
    where business_id = ${business_id} and counts = '{}'`.execute(db)
}

/** Copies the facts of the consents, without whoever gave them, before the appointments go. */
export async function keepConsents(
  db: Db,
  business_id: number,
  { secret, untilMs }: { secret: string; untilMs: number },
) {
  await sql`
    insert into kept_consents (business_id, appointment_id, consent_version, consented_at, client_hash, keep_until)
    select business_id, id, consent_version, consented_at,
      case when coalesce(client_email, nullif(client_phone, '')) is not null
        then sha256(convert_to(${secret}::text || ':' || lower(coalesce(client_email, client_phone)), 'UTF8')) end,
      ${iso(untilMs)}::timestamptz
    from appointments
    where business_id = ${business_id} and consented_at is not null and consent_version is not null
    on conflict do nothing`.execute(db)
  await sql`update consents set evidence = '{}' where business_id = ${business_id} and evidence <> '{}'`.execute(
    db,
  )
}

/** The keys of its share picture, whose file goes with the row. */
export async function sharePicture(db: Db, business_id: number) {
  return await db
    .selectFrom('share_pictures')
    .select('version')
    .where('business_id', '=', business_id)
    .executeTakeFirst()
}

/** The deletion, locked until the business is erased; undefined when another process erases it, or did. */
export async function lockErasing(tx: Tx, business_id: number) {
  return await tx
    .selectFrom('business_deletions')
    .selectAll()
    .where('business_id', '=', business_id)
    .where('erasing_at', 'is not', null)
    .where('erased_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Locks the people of a business: before the business, as whoever confirms or changes an e-mail does. */
export async function lockMembers(tx: Tx, business_id: number): Promise<void> {
  await sql`select from users where id in (select user_id from memberships where business_id = ${business_id})
    order by id for update`.execute(tx)
}

/** Erases who signed in to this business alone: who they are, and all by which they signed in. */
export async function eraseUsers(
  tx: Tx,
  business_id: number,
  { nowMs, password_hash }: { nowMs: number; password_hash: string },
) {
  // Whoever joins another business at this moment has joined, or finds the account gone, before it is asked where else they are.
  await lockMembers(tx, business_id)
  const members = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('business_id', '=', business_id)
    .execute()
  await erasePeople(
    tx,
    members.map(({ user_id }) => user_id),
    { nowMs, password_hash, business_id },
  )
  await forgetNames(tx, business_id)
}

/** Empties the business's own row: its id and its address stay, so that nobody is given them again. */
export async function emptyBusiness(tx: Tx, business_id: number, nowMs: number) {
  // A column that a later migration adds is emptied too.
  const { rows } = await sql<{ name: string; value: string }>`
    select column_name as name, coalesce(column_default, 'null') as value from information_schema.columns
    where table_schema = 'public' and table_name = 'businesses' and is_generated = 'NEVER'
      and column_name not in ('id', 'slug', 'created_at', 'suspended_at', 'business_name', 'business_type', 'email',
        'phone', 'version', 'hours_version', 'dates_version')`.execute(tx)
  const emptied = rows.map(({ name, value }) => sql`${sql.ref(name)} = ${sql.raw(value)}`)
  await sql`
    update businesses set business_name = 'Negocio eliminado', business_type = '', phone = '',
      email = 'negocio-eliminado-' || id || '@invalid', ${sql.join(emptied)}
    where id = ${business_id}`.execute(tx)
  // What is deferred to the end of the transaction may write rows of the business.
  await sql`set constraints all immediate`.execute(tx)
  await removeRows(tx, business_id, REST)
  // Their files go by the job of unused pictures, and then the rows.
  await sql`update images set removed_at = ${iso(nowMs)} where business_id = ${business_id} and removed_at is null`.execute(
    tx,
  )
}

export async function noteErased(tx: Tx, business_id: number, nowMs: number) {
  await tx
    .updateTable('business_deletions')
    .set({ erased_at: iso(nowMs) })
    .where('business_id', '=', business_id)
    .execute()
}

/** The erased businesses whose certificate has left, or was given up. */
export async function certified(db: Db, nowMs: number) {
  const rows = await db
    .selectFrom('business_deletions as d')
    .select('business_id')
    .where('erased_at', 'is not', null)
    .where('closed_at', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('messages as m')
            .select('m.id')
            .whereRef('m.business_id', '=', 'd.business_id')
            .where((m) =>
              m.or([m('m.state', '=', 'queued'), m('m.settled_at', '>', instant(nowMs - UNANSWERED_MS))]),
            ),
        ),
      ),
    )
    .execute()
  return rows.map(({ business_id }) => business_id)
}

/** Removes the certificate, whose address was the last that was known, and what was written after the erasing. */
export async function close(tx: Tx, business_id: number, nowMs: number) {
  for (const table of ['handovers', 'messages', 'figures_by_client', 'figures_by_day', 'figures_by_hour'])
    await sql`delete from ${sql.table(table)} where business_id = ${business_id}`.execute(tx)
  await tx
    .updateTable('business_deletions')
    .set({ closed_at: iso(nowMs) })
    .where('business_id', '=', business_id)
    .where('closed_at', 'is', null)
    .execute()
}

/** Removes the facts of consents when the law does not want them any more. */
export async function forgetKept(db: Db, nowMs: number) {
  await db.deleteFrom('kept_consents').where('keep_until', '<', instant(nowMs)).execute()
}

/** Takes the names of erased businesses out of what administrators decided about them; that they did stays. */
export async function forgetNamesInLog(db: Db) {
  await sql`
    update audit_log a set detail = a.detail - 'name' from business_deletions d
    where d.business_id = a.business_id and d.erased_at is not null and a.detail ? 'name'`.execute(db)
}

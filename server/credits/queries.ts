import {
  CREDIT_PACKAGE,
  creditsOf,
  FREE_CREDITS_PER_MONTH,
  nextCredit,
  type Credits,
  type MovementReason,
} from '#domain/credits.ts'
import { sql, type RawBuilder } from 'kysely'
import { iso, sqlState, statement, type Db, type Tx } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'

// A business's month never goes back, so none is given twice; a changed time zone could otherwise do that.
const opening = statement<unknown, [businesses: number[], now: string, free: number]>(`
  with opened as (
    insert into credit_accounts (business_id, month, free)
    select id, date_trunc('month', $2::timestamptz at time zone timezone)::date, $3::integer
    from businesses where id = any($1::bigint[]) order by id
    on conflict (business_id) do update set month = excluded.month, free = excluded.free
      where credit_accounts.month < excluded.month
    returning business_id, month, free
  )
  insert into credit_movements (business_id, kind, month, amount, reason, at)
  select business_id, 'free', month, free, 'monthly', $2::timestamptz from opened`)

/**
 * Grants each business its free messages of the month, once; a trigger writes what is left of the month before as expired. Spending transactions wait until
 * this one ends.
 */
async function openMonth(db: Db | Tx, businesses: number[], now: number): Promise<void> {
  await opening(db, businesses, iso(now), FREE_CREDITS_PER_MONTH)
}

interface Account {
  business_id: number
  month: string
  free: number
  paid: number
}

const taking = statement<unknown, [businesses: number[], free: number[], paid: number[]]>(`
  update credit_accounts a set free = t.free, paid = t.paid
  from unnest($1::bigint[], $2::integer[], $3::integer[]) t (business_id, free, paid)
  where a.business_id = t.business_id`)

const noting = statement<
  unknown,
  [businesses: number[], messages: number[], kinds: string[], months: (string | null)[], now: string]
>(`
  insert into credit_movements (business_id, message_id, kind, month, amount, reason, at)
  select business_id, message_id, kind, month, -1, 'reminder', $5::timestamptz
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::date[]) m (business_id, message_id, kind, month)`)

/** How many messages this process has paid for since it began, for whoever watches it. */
export const spentHere = { free: 0, paid: 0 }

export interface Payable {
  business_id: number
  /** The message that is paid. */
  id: number
}

/**
 * Pays for messages, in their order, as far as the credits go: the month's free ones first.
 * @returns those that are not paid.
 */
export async function spend<Message extends Payable>(
  tx: Tx,
  messages: Message[],
  now: number,
): Promise<Message[]> {
  const businesses = [...new Set(messages.map(({ business_id }) => business_id))].sort((a, b) => a - b)
  if (businesses.length === 0) return []
  await openMonth(tx, businesses, now)
  // A separate statement, so that it sees what earlier holders of the locks committed.
  const accounts = new Map(
    (await accountsOf(tx, businesses)).map((account) => [account.business_id, account]),
  )

  const unpaid: Message[] = []
  const paid: (Payable & { kind: 'free' | 'paid'; month: string | null })[] = []
  for (const message of messages) {
    const account = accounts.get(message.business_id)
    const kind = account && nextCredit({ free_credits: account.free, paid_credits: account.paid })
    if (!kind) {
      unpaid.push(message)
      continue
    }
    account[kind]--
    paid.push({ ...message, kind, month: kind === 'free' ? account.month : null })
  }
  if (paid.length === 0) return unpaid
  const left = [...accounts.values()]
  await taking(
    tx,
    left.map(({ business_id }) => business_id),
    left.map(({ free }) => free),
    left.map((account) => account.paid),
  )
  await noting(
    tx,
    paid.map(({ business_id }) => business_id),
    paid.map(({ id }) => id),
    paid.map(({ kind }) => kind),
    paid.map(({ month }) => month),
    iso(now),
  )
  // A transaction that is taken back after this is counted, too: it is rare, and no money.
  for (const { kind } of paid) spentHere[kind]++
  return unpaid
}

const returning = statement<unknown, [businesses: number[], messages: number[], now: string]>(`
  with returned as (
    insert into credit_movements (business_id, message_id, kind, month, amount, reason, at)
    select c.business_id, c.message_id, c.kind, c.month, 1, 'returned', $3::timestamptz
    from credit_movements c
    join unnest($1::bigint[], $2::bigint[]) m (business_id, id) on m.business_id = c.business_id and m.id = c.message_id
    where c.reason = 'reminder'
    on conflict do nothing
    returning business_id, kind, month)
  update credit_accounts a set paid = a.paid + back.paid, free = a.free + back.free
  from (
    select r.business_id, count(*) filter (where r.kind = 'paid') as paid,
      count(*) filter (where r.kind = 'free' and r.month = held.month) as free
    from returned r join credit_accounts held on held.business_id = r.business_id
    group by r.business_id) back
  where a.business_id = back.business_id`)

/** Returns the credits of messages that are never sent, each once, to the month it came from. */
export async function returnCredits(tx: Tx, messages: Payable[], now: number): Promise<void> {
  const businesses = [...new Set(messages.map(({ business_id }) => business_id))]
  if (businesses.length === 0) return
  await accountsOf(tx, businesses)
  await returning(
    tx,
    messages.map(({ business_id }) => business_id),
    messages.map(({ id }) => id),
    iso(now),
  )
}

/** Locks the accounts in ascending order, so that two spending transactions never deadlock. */
function accountsOf(tx: Tx, businesses: number[]): Promise<Account[]> {
  return tx
    .selectFrom('credit_accounts')
    .select(['business_id', 'month', 'free', 'paid'])
    .where('business_id', '=', sql<number>`any(${businesses}::bigint[])`)
    .orderBy('business_id')
    .forNoKeyUpdate()
    .execute()
}

/** What a business can still send, with this month's free messages. */
export async function creditBalance(db: Db, business_id: number, now: number): Promise<Credits> {
  const current = await currentAccount(db, business_id, now)
  if (current) return creditsOf(current.free, current.paid)
  await openMonth(db, [business_id], now)
  const opened = await currentAccount(db, business_id, now)
  return creditsOf(opened?.free ?? 0, opened?.paid ?? 0)
}

/** Undefined when its month has not been opened. */
async function currentAccount(db: Db, business_id: number, now: number) {
  return db
    .selectFrom('credit_accounts as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .select(['a.free', 'a.paid'])
    .where('a.business_id', '=', business_id)
    .where(
      'a.month',
      '>=',
      sql<string>`date_trunc('month', ${iso(now)}::timestamptz at time zone b.timezone)::date`,
    )
    .executeTakeFirst()
}

export interface Grant {
  business_id: number
  /** Who granted them; null for made-up data. */
  administrator_id: number | null
  /** The payment's reference; one reference is granted once. */
  reference: string
  packages?: number
}

/**
 * Adds bought packages; in the caller's transaction, when it has one.
 * @throws Refusal 409 when this payment was granted before, 404 for an unknown business.
 */
export async function grantCredits(db: Db | Tx, grant: Grant, now: number): Promise<Credits> {
  try {
    return db.isTransaction
      ? await addPackages(db as Tx, grant, now)
      : await db.transaction().execute((tx) => addPackages(tx, grant, now))
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw new Refusal(409, GRANTED_BEFORE)
  }
}

const GRANTED_BEFORE = 'Ese pago ya fue acreditado'
/** A reference as people read it: 'NEQUI 123' is 'Nequi  123'. */
const read = (reference: RawBuilder<unknown>) => sql`lower(regexp_replace(${reference}, '\\s', '', 'g'))`

async function addPackages(tx: Tx, { packages = 1, ...payment }: Grant, now: number): Promise<Credits> {
  const { business_id } = payment
  const amount = packages * CREDIT_PACKAGE.messages
  await openMonth(tx, [business_id], now)
  const account = await tx
    .updateTable('credit_accounts')
    .set({ paid: sql`paid + ${amount}::integer` })
    .where('business_id', '=', business_id)
    .returning(['free', 'paid'])
    .executeTakeFirst()
  if (!account) throw new Refusal(404, 'Negocio no encontrado')
  // Two who grant one payment at once have waited for each other at the account.
  const { rows } = await sql`
    insert into credit_movements (business_id, administrator_id, reference, kind, amount, reason, at)
    select ${business_id}, ${payment.administrator_id}::bigint, ${payment.reference}, 'paid', ${amount}::integer, 'package',
      ${iso(now)}::timestamptz
    where not exists (
      select from credit_movements where business_id = ${business_id} and reason = 'package'
        and ${read(sql.ref('reference'))} = ${read(sql`${payment.reference}::text`)})
    returning id`.execute(tx)
  if (rows.length === 0) throw new Refusal(409, GRANTED_BEFORE)
  return creditsOf(account.free, account.paid)
}

export interface Page {
  page: number
  limit: number
}

/** Every movement of a business, newest first, with the appointment that it paid a reminder of. */
export async function movementsOf(db: Db, business_id: number, { page, limit }: Page) {
  const all = db.selectFrom('credit_movements as c').where('c.business_id', '=', business_id)
  const [rows, total] = await Promise.all([
    all
      .leftJoin('messages as m', (join) =>
        join.onRef('m.business_id', '=', 'c.business_id').onRef('m.id', '=', 'c.message_id'),
      )
      .leftJoin('appointments as a', (join) =>
        join.onRef('a.business_id', '=', 'm.business_id').onRef('a.id', '=', 'm.appointment_id'),
      )
      .select(['c.id', 'c.at', 'c.kind', 'c.month', 'c.amount', 'c.reference'])
      .select(sql<MovementReason>`c.reason`.as('reason'))
      .select(['c.message_id', 'm.appointment_id', 'a.client_name'])
      .orderBy('c.at', 'desc')
      .orderBy('c.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    all.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: total.total }
}

import { connect, LONG, type Db } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPostgres } from '#server/database/embedded/postgres.ts'
import { CompiledQuery } from 'kysely'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** 20 November 2026, 06:00 in Bogotá, before the first time of the day. */
export const NOW = Date.parse('2026-11-20T11:00:00Z')
const TODAY = '2026-11-20'

/**
 * The professionals whose free times are queried, with weeks of their own, and those who are booked, around
 * the clock.
 */
export const ASKED = 50
export const BOOKED = 100
const PROFESSIONALS = ASKED + BOOKED

export const folder = join(import.meta.dirname, '.tmp')

/** The product's own PostgreSQL as in production: fsync on. */
export async function openDatabase(poolSize?: number) {
  mkdirSync(folder, { recursive: true })
  const postgres = await startPostgres(join(folder, 'pg'))
  const db = connect({ socketDir: postgres.socketDir, poolSize, patience: LONG })
  // A product that stops leaves the PostgreSQL running for whoever is connected, and an idle pool is not.
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const connected = db.connection().execute(() => promise)
  return {
    db,
    async close() {
      letGo()
      await connected
      await db.destroy()
      await postgres.stop()
    },
  }
}

/** Whether an earlier run left its database. */
export async function isMade(db: Db): Promise<boolean> {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(`select from pg_tables where schemaname = 'public' and tablename = 'bench_rows'`),
  )
  return rows.length > 0
}

/** One business, open around the clock, with one service of 15 minutes that all its professionals offer. */
export async function makeBusiness(db: Db) {
  await migrate(db)
  await run(
    db,
    `with b as (
       insert into businesses (id, business_name, business_type, email, phone, slug, email_confirmed_at)
       values (1, 'Banco de pruebas', 'Otro', 'banco@correo.example', '+573001112233', 'banco', now()) returning *),
     ${owners('b')}
     insert into slugs (slug, business_id) select slug, id from b`,
  )
  await run(
    db,
    `insert into business_hours (business_id, day_of_week, is_open, open_time, close_time)
     select 1, day, true, '00:00', '23:45' from generate_series(0, 6) day`,
  )
  await run(
    db,
    `insert into services (business_id, id, service_name, duration_minutes, price)
     values (1, 1, 'Corte', 15, 55000), (1, 2, 'Color', 60, 120000)`,
  )
  await run(
    db,
    `insert into professionals (business_id, id, professional_name)
     select 1, id, 'Profesional ' || id from generate_series(1, ${PROFESSIONALS}) id`,
  )
  await run(
    db,
    `insert into professional_hours
     select 1, id, day, day > 0, time '09:00', time '18:00', time '12:00', time '13:00'
     from generate_series(1, ${ASKED}) id cross join generate_series(0, 6) day`,
  )
  await run(db, `create table bench_rows (id bigint generated always as identity primary key, note text)`)
}

/** Statement parts: an owner without a usable password for each of the businesses that `made` returned. */
export const owners = (made: string) => `
  u as (insert into users (email, password_hash) select email, '' from ${made} returning id, email),
  m as (insert into memberships (business_id, user_id, role)
    select ${made}.id, u.id, 'owner' from ${made} join u using (email))`

const CLIENTS = 25_000

/**
 * Empties the book, then writes `count` appointments spread evenly over all professionals and the days from
 * two years before `today` to the end of the booking window, like a busy business.
 */
export async function fillBook(db: Db, count: number, today = TODAY) {
  await run(
    db,
    `truncate appointments, appointment_history, messages, handovers, idempotency_keys, bench_rows,
       figures_by_day, figures_by_hour, figures_by_client, figures_stale, client_cards, cards_stale cascade`,
  )
  // A statement finds no cards that it makes itself: so each client books in a first one, and again in a second.
  for (const [first, last] of [
    [0, Math.min(count, CLIENTS) - 1],
    [CLIENTS, count - 1],
  ])
    await run(
      db,
      `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
         professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
         occupied, price, status, booked_by)
       select 1, 'Cliente ' || n % ${CLIENTS}, '+57300' || 1000000 + n % ${CLIENTS}, 'c' || n % ${CLIENTS} || '@correo.example', 1, 'Corte', professional,
         'Profesional ' || professional, at::date, at::time, 15, starts_at, ends_at,
         tstzmultirange(tstzrange(starts_at, ends_at)), 55000,
         case when at < '${today}' then 'completed' else 'scheduled' end, 'client'
       from generate_series(${first}, ${last}) n
       cross join lateral (select n % ${PROFESSIONALS} + 1 as professional, n / ${PROFESSIONALS} as i) spread
       cross join lateral (select date '${today}' - 730 + time '09:00'
         + (i * 760 / ${Math.max(1, Math.ceil(count / PROFESSIONALS))}) * interval '1 day'
         + (i % 32) * interval '15 min' as at) moment
       cross join lateral (select at at time zone 'America/Bogota' as starts_at) start
       cross join lateral (select starts_at + interval '15 min' as ends_at) finish
       on conflict do nothing`,
    )
  await analyse(db)
}

/**
 * Analyses the tables that hold something, as PostgreSQL itself does within a minute. An empty one that was analysed is planned as if
 * it stayed empty.
 */
export async function analyse(db: Db) {
  const { rows } = await db.executeQuery<{ name: string }>(
    CompiledQuery.raw(`select oid::regclass::text as name from pg_class
      where relkind = 'r' and not relisshared and pg_relation_size(oid) > 0`),
  )
  await run(db, `vacuum analyze ${rows.map(({ name }) => name).join(', ')}`)
}

/** Waits until a started product has added up what the book was filled with: in a book in use little is ever left. */
export async function untilAddedUp(db: Db) {
  const left = 'select from figures_stale union all select from cards_stale limit 1'
  while ((await db.executeQuery(CompiledQuery.raw(left))).rows.length > 0) await sleep(500)
}

/** Ends what the product still has to send of a turn: otherwise it would be sent in the turn of the limit, which that halves. */
export async function endMails(db: Db) {
  await run(
    db,
    `update messages set state = 'skipped' where state = 'queued'
       and (business_id, id) in (select business_id, id from messages where state = 'queued' for update skip locked)`,
  )
  // What is being sent ends meanwhile.
  await sleep(300)
}

/** How many professionals `any` asks. */
const TEAM = 10

/** Leaves ten professionals to be chosen, whose days are full: nine appointments a day beside those of before. */
export async function fillTeam(db: Db) {
  await run(db, `update professionals set weight = (id <= ${TEAM})::integer`)
  await run(
    db,
    `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
       professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
       occupied, price, booked_by)
     select 1, 'Cliente', '+573001112233', 'c@correo.example', 1, 'Corte', id, 'Profesional', day, at::time, 15, begin, finish,
       tstzmultirange(tstzrange(begin, finish)), 55000, 'client'
     from generate_series(1, ${TEAM}) id
     cross join generate_series(date '2026-11-20', '2026-12-20', interval '1 day') day
     cross join generate_series(9, 17) hour
     cross join lateral (select day + hour * interval '1 hour' as at) moment
     cross join lateral (select at at time zone 'America/Bogota' as begin) start
     cross join lateral (select begin + interval '15 min' as finish) ends
     on conflict do nothing`,
  )
  await analyse(db)
}

export const emptyTeam = (db: Db) => run(db, 'update professionals set weight = 1')

const run = (db: Db, text: string) => db.executeQuery(CompiledQuery.raw(text))

export const clean = () => rmSync(folder, { recursive: true, force: true })

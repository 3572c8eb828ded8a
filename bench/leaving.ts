/**
 * A business with very many appointments leaves: its archive is written, and it is erased, while another business is booked.
 */
import type { BusinessId } from '#server/accounts/session.ts'
import type { Db } from '#server/database/db.ts'
import { deleteBusinesses } from '#server/deletion/erase.ts'
import { folderFiles } from '#server/files/files.ts'
import { secretsOf } from '#server/secrets.ts'
import { writeArchive } from '#server/transfer/write.ts'
import { CompiledQuery } from 'kysely'
import { closeSync, fstatSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fillBook, folder, NOW, owners } from './world.ts'

const DAY = 24 * 3_600_000
const LARGE = 1 as BusinessId

export async function timeLeaving(db: Db, appointments = 100_000) {
  await fillBook(db, appointments)
  // Each appointment with its message that was sent.
  await run(
    db,
    `insert into messages (business_id, kind, appointment_id, recipient, once, state, due_at, settled_at)
     select business_id, 'booked_client', id, client_email, 'bench ' || id, 'sent', now(), now() from appointments`,
  )
  await run(
    db,
    `with b as (
       insert into businesses (id, business_name, business_type, email, phone, slug, email_confirmed_at)
       values (2, 'El otro', 'Otro', 'otro@correo.example', '+573001112234', 'otro', now()) returning *),
     ${owners('b')}
     insert into slugs (slug, business_id) select slug, id from b`,
  )
  await run(
    db,
    `insert into services (business_id, id, service_name, duration_minutes, price) values (2, 3, 'Corte', 15, 1)`,
  )
  await run(db, `insert into professionals (business_id, id, professional_name) values (2, 999, 'Ana')`)
  await run(db, 'vacuum analyze')
  const where = { socketDir: join(folder, 'pg') }
  const files = folderFiles(join(folder, 'files'))
  const secrets = secretsOf({ secretsKey: undefined, dataDir: folder })

  const alone = await during(db, () => wait(3000))
  let bytes = 0
  const write = () =>
    during(db, async () => {
      const fd = await writeArchive({ where, files, secrets, nowMs: NOW }, LARGE)
      bytes = fstatSync(fd).size
      closeSync(fd)
    })
  // The first one grows the collector's room for what is new, once in the life of a process.
  const archive = await write()
  const archiveAgain = await write()
  await run(
    db,
    `insert into business_deletions (business_id, requested_by, requested_at, erase_at, cancelled_at)
     select business_id, user_id, to_timestamp(${(NOW - 31 * DAY) / 1000}), to_timestamp(${(NOW - DAY) / 1000}), now()
     from memberships where business_id = 1`,
  )
  await run(db, `update businesses set suspended_at = now() where id = 1`)
  await run(db, `update appointments set status = 'cancelled' where business_id = 1 and status = 'scheduled'`)
  const erased = await during(db, () => deleteBusinesses({ db, files, now: () => NOW }))
  const { rows } = await run(db, 'select count(*)::int as n from appointments where business_id = 1')
  if ((rows[0] as { n: number }).n !== 0) throw new Error('It was not erased.')
  return {
    appointments,
    archiveMegabytes: Math.round(bytes / 1e5) / 10,
    alone,
    archive,
    archiveAgain,
    erased,
  }
}

let booked = 0

/** How long `work` takes, what memory it takes beside what there was, and how long others' bookings take meanwhile. */
async function during(db: Db, work: () => Promise<unknown>) {
  const took: number[] = []
  let isOver = false
  const before = process.memoryUsage.rss()
  let most = before
  const others = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await run(db, bookingOf(booked++))
      took.push(performance.now() - begun)
      most = Math.max(most, process.memoryUsage.rss())
      await wait(10)
    }
  })()
  const begun = performance.now()
  await work()
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  isOver = true
  await others
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]! * 10) / 10
  return {
    seconds,
    megabytesMore: Math.round((most - before) / 2 ** 20),
    others: { bookings: took.length, p50: at(0.5), p99: at(0.99), longest: at(1) },
  }
}

/** The statement's heart: the row with its constraint, its card and its triggers. */
const bookingOf = (n: number) => `
  insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
    professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
    occupied, price, status, booked_by)
  select 2, 'Cliente ' || ${n}, '+57301' || 1000000 + ${n}, 'o' || ${n} || '@correo.example', 3, 'Corte', 999, 'Ana', at::date,
    at::time, 15, starts_at, starts_at + interval '15 min',
    tstzmultirange(tstzrange(starts_at, starts_at + interval '15 min')), 1, 'scheduled', 'client'
  from (select timestamp '2026-11-20' + ${n} * interval '15 min' as at) moment
  cross join lateral (select at at time zone 'America/Bogota' as starts_at) start`

const run = (db: Db, text: string) => db.executeQuery(CompiledQuery.raw(text))

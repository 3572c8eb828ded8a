/** A backup of very many appointments, and its restore with the comparison, as the nightly one and its rehearsal. */
import { backUp } from '#server/backup/backup.ts'
import { rehearse } from '#server/backup/rehearse.ts'
import { placeOf } from '#server/backup/place.ts'
import type { Db } from '#server/database/db.ts'
import { folderFiles } from '#server/files/files.ts'
import { CompiledQuery } from 'kysely'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fillBook, folder } from './world.ts'

const APPOINTMENTS = Number(process.env.APPOINTMENTS ?? 1_000_000)
const ROUNDS = 3

export async function timeBackup(db: Db) {
  const one = async (text: string) =>
    Number((await db.executeQuery<{ n: string }>(CompiledQuery.raw(text))).rows[0]!.n)
  if ((await one('select count(*) as n from messages')) !== APPOINTMENTS) await fill(db)
  const databaseBytes = await one('select pg_database_size(current_database()) as n')
  const place = join(folder, 'backup')
  const where = { socketDir: join(folder, 'pg') }
  // Whoever takes backups makes the folder.
  mkdirSync(place, { recursive: true })
  const store = await placeOf({ to: { folder: place } })
  const files = folderFiles(join(folder, 'files'))
  const seconds: number[] = []
  let kept = { name: '', rows: 0, bytes: 0, packed: 0 }
  const before = process.memoryUsage.rss()
  let most = before
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50)
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    const { name, tables } = await backUp({ where, files, store })
    seconds.push((performance.now() - begun) / 1000)
    const sum = (of: (table: (typeof tables)[number]) => number) =>
      tables.reduce((all, table) => all + of(table), 0)
    kept = {
      name,
      rows: sum((table) => table.rows),
      bytes: sum((table) => table.bytes),
      packed: sum(({ parts }) => parts.reduce((all, part) => all + part.bytes, 0)),
    }
  }
  clearInterval(look)
  const begun = performance.now()
  await rehearse(kept.name, { where, store })
  const restored = (performance.now() - begun) / 1000
  rmSync(place, { recursive: true, force: true })
  const tenth = (n: number) => Math.round(n * 10) / 10
  return {
    appointments: APPOINTMENTS,
    rows: kept.rows,
    databaseMegabytes: Math.round(databaseBytes / 1e6),
    contentMegabytes: Math.round(kept.bytes / 1e6),
    packedMegabytes: Math.round(kept.packed / 1e6),
    backupSeconds: seconds.map(tenth),
    megabytesMore: Math.round((most - before) / 2 ** 20),
    restoredAndComparedSeconds: tenth(restored),
  }
}

async function fill(db: Db) {
  const run = (text: string) => db.executeQuery(CompiledQuery.raw(text))
  await fillBook(db, APPOINTMENTS)
  // Each appointment with its message that was sent.
  await run(
    `insert into messages (business_id, kind, appointment_id, recipient, once, state, due_at, settled_at)
     select business_id, 'booked_client', id, client_email, 'bench ' || id, 'sent', now(), now() from appointments`,
  )
  await run('vacuum analyze')
  await run('checkpoint')
}

/** What a process that hangs in the middle of a transaction (a paused container, a machine that stands still) keeps from the others. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, LONG, sqlState } from '#server/database/db.ts'
import { readLimits } from '#server/limits/limits.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { sendNext } from '#server/messages/send.ts'
import { numberOf } from '#server/transfer/end-queries.ts'
import { beginImport } from '#server/transfer/queries.ts'
import { api, booking, database, NOW, salon, urlOf } from '../helper.ts'
import { senderDeps } from '../sender.ts'

const db = await database()
const { call } = await api(db)
const url = await urlOf(db)
/** Connections of a process whose transactions may be silent for a moment only. */
const hanging = connect({ url, poolSize: 4, patience: { connection: 8_000, idle: 300 } })
after(() => hanging.destroy())

const patienceOf = async (one: typeof db) => {
  const { rows } = await sql<{ idle: string }>`
    select current_setting('idle_in_transaction_session_timeout') as idle`.execute(one)
  return rows[0]!.idle
}

test('a transaction of a request may be silent for half a minute, one of a job for a minute', async () => {
  const [own, long] = [connect({ url }), connect({ url, patience: LONG })]
  try {
    assert.deepEqual([await patienceOf(own), await patienceOf(long)], ['30s', '1min'])
  } finally {
    await Promise.all([own.destroy(), long.destroy()])
  }
})

test('an appointment that a process which hangs has locked is free for the others', async () => {
  const place = await salon(db)
  const made = await call('POST', '/api/appointments/public', { body: booking(place) })
  const id = made.body.appointment.id as number
  const [locked, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hangs = hanging.transaction().execute(async (tx) => {
    await tx.selectFrom('appointments').select('id').where('id', '=', id).forUpdate().execute()
    locked.resolve()
    await written.promise
    await tx.updateTable('appointments').set({ notes: 'late' }).where('id', '=', id).execute()
  })
  const ended = assert.rejects(
    hangs,
    (error) => sqlState(error) === '25P03' || /terminated|not queryable/.test(String(error)),
  )
  await locked.promise
  await db.updateTable('appointments').set({ notes: 'in time' }).where('id', '=', id).execute()
  written.resolve()
  await ended
  const row = await db.selectFrom('appointments').select('notes').where('id', '=', id).executeTakeFirst()
  assert.equal(row?.notes, 'in time')
})

test('a mail server that takes longer than that gets its mail, once', async () => {
  await call('POST', '/api/appointments/public', { body: booking(await salon(db)) })
  const sent: string[] = []
  const mailer: Mailer = {
    async send(mail, beforeLastByte) {
      await sleep(1_000)
      await beforeLastByte()
      sent.push(mail.to)
    },
    async close() {},
  }
  const deps = senderDeps(hanging, mailer, { now: () => NOW, limits: readLimits({}, []) })
  const steps = await sendNext(deps, 'urgent', 1)
  assert.deepEqual([steps, sent.length], [['sent'], 1])
})

test('an archive that is being brought waits for the store of its pictures', async () => {
  await hanging.transaction().execute(async (tx) => {
    await beginImport(tx)
    await sleep(1_000)
    assert.match(await numberOf(tx), /^\d+$/)
  })
})

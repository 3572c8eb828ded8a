/** Senders of WhatsApp that are killed while they send: no message goes twice, and what is lost is what was under way. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { database, salon, urlOf } from '../helper.ts'
import { until } from '../smtp.ts'
import { startWhatsApp } from '../standin/whatsapp.ts'
import type { WhatsAppSenderProcess } from '../whatsapp-sender.ts'

const MESSAGES = 300
/** One that somebody waits for, and four others. */
const AT_ONCE = 5

test('killed again and again under load: each message at most once, none left behind', async () => {
  const db = await database()
  const standIn = await startWhatsApp()
  after(() => standIn.stop())
  const { business_id } = await salon(db)
  await sql`update businesses set confirmed_phone = phone, created_at = now() - interval '1 year' where id = ${business_id}`.execute(
    db,
  )
  await sql`
    insert into messages (business_id, kind, recipient, once, channel, data)
    select ${business_id}, 'whatsapp_answer', '57310' || lpad(n::text, 7, '0'), 'answer:' || n || ':whatsapp', 'whatsapp',
      '{"message": {"type": "text", "text": {"body": "Hola"}}}'
    from generate_series(1, ${MESSAGES}) n`.execute(db)
  const settings: WhatsAppSenderProcess = { databaseUrl: await urlOf(db), url: standIn.url }
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from messages where state = 'queued' and channel = 'whatsapp'`.execute(db)
    return rows[0]!.n
  }
  let kills = 0
  while ((await waiting()) > 0) {
    const had = standIn.sent.length
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../whatsapp-sender.ts'), JSON.stringify(settings)],
      { stdio: 'ignore' },
    )
    const isLast = MESSAGES - had < 60
    await until(async () => (isLast ? (await waiting()) === 0 : standIn.sent.length >= had + 40), 60_000)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    if (!isLast) kills++
  }
  const reached = standIn.sent.map(({ to }) => to)
  assert.equal(new Set(reached).size, reached.length, 'twice')
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::integer as n from messages group by state`.execute(db)
  assert.deepEqual(rows, [{ state: 'sent', n: MESSAGES }])
  const lost = MESSAGES - reached.length
  assert.ok(kills >= 4, `${kills} kills`)
  assert.ok(lost <= kills * AT_ONCE, `${lost} lost in ${kills} kills`)
  console.log(
    `whatsapp: ${MESSAGES} messages, ${kills} kills, none twice, ${lost} lost between commit and request`,
  )
})

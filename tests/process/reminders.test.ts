/**
 * Three processes send reminders while one after the other is killed and comes back: nobody gets two, and nobody none. That a
 * mail whose last byte may have left counts as sent is docs/messages.md's; only such a one may be missing.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kill, preparedFolder, query, start } from '../server.ts'
import { startSink, until } from '../smtp.ts'

const PROCESSES = 3
const KILLS = Number(process.env.REMINDER_KILLS ?? 3)
/** Reminders that fall due between two kills. */
const WAVE = 40
/** What a process hands over at a time: two mails (SMTP_CONNECTIONS), and one that is kept for confirmations. */
const HANDED_OVER = 3

test('three processes, killed in turn: each reminder goes out once, and is paid once', async (t) => {
  const sink = await startSink()
  t.after(() => sink.stop())
  sink.onMessage = () => sleep(20)
  const dataDir = preparedFolder()
  const env = { SMTP_URL: sink.url }
  const processes = [await start({ dataDir, env })]
  while (processes.length < PROCESSES) processes.push(await start({ dataDir, env }))

  await query(
    dataDir,
    `update businesses set reminder_hours = 24, email_confirmed_at = now();
     insert into professionals (business_id, professional_name)
       select id, 'R' || n from businesses, generate_series(1, ${(KILLS + 1) * WAVE}) n;
     insert into credit_accounts (business_id, month, free, paid)
       select id, date_trunc('month', now() at time zone timezone), 0, 10000 from businesses
       on conflict (business_id) do update set paid = 10000, free = 0`,
  )
  const due = (wave: number) =>
    query(
      dataDir,
      `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
         professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
         occupied, price, booked_by, created_at)
       select b.id, 'Ana', '+573101234567', professional_name || '@reminded.example', s.id, s.service_name, p.id,
         professional_name, (at at time zone b.timezone)::date, (at at time zone b.timezone)::time, 30, at, at + interval '30 min',
         tstzmultirange(tstzrange(at, at + interval '30 min')), 0, 'owner', now() - interval '3 days'
       from businesses b
       join professionals p on p.business_id = b.id
       cross join lateral (select * from services where business_id = b.id order by id limit 1) s
       cross join (select date_trunc('minute', now()) + interval '23 hours 59 min' as at) moment
       where substr(professional_name, 2) in (select n::text from generate_series(${wave * WAVE + 1}, ${(wave + 1) * WAVE}) n)`,
    )
  await due(KILLS)
  for (let n = 0; n < KILLS; n++) {
    const had = sink.received.length
    await due(n)
    await until(() => sink.received.length > had + 5, 30_000, 'some reminders')
    await sleep(Math.random() * 300)
    const at = n % PROCESSES
    kill(processes[at]!.child.pid!, 'SIGKILL')
    await processes[at]!.ended
    processes[at] = await start({ dataDir, env })
  }

  interface Row {
    recipient: string
    state: string
    last_error: string | null
    paid: string
  }
  const rows = () =>
    query<Row>(
      dataDir,
      `select m.recipient, m.state, m.last_error, count(c.id) filter (where c.amount = -1) as paid
       from messages m left join credit_movements c on c.business_id = m.business_id and c.message_id = m.id
       where m.recipient like '%@reminded.example' group by m.business_id, m.id, m.recipient, m.state, m.last_error`,
    )
  const count = (KILLS + 1) * WAVE
  const all = async () => {
    const now = await rows()
    return now.length === count && now.every(({ state }) => state === 'sent')
  }
  await until(all, 60_000, 'the sending of all reminders')

  const got = new Map<string, number>()
  for (const { to } of sink.received) for (const each of to) got.set(each, (got.get(each) ?? 0) + 1)
  const written = await rows()
  assert.equal(new Set(written.map(({ recipient }) => recipient)).size, count)
  for (const { recipient, paid } of written) {
    assert.ok((got.get(recipient) ?? 0) < 2, recipient)
    assert.equal(Number(paid), 1, recipient)
  }
  // Killed between the commit that counts a mail as sent and its last byte, nobody is left to say that it is unsure: on a busy
  // machine what PostgreSQL does with the commit may come in between.
  const unsure = written.filter(({ last_error, recipient }) => last_error !== null || !got.has(recipient))
  assert.ok(unsure.length <= KILLS * HANDED_OVER, `${unsure.length} unsure`)
  const missing = unsure.filter(({ recipient }) => !got.has(recipient)).length
  console.log(
    `${count} reminders, ${KILLS} kills of ${PROCESSES} processes: none twice, ${unsure.length} unsure, of them ${missing} not arrived`,
  )
})

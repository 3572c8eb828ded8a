/**
 * Drains due reminders through the product's planner and sender into a mail server on loopback, and measures
 * its limits beside it: the same number of bare conversations with that server, and of bare commits. The mail
 * server is a separate process that answers at once; a real one takes time for every mail, which lowers the
 * rate of each worker.
 *
 * All reminders are due before a drain begins. It ends after a minute; the last one ends when nothing is
 * left.
 *
 *   node bench/run.ts reminders            100,000 with 2, 8 and 32 mails at once
 *   REMINDERS=5000 AT_ONCE=8 DRAIN_SECONDS=60 node bench/run.ts reminders
 */
import { readLimits } from '#server/limits/limits.ts'
import { connect, type Db } from '#server/database/db.ts'
import { MailError, type Mail, type Mailer } from '#server/mail/mailer.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { startSender, workersFor } from '#server/messages/sender.ts'
import { queueDue } from '#server/reminders/plan.ts'
import { CompiledQuery } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppointmentEmail, Email, EmailTemplates } from '../emails/types.ts'
import { median } from './calendar.ts'
import { owners } from './world.ts'

const HOUR = 3_600_000
const BUSINESSES = 1000
const AT_ONCE = (process.env.AT_ONCE ?? '2,8,32').split(',').map(Number)
/**
 * The time limit of a drain: with 100,000 waiting, a minute tells the rate. The last drain runs to the end.
 */
const SECONDS = Number(process.env.DRAIN_SECONDS ?? 60)
const LAST_SECONDS = Number(process.env.DRAIN_SECONDS ?? 900)

/** As long as a real mail, but without the built templates. */
const template = ({ appointment, client }: AppointmentEmail): Email => ({
  subject: `Recordatorio: ${appointment.service_name}`,
  text: `Hola, ${client.client_name}.\n`.repeat(50),
  html: `<p>Hola, ${client.client_name}.</p>`.repeat(400),
})
const render = { reminder: template } as unknown as EmailTemplates

export async function timeReminders(db: Db) {
  const { rows } = await db.executeQuery<{ dir: string }>(
    CompiledQuery.raw("select current_setting('unix_socket_directories') as dir"),
  )
  const socketDir = rows[0]!.dir
  const count = Number(process.env.REMINDERS ?? 100_000)
  const sink = await startSink()
  const results: Record<string, unknown>[] = []
  for (const [n, atOnce] of AT_ONCE.entries()) {
    const seconds = n === AT_ONCE.length - 1 ? LAST_SECONDS : SECONDS
    await fill(db, count)
    results.push({
      reminders: count,
      atOnce,
      ...(await drain(db, socketDir, sink, { count, atOnce, seconds })),
    })
    console.log('reminders', results.at(-1))
  }
  sink.stop()
  return results
}

async function drain(
  db: Db,
  socketDir: string,
  { url, cpuSeconds }: Awaited<ReturnType<typeof startSink>>,
  { count, atOnce, seconds: most }: { count: number; atOnce: number; seconds: number },
) {
  const now = Date.now()
  const began = performance.now()
  for (let from: number | undefined; ;) {
    const planned = await queueDue(db, now, undefined, from)
    from = planned?.next
    if (from === undefined) break
  }
  const planned = performance.now()

  // Two connections per worker plus one, as docs/messages.md requires.
  const pool = connect({ socketDir, poolSize: (workersFor(atOnce) + 1) * 2 })
  const mailer = smtpMailer(url)
  const some = Math.min(count, 3000)
  const bare = smtpOnly(url)
  const limit = async () => ({
    smtp: await rate(some, atOnce, bare),
    commits: await rate(some, atOnce, () =>
      db.executeQuery(CompiledQuery.raw('insert into bench_rows (note) values ($1)', ['x'.repeat(300)])),
    ),
  })
  const limits = [await limit(), await limit()]
  let left = count
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const timer = setTimeout(() => finish(), most * 1000)
  const counting: Mailer = {
    ...mailer,
    async send(...mail) {
      await mailer.send(...mail)
      if (--left === 0) finish()
    },
  }
  const sendingFrom = performance.now()
  const cpu = process.cpuUsage()
  const sinkCpu = await cpuSeconds()
  const sender = startSender({
    db: pool,
    mailer: counting,
    render,
    atOnce,
    now: Date.now,
    publicUrl: 'https://agenda.example.com',
    mailFrom: 'enpunto <citas@example.com>',
    limits: readLimits({}, []),
    log: { info() {}, warn: console.warn, error: console.error },
  })
  await finished
  clearTimeout(timer)
  const sent = count - left
  const seconds = (performance.now() - sendingFrom) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const sinkTook = (await cpuSeconds()) - sinkCpu
  await sender.stop()
  await mailer.close()
  await pool.destroy()

  // Before and after, so that a change of the machine's speed meets both.
  while (limits.length < 5) limits.push(await limit())
  const perSecond = sent / seconds
  const smtp = median(limits.map((turn) => turn.smtp))
  const commits = median(limits.map((turn) => turn.commits))
  return {
    plannedPerSecond: Math.round((count / (planned - began)) * 1000),
    sentPerSecond: Math.round(perSecond),
    /** As a share of one core: 1 means that our own process is the bottleneck. */
    processCpu: Number(((user + system) / 1e6 / seconds).toFixed(2)),
    sinkCpu: Number((sinkTook / seconds).toFixed(2)),
    /** The limit: the same mail sent to the same server without any bookkeeping. */
    bareSmtpPerSecond: Math.round(smtp),
    bareCommitsPerSecond: Math.round(commits),
    ratio: Number((perSecond / smtp).toFixed(2)),
    seconds: Math.round(seconds),
    sent,
    /** The time that all of them would take at this rate. */
    secondsForAll: Math.round(count / perSecond),
  }
}

/** The rate per second of `what`, run `times` times in total by `atOnce` workers. */
async function rate(times: number, atOnce: number, what: () => Promise<unknown>): Promise<number> {
  let left = times
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await what()
    }),
  )
  return (times / (performance.now() - began)) * 1000
}

function smtpOnly(url: string) {
  const mailer = smtpMailer(url)
  const { subject, text, html } = template({
    appointment: { service_name: 'Corte' },
    client: { client_name: 'Cliente' },
  } as AppointmentEmail)
  let n = 0
  return () => {
    const mail: Mail = {
      from: 'citas@example.com',
      to: 'c@example.com',
      subject,
      text,
      html,
      messageId: `<bench.${++n}@example.com>`,
    }
    return mailer
      .send(mail, async () => {})
      .catch((error) => {
        if (!(error instanceof MailError)) throw error
        console.warn(error.message)
      })
  }
}

/**
 * `count` appointments that begin in 23 to 24 hours, over many businesses with credit, and past ones
 * besides.
 */
async function fill(db: Db, count: number) {
  await run(
    db,
    `truncate appointments, appointment_history, messages, handovers, credit_movements, credit_accounts,
       figures_by_day, figures_by_hour, figures_by_client, figures_stale, client_cards, cards_stale cascade`,
  )
  await run(
    db,
    `with b as (
       insert into businesses (id, business_name, business_type, email, phone, slug, email_confirmed_at)
       select id, 'Negocio ' || id, 'Otro', 'b' || id || '@correo.example', '+573001112233', 'b-' || id, now()
       from generate_series(2, ${BUSINESSES + 1}) id on conflict do nothing returning *),
     ${owners('b')},
     s as (insert into slugs (slug, business_id) select 'b-' || id, id from b),
     v as (insert into services (business_id, id, service_name, duration_minutes, price)
       select id, 1, 'Corte', 15, 55000 from b)
     insert into professionals (business_id, id, professional_name) select id, 1, 'Profesional' from b`,
  )
  await run(
    db,
    `insert into credit_accounts (business_id, month, free, paid)
     select id, date_trunc('month', now() at time zone timezone)::date, 30, ${count} from businesses where id > 1`,
  )
  const begin = new Date(Date.now() + 23 * HOUR).toISOString()
  await run(
    db,
    `insert into professionals (business_id, id, professional_name)
     select b, p, 'Profesional ' || p from generate_series(2, ${BUSINESSES + 1}) b,
       generate_series(2, ${Math.ceil(count / BUSINESSES) + 1}) p on conflict do nothing`,
  )
  await run(
    db,
    `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
       professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
       occupied, price, booked_by, created_at)
     select n % ${BUSINESSES} + 2, 'Cliente ' || n, '+573004128819', 'c' || n || '@correo.example', 1, 'Corte',
       n / ${BUSINESSES} + 2, 'Profesional', at::date, at::time, 15, at, at + interval '15 min',
       tstzmultirange(tstzrange(at, at + interval '15 min')), 55000, 'client',
       now() - interval '7 days'
     from generate_series(0, ${count - 1}) n
     cross join lateral (select timestamptz '${begin}' + (n % 3000) * interval '1 s' as at) moment`,
  )
  await run(db, 'vacuum analyze')
}

const run = (db: Db, text: string) => db.executeQuery(CompiledQuery.raw(text))

/** A mail server in its own process, which accepts everything and stores nothing. */
async function startSink() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sink.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  await sleep(10)
  return {
    url: line.toString().trim(),
    stop: () => child.kill(),
    /** Processor time used so far. */
    async cpuSeconds() {
      child.send('cpu')
      return ((await once(child, 'message')) as [number])[0]
    },
  }
}

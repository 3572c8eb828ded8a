/** What operators are told by /api/ready and /metrics. */
import { expireHolds } from '#server/appointments/hold.ts'
import { spend } from '#server/credits/queries.ts'
import { noteGoing, noteStopped } from '#server/messages/stopped-queries.ts'
import { readConfig } from '#server/config.ts'
import { inTime } from '#server/files/disk.ts'
import { look } from '#server/watch/warnings.ts'
import { metricsPort, metricsRoute } from '#server/watch/serve.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, appointmentRow, booking, database, NOW, salon } from '../helper.ts'
import { freePort } from '../server.ts'
import { until } from '../smtp.ts'

const TOKEN = 'una-clave-larga-de-nadie'
const db = await database()
const { app, call, clock } = await api(db, {
  env: { BACKUP_DIR: '/copias', METRICS_TOKEN: TOKEN },
  prepare: async (app, { config, now }) =>
    metricsRoute(app, { db, now, config, vitals: app.vitals }, config.metrics.token),
})
const MINUTE = 60_000
const ready = async (query = '') => call('GET', `/api/ready${query}`)
const warnings = async () => (await ready()).body.warnings ?? []
const ran = (kind: string, at: number, fault: string | null = null) =>
  sql`insert into backup_runs (kind, at, rows, name, fault)
    values (${kind}, ${new Date(at).toISOString()}, ${fault === null ? 1 : null}, 'x', ${fault})`.execute(db)

test('warnings: what a proxy does not act on, and whoever watches does', async () => {
  clock.now = NOW
  assert.deepEqual(await warnings(), ['backup_late'])
  // What was looked up is kept for less than a minute.
  await ran('backup', NOW - 25 * 60 * MINUTE - 59 * MINUTE)
  clock.now += MINUTE
  assert.deepEqual((await ready()).body, { success: true })
  assert.equal((await ready('?strict')).status, 200)
  clock.now += MINUTE
  assert.deepEqual(await warnings(), ['backup_late'])
  await ran('backup', clock.now)
  await ran('rehearsal', clock.now - 1, 'The backup is damaged.')
  await ran('backup', clock.now + 1, 'The disk is full.')
  clock.now += MINUTE
  assert.deepEqual(await warnings(), ['backup_failed', 'rehearsal_failed'])
  const strict = await ready('?strict=1')
  assert.deepEqual(
    [strict.status, strict.body],
    [503, { success: false, error: 'Hay algo por revisar: backup_failed, rehearsal_failed' }],
  )
  await ran('backup', clock.now + 2)
  await ran('rehearsal', clock.now + 2)
  clock.now += MINUTE
  assert.deepEqual(await warnings(), [])
})

test('no place for backups is a warning in production, unless the operator says that it is meant so', async () => {
  const seen = async (env: Record<string, string>) => {
    const urls = { PUBLIC_URL: 'https://agenda.example.com', SMTP_URL: 'smtp://mail.example.com' }
    const config = readConfig({ MAIL_FROM: 'citas@example.com', ...urls, ...env })
    const { holds } = await look({ db, now: () => clock.now, config, vitals: app.vitals })
    return holds.backup_none
  }
  const NODE_ENV = 'production'
  assert.equal(await seen({ NODE_ENV }), true)
  assert.equal(await seen({ NODE_ENV, BACKUP: 'none' }), false)
  assert.equal(await seen({ NODE_ENV, BACKUP_DIR: '/copias' }), false)
  assert.equal(await seen({ PUBLIC_URL: '' }), false)
})

test('backups on the data’s own disk are a warning, unless the operator says that it is meant so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'enpunto-beside-'))
  const seen = async (env: Record<string, string>) => {
    const config = readConfig({ DATA_DIR: folder, ...env })
    const { holds } = await look({ db, now: () => clock.now, config, vitals: app.vitals })
    return holds.backup_beside_data
  }
  const copies = join(folder, 'copies')
  assert.equal(await seen({ BACKUP_DIR: copies }), false, 'a folder that is not there is on no disk')
  mkdirSync(copies)
  assert.equal(await seen({ BACKUP_DIR: copies }), true)
  assert.equal(await seen({ BACKUP_DIR: copies, BACKUP_BESIDE_DATA: 'true' }), false)
  assert.equal(await seen({ BACKUP_DIR: '/proc' }), false, 'another file system')
  assert.equal(await seen({}), false)
  assert.throws(() => readConfig({ BACKUP_BESIDE_DATA: 'yes' }), /BACKUP_BESIDE_DATA must be true or false/)
  rmSync(folder, { recursive: true })
})

test('a disk that fills up is a warning, the data’s and one that is mounted for the pictures', async () => {
  const config = readConfig({ DATA_DIR: '/srv/data' })
  const seen = async (fullOne: string) => {
    const disks = async (folder: string) => ({ free: folder === fullOne ? 1e6 : 9e9, size: 1e10 })
    return (await look({ db, now: () => clock.now, config, vitals: app.vitals }, disks)).holds.disk_low
  }
  assert.deepEqual(
    [await seen('/srv/data'), await seen('/srv/data/files'), await seen('/srv')],
    [true, true, false],
  )
})

test('a machine whose clock is not the database’s is a warning, however long the answer takes', async () => {
  const config = readConfig({ DATA_DIR: '/srv/data' })
  const seen = async (machine: () => number) =>
    (await look({ db, now: () => clock.now, config, vitals: app.vitals }, undefined, machine)).holds
      .clock_differs
  const off = (ms: number) => () => Date.now() + ms
  assert.deepEqual(
    [await seen(off(0)), await seen(off(20_000)), await seen(off(40_000)), await seen(off(-40_000))],
    [false, false, true, true],
  )
  // The answer comes a minute later.
  let asked = 0
  assert.equal(await seen(() => Date.now() + (asked++ === 0 ? -30_000 : 30_000)), false)
})

test('a disk that hangs is asked once, and nobody waits for it', async () => {
  let asked = 0
  const hanging = inTime(() => {
    asked++
    return new Promise<number>(() => {})
  }, 50)
  for (let n = 0; n < 3; n++)
    assert.deepEqual(await Promise.all([hanging('/copies'), hanging('/copies')]), [undefined, undefined])
  assert.equal(asked, 1)
  const well = inTime(async (folder) => (asked++, folder))
  assert.deepEqual([await well('/copies'), await well('/copies'), asked], ['/copies', '/copies', 3])
})

test('a database without room is told to the operator for as long as bookings meet it; the proxy goes on, since pages are read', async () => {
  const { slug, ...place } = await salon(db)
  const book = async () =>
    (await call('POST', '/api/appointments/public', { body: booking({ slug, ...place }) })).status
  await sql`create function no_room() returns trigger language plpgsql as $$ begin
    raise disk_full using message = 'could not extend file "base/5/16385": No space left on device'; end $$`.execute(
    db,
  )
  await sql`create trigger no_room before insert on appointments execute function no_room()`.execute(db)
  try {
    clock.now += MINUTE
    assert.deepEqual(await warnings(), [])
    assert.equal(await book(), 503)
    clock.now += MINUTE
    assert.deepEqual(await warnings(), ['changes_refused'])
    assert.equal((await ready()).status, 200)
    assert.equal((await ready('?strict')).status, 503)
    const stranger = await app.inject({ url: '/api/ready', remoteAddress: '198.51.100.1' })
    assert.deepEqual([stranger.statusCode, stranger.json()], [200, { success: true }])
    assert.equal((await call('GET', `/api/businesses/public/slug/${slug}`)).status, 200)
  } finally {
    await sql`drop trigger no_room on appointments`.execute(db)
  }
  assert.equal(await book(), 201)
  clock.now += 10 * MINUTE
  await sql`update messages set state = 'sent'`.execute(db)
  assert.deepEqual(await warnings(), [])
})

test('a planner that stands still, and messages that nobody sends, are told', async () => {
  const place = await salon(db)
  assert.equal((await call('POST', '/api/appointments/public', { body: booking(place) })).status, 201)
  await sql`update messages set due_at = ${new Date(clock.now).toISOString()}`.execute(db)
  // This process runs no jobs: what they do is none of its business.
  clock.now += 6 * MINUTE
  assert.deepEqual(await warnings(), [])
  clock.now += MINUTE
  app.vitals.jobsSince = clock.now - 2 * MINUTE
  assert.deepEqual(await warnings(), ['messages_late'])
  clock.now += MINUTE
  app.vitals.jobsSince = clock.now - 2 * MINUTE - 1
  assert.deepEqual(await warnings(), ['messages_late', 'planner_late'])
  app.vitals.jobs.set('plan reminders', { doneAt: clock.now, failures: 0 })
  await sql`update messages set state = 'sent'`.execute(db)
  clock.now += MINUTE
  app.vitals.jobs.set('plan reminders', { doneAt: clock.now, failures: 0 })
  assert.deepEqual(await warnings(), [])
})

test('WhatsApps and pushes that nobody sends are told where they are set up, and so is a WhatsApp that takes none', async () => {
  clock.now = NOW
  const { business_id } = await salon(db)
  const seen = async (more: Partial<Parameters<typeof look>[0]['config']>, jobsSince: number | undefined) => {
    const config = { ...readConfig({}), whatsapp: undefined, push: undefined, ...more }
    const { holds, late } = await look({
      db,
      now: () => clock.now,
      config,
      vitals: { ...app.vitals, jobsSince },
    })
    assert.equal(holds.messages_late, Object.values(late).includes(true))
    return Object.entries(late).flatMap(([channel, isLate]) => (isLate ? [channel] : []))
  }
  const whatsapp = {} as never
  const push = { standIn: undefined }
  for (const [channel, kind] of [
    ['whatsapp', 'whatsapp_booked'],
    ['push', 'push_booked'],
  ])
    await sql`insert into messages (business_id, kind, recipient, once, channel, due_at)
      values (${business_id}, ${kind}, 'x', ${kind}, ${channel}, ${new Date(NOW).toISOString()})`.execute(db)
  clock.now = NOW + 5 * MINUTE
  assert.deepEqual(await seen({ whatsapp, push }, NOW), [])
  clock.now += MINUTE
  assert.deepEqual(await seen({ whatsapp, push }, NOW), ['whatsapp', 'push'])
  assert.deepEqual(await seen({ whatsapp }, NOW), ['whatsapp'])
  assert.deepEqual(await seen({}, NOW), [])
  assert.deepEqual(await seen({ whatsapp, push }, undefined), [])
  await sql`update messages set state = 'sent'`.execute(db)
  await noteStopped(db, 'refused', NOW, ['+573001', '+573002', '+573003'], 'whatsapp')
  assert.deepEqual(await seen({ whatsapp, push }, NOW), ['whatsapp'])
  await noteGoing(db, clock.now, 'whatsapp')
  assert.deepEqual(await seen({ whatsapp, push }, NOW), [])
})

test('strangers learn whether it is ready; the machine itself, and whoever brings the token, what there is to look at', async () => {
  clock.now += 30 * 60 * MINUTE
  app.vitals.jobsSince = undefined
  const late = { success: true, warnings: ['backup_late'] }
  const token = { authorization: `Bearer ${TOKEN}` }
  const asked = async (remoteAddress: string, headers: Record<string, string> = {}, query = '') => {
    const answer = await app.inject({ url: `/api/ready${query}`, remoteAddress, headers })
    return [answer.statusCode, answer.json()]
  }
  for (const [address, headers] of [
    ['203.0.113.7', {}],
    ['203.0.113.7', { host: 'localhost' }],
    ['203.0.113.7', { authorization: 'Bearer otra' }],
    // What a proxy of the machine hands on comes from there, too.
    ['127.0.0.1', { host: 'agenda.example.com' }],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['::1', { forwarded: 'for=127.0.0.1' }],
  ] as const) {
    assert.deepEqual(await asked(address, headers), [200, { success: true }], JSON.stringify(headers))
    const [status, body] = await asked(address, headers, '?strict')
    assert.deepEqual([status, body.warnings], [401, undefined], 'a monitor is not told that all is well')
  }
  for (const [address, headers] of [
    ['127.0.0.1', {}],
    ['::1', { host: '[::1]:4001' }],
    ['::ffff:127.0.0.1', { host: 'localhost:4001' }],
    ['203.0.113.7', { ...token, host: 'agenda.example.com', 'x-forwarded-for': '203.0.113.7' }],
  ] as const) {
    assert.deepEqual(await asked(address, headers), [200, late], address)
    assert.equal((await asked(address, headers, '?strict'))[0], 503)
  }
})

test('however often readiness is asked, it looks once in a while, and for strangers never', async () => {
  let looks = 0
  const counted = new Proxy(db, {
    get(target, name, receiver) {
      // Of what readiness asks, the counting of queues alone goes this way.
      if (name === 'getExecutor') looks++
      const value = Reflect.get(target, name, receiver) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const other = await api(counted)
  const ask = async (remoteAddress: string) => {
    const asked = () => other.app.inject({ url: '/api/ready', remoteAddress })
    const answers = await Promise.all(Array.from({ length: 200 }, asked))
    assert.ok(answers.every(({ statusCode }) => statusCode === 200))
    return looks
  }
  looks = 0
  assert.equal(await ask('203.0.113.7'), 0)
  const first = await ask('127.0.0.1')
  assert.ok(first > 0 && first < 20, `${first} statements`)
  other.clock.now += 4_000
  assert.equal(await ask('127.0.0.1'), first)
  // What is older is told at once, while it is looked up anew.
  other.clock.now += 4_000
  await ask('127.0.0.1')
  await until(() => looks === 2 * first)
})

const metrics = (token?: string) =>
  app.inject({ url: '/metrics', headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

test('figures are for whoever brings the token', async () => {
  for (const token of [undefined, '', 'otra', `${TOKEN}x`]) {
    const { statusCode, body } = await metrics(token)
    assert.equal(statusCode, 401)
    assert.ok(!body.includes('enpunto_'))
  }
  const { statusCode, headers } = await metrics(TOKEN)
  assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-store'])
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
})

test('each line is one that Prometheus reads; counts are right; labels are bounded and nobody’s', async () => {
  const place = await salon(db)
  const book = () => call('POST', '/api/appointments/public', { body: booking(place) })
  const count = async (line: string) =>
    Number(
      (await metrics(TOKEN)).body
        .split('\n')
        .find((each) => each.startsWith(line))
        ?.split(' ')[1] ?? 0,
    )
  const made = 'enpunto_http_requests_total{method="POST",route="/api/appointments/public",status="201"}'
  const taken = made.replace('201', '409')
  const [before, lost] = [await count(made), await count(taken)]
  const statuses = [(await book()).status, (await book()).status]
  assert.deepEqual(statuses, [201, 409])
  assert.deepEqual([await count(made), await count(taken)], [before + 1, lost + 1])

  const lines = (await metrics(TOKEN)).body.split('\n')
  const sample = /^[a-z_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? -?[0-9.e+-]+$/
  for (const line of lines.filter(Boolean))
    assert.ok(/^# (HELP|TYPE) [a-z_]+ .+$/.test(line) || sample.test(line), line)
  const text = lines.join('\n')
  for (const secret of ['camila', '3004128819', place.slug, TOKEN]) assert.ok(!text.includes(secret), secret)
  const bucket = 'enpunto_http_request_seconds_bucket{method="POST",route="/api/appointments/public",le="'
  const counts = lines.filter((line) => line.startsWith(bucket)).map((line) => Number(line.split(' ')[1]))
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  )
  assert.equal(counts.at(-1), await count(bucket.replace('_bucket', '_count').replace(',le="', '}')))

  // Whatever is asked for, there are no more series than before.
  const series = async () => (await metrics(TOKEN)).body.split('\n').length
  await app.inject('/api/nada')
  await app.inject('/nada')
  await app.inject('/api/businesses/public/slug/nadie')
  const bounded = await series()
  for (let i = 0; i < 50; i++) {
    await app.inject(`/api/nada/${i}`)
    await app.inject(`/nada-${i}`)
    await app.inject(`/api/businesses/public/slug/nadie-${i}`)
    await app.inject({ url: `/nada-${i}`, method: ['PUT', 'DELETE', 'PATCH', 'OPTIONS'][i % 4] as 'PUT' })
  }
  assert.ok((await series()) <= bounded + 60, 'only the first of each kind adds lines')
})

test('times that are held, credits that were spent, and queues of each channel are counted', async () => {
  const value = async (line: string) =>
    Number(
      (await metrics(TOKEN)).body
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.split(' ')[1],
    )
  const place = await salon(db)
  clock.now = NOW
  const held = 'enpunto_holds{kind="payment"}'
  assert.equal(await value(held), 0)
  await db
    .insertInto('appointments')
    .values({
      ...appointmentRow(place, '2026-11-25', '10:00'),
      status: 'held',
      hold_kind: 'payment',
      hold_expires_at: new Date(NOW + 20 * MINUTE).toISOString(),
    })
    .execute()
  assert.deepEqual([await value(held), await value('enpunto_holds{kind="offer"}')], [1, 0])
  clock.now = NOW + 21 * MINUTE
  await expireHolds({ db, now: () => clock.now })
  assert.equal(await value(held), 0)

  const spent = 'enpunto_credits_spent_total{kind="free"}'
  const before = await value(spent)
  const { business_id } = place
  const { rows } = await sql<{ id: number }>`
    insert into messages (business_id, kind, recipient, once, channel, due_at)
    select ${business_id}, 'reminder_advance', 'x@correo.example', 'metrics ' || channel, channel, ${new Date(NOW).toISOString()}
    from unnest(array['email', 'whatsapp']) channel returning id`.execute(db)
  const messages = rows.map(({ id }) => ({ business_id, id }))
  await db.transaction().execute((tx) => spend(tx, messages, NOW))
  assert.equal(await value(spent), before + 2)
  for (const channel of ['email', 'whatsapp'])
    assert.equal(
      await value(`enpunto_messages_oldest_seconds{channel="${channel}",lane="reminders"}`),
      21 * 60,
      channel,
    )
  await sql`update messages set state = 'sent'`.execute(db)
})

test('without a token there is no such address; a port of its own listens to the machine alone', async () => {
  const other = await api(db)
  assert.equal((await other.app.inject('/metrics')).statusCode, 404)
  const port = await freePort()
  const { config } = {
    config: {
      dataDir: '/nowhere',
      backups: undefined,
      lacksBackups: false,
      whatsapp: undefined,
      push: undefined,
    },
  }
  const watched = { db, now: () => clock.now, config, vitals: app.vitals }
  const said: string[] = []
  const log = { error: (_about: object, what: string) => void said.push(what) } as typeof app.log
  const served = await metricsPort(watched, { port, log })
  try {
    // The second process of a machine with the same settings: it goes on without.
    await (await metricsPort(watched, { port, log })).stop()
    assert.deepEqual(said, [`no figures on METRICS_PORT ${port}: each process needs a port of its own`])
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    assert.equal(answer.status, 200)
    const text = await answer.text()
    assert.match(text, /^enpunto_database_up 1$/m)
    assert.ok(!text.includes('enpunto_disk_free_bytes'), 'what cannot be read is left out')
    assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404)
  } finally {
    await served.stop()
  }
})

test('each alert says what to do, and asks, as the board does, for figures that there are', async () => {
  const page = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')
  const alerts = page('watching/alerts.yaml')
  const told = page('operations.md')
  const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name!)
  assert.ok(names.length > 10)
  assert.deepEqual(
    names.filter((name) => !new RegExp(`^\\| \`${name}\`[ ,]`, 'm').test(told)),
    [],
  )
  const { body } = await metrics(TOKEN)
  const isKnown = (name: string) =>
    new RegExp(`^# TYPE ${name.replace(/_(bucket|sum|count)$/, '')} `, 'm').test(body)
  const figures = (alerts + page('watching/grafana.json')).matchAll(/\b(?:enpunto|process)_\w+/g)
  assert.deepEqual(
    [...new Set([...figures].map(([name]) => name))].filter((name) => !isKnown(name)),
    ['enpunto_down'],
  )
})

test('the alerts and the board of bookings count those of a remembered client, too', () => {
  for (const name of ['alerts.yaml', 'grafana.json']) {
    const text = readFileSync(join(import.meta.dirname, '../../docs/watching', name), 'utf8')
    const asked = [...text.matchAll(/route(=~?)\\?"([^"\\]+)/g)]
    assert.ok(asked.length > 2, name)
    for (const [, how, route] of asked)
      for (const booked of ['/api/appointments/public', '/api/appointments/public/returning'])
        assert.ok(how === '=~' && new RegExp(`^(?:${route!})$`).test(booked), `${name}: ${route}, ${booked}`)
  }
})

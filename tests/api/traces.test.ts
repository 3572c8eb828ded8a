/** Traces by OTLP: what they tell, and that the product never waits for who collects them. */
import { ConfigError, readConfig } from '#server/config.ts'
import { connectPool } from '#server/database/db.ts'
import { sendSpanned, type Tracer } from '#server/tracing.ts'
import { MOST_WAITING } from '#server/watch/traces/exporter.ts'
import { startTracer } from '#server/watch/traces/tracer.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, afterEach, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { api, booking, database, salon, urlOf } from '../helper.ts'
import { until } from '../smtp.ts'
import { factsOf, startCollector, type Collector, type Span } from '../standin/collector.ts'

const collector = await startCollector()
after(() => collector.stop())

const tracers: Tracer[] = []
const warned: string[] = []
function tracer(env: Record<string, string> = {}): Tracer {
  const { traces } = readConfig({
    NODE_ENV: 'test',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    ...env,
  })
  const made = startTracer(traces!, Date.now, (about, text) =>
    warned.push(`${text}: ${JSON.stringify(about)}`),
  )
  tracers.push(made)
  return made
}

afterEach(async () => {
  collector.misbehave = undefined
  for (const each of tracers.splice(0)) await each.stop()
  assert.deepEqual(collector.faults, [])
  assert.ok(collector.mostOpen <= 1, 'one request after the other')
  Object.assign(collector, { spans: [], raw: [], headers: [], mostOpen: 0 } satisfies Partial<Collector>)
  warned.length = 0
})

const named = (name: string) => collector.spans.filter((span) => span.name === name)
const heard = (name: string, count = 1) => until(() => named(name).length >= count, 20_000, name)
const some = (traced: Tracer, name: string, count = 1) => {
  for (let n = 0; n < count; n++) traced.begin(name, 'internal').end()
}
const below = (span: Span) => collector.spans.filter(({ parentSpanId }) => parentSpanId === span.spanId)

describe('a whole request', async () => {
  const db = await database()
  const url = await urlOf(db)
  const place = await salon(db)

  test('has its route and status, and below it each transaction; nobody’s data are in any span', async () => {
    const traced = tracer()
    const own = connectPool({ url, tracer: traced })
    const { app, call } = await api(own.db, { tracer: traced })
    const body = booking(place)
    const key = 'clave-de-esta-reserva'
    const request = {
      body,
      headers: { 'idempotency-key': key, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    }
    assert.equal((await call('POST', '/api/appointments/public', request)).status, 201)
    const taken = { body, headers: { 'idempotency-key': 'otra-clave-de-otra' } }
    assert.equal((await call('POST', '/api/appointments/public', taken)).status, 409)
    await call('GET', `/api/businesses/public/slug/${place.slug}`)
    await call('GET', '/api/nada/camila@correo.example?token=secreto')
    // As a page calls: below the request that it answers.
    await traced.run(
      'page',
      'server',
      {},
      async () => void (await app.inject(`/api/businesses/public/slug/${place.slug}`)),
    )
    await app.close()
    await own.db.destroy()
    await traced.stop()

    const [booked, refused] = named('POST /api/appointments/public')
    assert.deepEqual(factsOf(booked!), {
      'http.request.method': 'POST',
      'http.route': '/api/appointments/public',
      'http.response.status_code': 201,
    })
    assert.equal(booked!.kind, 2)
    assert.equal(booked!.parentSpanId, undefined)
    assert.notEqual(booked!.traceId, 'a'.repeat(32), 'nobody writes into a trace of ours')
    assert.notEqual(booked!.traceId, refused!.traceId)
    assert.ok(below(booked!).some((span) => factsOf(span)['db.operation.name'] === 'insert'))
    const transaction = below(refused!).find(({ name }) => name === 'transaction')
    assert.equal(transaction!.traceId, refused!.traceId)
    assert.equal(factsOf(transaction!)['db.transaction.end'], 'commit')
    assert.ok(Number(factsOf(transaction!)['db.statements']) > 1)
    for (const inner of below(booked!)) {
      assert.ok(BigInt(inner.startTimeUnixNano) >= BigInt(booked!.startTimeUnixNano))
      assert.ok(BigInt(inner.endTimeUnixNano) >= BigInt(inner.startTimeUnixNano))
      assert.ok(BigInt(inner.endTimeUnixNano) <= BigInt(booked!.endTimeUnixNano))
    }
    // A refusal is an answer, no failure.
    assert.equal(factsOf(refused!)['http.response.status_code'], 409)
    assert.deepEqual(refused!.status, {})
    assert.equal(factsOf(named('GET /api/*')[0]!)['http.response.status_code'], 404)
    const page = named('page')[0]!
    assert.deepEqual(
      below(page).map(({ name }) => name),
      ['GET /api/businesses/public/slug/:slug'],
    )
    assert.ok(below(below(page)[0]!).length > 0)

    const all = collector.raw.join('\n')
    const { client_name, client_phone, client_email } = body
    const secrets = [client_name, client_phone, client_email, place.slug, key, 'camila', 'secreto']
    for (const secret of secrets)
      assert.ok(!all.toLowerCase().includes(String(secret).toLowerCase()), String(secret))
    const names = new Set(collector.spans.flatMap((span) => Object.keys(factsOf(span))))
    assert.deepEqual(
      [...names].toSorted(),
      [
        'db.operation.name',
        'db.statements',
        'db.system.name',
        'db.transaction.end',
        'http.request.method',
        'http.response.status_code',
        'http.route',
      ],
      'what a span may tell',
    )
  })

  test('transactions that end badly say how; what goes round and finds nothing is not told', async () => {
    const traced = tracer()
    const { db } = connectPool({ url, tracer: traced })
    const inJob = <T>(work: () => Promise<T>) => traced.run('job', 'internal', {}, work)
    await assert.rejects(
      inJob(() => db.transaction().execute((tx) => sql`select 1/0 as camila`.execute(tx))),
      { code: '22012' },
    )
    await assert.rejects(inJob(() => db.transaction().execute(async () => assert.fail('camila'))))
    await inJob(() => sql`select 1`.execute(db))
    // Given back before its end.
    await inJob(() => db.connection().execute((own) => sql`begin`.execute(own)))
    // Outside of any span: one look, and then one that did something.
    await db.transaction().execute((tx) => sql`select 1`.execute(tx))
    await sql`select 1`.execute(db)
    await db.connection().execute(async (own) => {
      await sql`begin`.execute(own)
      await sql`select 1`.execute(own)
      await sql.raw('select 2; commit').execute(own)
    })
    await db.destroy()
    await traced.stop()
    const told = collector.spans.map((span) => {
      const { 'db.transaction.end': end, 'db.statements': statements, 'error.type': error } = factsOf(span)
      return [span.name, end, statements, error, span.status.code]
        .filter((each) => each !== undefined)
        .join(' ')
    })
    assert.deepEqual(told, [
      'transaction rollback 1 22012 2',
      'job 22012 2',
      'transaction rollback 0',
      'job ERR_ASSERTION 2',
      'select',
      'job',
      'transaction none 0',
      'job',
      'transaction commit 2',
    ])
    assert.ok(!collector.raw.join('').includes('camila'))
  })

  test('a collector that does not answer keeps nobody waiting', async () => {
    collector.misbehave = 'hang'
    const traced = tracer()
    const own = connectPool({ url, tracer: traced })
    const { app, call } = await api(own.db, { tracer: traced })
    some(traced, 'first', 600)
    await until(() => collector.open === 1)
    for (let n = 0; n < 20; n++)
      assert.equal((await call('GET', `/api/businesses/public/slug/${place.slug}`)).status, 200)
    assert.equal(collector.open, 1, 'it has not answered yet')
    const begun = performance.now()
    await Promise.all([app.close(), own.db.destroy(), traced.stop()])
    assert.ok(performance.now() - begun < 8000, 'a stop waits two seconds for it')
    assert.equal(collector.spans.length, 0)
  })
})

test('what is sent is a span that says how it failed, and to whom in no word', async () => {
  const traced = tracer()
  const error = Object.assign(new Error('550 camila@correo.example'), { code: 'EENVELOPE' })
  const mailer = {
    closed: 0,
    async send(to: string) {
      if (to.startsWith('camila')) throw error
      return `sent to ${to}`
    },
    close() {
      this.closed++
    },
  }
  const spanned = sendSpanned(traced, 'mail', mailer)
  assert.equal(await spanned.send('ana@correo.example'), 'sent to ana@correo.example')
  await assert.rejects(spanned.send('camila@correo.example'), error)
  spanned.close()
  assert.equal(sendSpanned(undefined, 'mail', mailer), mailer)
  await traced.stop()
  assert.deepEqual(
    named('send mail').map((span) => [span.kind, factsOf(span), span.status]),
    [
      [3, { 'messaging.system': 'mail' }, {}],
      [3, { 'messaging.system': 'mail', 'error.type': 'EENVELOPE' }, { code: 2 }],
    ],
  )
  assert.ok(!collector.raw.join('').includes('correo.example'))
})

describe('a collector', () => {
  test('is told who sends, with the headers of the settings', async () => {
    const traced = tracer({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=agenda',
      OTEL_SERVICE_NAME: 'agenda de prueba',
    })
    some(traced, 'one')
    await heard('one')
    assert.equal(collector.headers[0]!.authorization, 'Bearer abc')
    assert.equal(collector.headers[0]!['x-team'], 'agenda')
    assert.match(collector.raw[0]!, /"service.name","value":\{"stringValue":"agenda de prueba"\}/)
  })

  test('that is full is asked again, and gets each span once', async () => {
    collector.misbehave = 503
    const traced = tracer()
    some(traced, 'kept', 700)
    await until(() => collector.raw.length >= 2, 20_000)
    assert.equal(warned.length, 1)
    assert.match(warned[0]!, /takes none: \{"reason":"it answers 503"\}/)
    collector.misbehave = undefined
    await heard('kept', 700)
    await traced.stop()
    assert.equal(new Set(named('kept').map(({ spanId }) => spanId)).size, 700)
    assert.equal(named('kept').length, 700)
    assert.equal(traced.dropped(), 0)
  })

  test('that refuses is not asked for the same again, and the loss is counted', async () => {
    collector.misbehave = 400
    const traced = tracer()
    some(traced, 'refused', 5)
    await until(() => traced.dropped() === 5, 20_000)
    collector.misbehave = 'some'
    some(traced, 'partly', 5)
    await until(() => traced.dropped() === 8, 20_000)
    assert.equal(warned.length, 1)
  })

  test('that sends elsewhere, answers without end or nonsense, does no harm', async () => {
    const traced = tracer()
    for (const [n, how] of (['endless', 'garbage'] as const).entries()) {
      collector.misbehave = how
      some(traced, how, 3)
      await heard(how, 3)
      await until(() => collector.open === 0, 20_000, `the end of ${how}, ${n}`)
    }
    collector.misbehave = 'elsewhere'
    some(traced, 'elsewhere')
    await until(() => warned.length === 1, 20_000)
    collector.misbehave = undefined
    await heard('elsewhere')
    assert.equal(traced.dropped(), 0)
  })

  test('that dies gets what it missed when it is back, as much as there is room for', async () => {
    const traced = tracer()
    some(traced, 'before')
    await heard('before')
    await collector.stop()
    some(traced, 'missed', MOST_WAITING + 100)
    // The one before has perhaps not been answered for yet.
    const missed = MOST_WAITING + 100 - traced.dropped()
    assert.ok(missed === MOST_WAITING || missed === MOST_WAITING - 1, String(missed))
    await until(() => warned.length === 1, 20_000)
    assert.match(warned[0]!, /ECONN(REFUSED|RESET)/)
    await collector.start()
    await heard('missed', missed)
    some(traced, 'after')
    await heard('after')
    assert.equal(named('missed').length, missed)
  })
})

test('wrong settings are sentences; without an address nothing is traced, nor loaded', async () => {
  const faults = (env: Record<string, string>) => {
    try {
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', ...env })
      return []
    } catch (error) {
      assert.ok(error instanceof ConfigError)
      return error.faults
    }
  }
  assert.match(
    faults({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })[0]!,
    /^OTEL_EXPORTER_OTLP_ENDPOINT is not a valid/,
  )
  assert.match(
    faults({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })[0]!,
    /^OTEL_EXPORTER_OTLP_PROTOCOL must be http\/json/,
  )
  for (const headers of ['authorization', '=x', 'a b=c', 'a=%'])
    assert.match(faults({ OTEL_EXPORTER_OTLP_HEADERS: headers })[0]!, /^OTEL_EXPORTER_OTLP_HEADERS must be/)
  assert.deepEqual(faults({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_HEADERS: '' }), [])
  assert.equal(readConfig({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }).traces, undefined)

  const code = `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
    await import('./server/serve.ts')
    process.exit(0)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  })
  assert.match(stdout, /server\/database\/pool\.ts/)
  assert.doesNotMatch(stdout, /watch\/traces/)
})

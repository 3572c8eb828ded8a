import assert from 'node:assert/strict'
import { request } from 'node:http'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { DEMO_ADMINISTRATOR, DEMO_OWNER, DEMO_SLUG } from '../../scripts/demo/salon.ts'
import {
  ask,
  bodyOf,
  bookWish,
  dataFolder,
  freePort,
  kill,
  launch,
  postgresPid,
  preparedFolder,
  processesOf,
  query,
  start,
  stop,
  wishes,
  type Running,
} from '../server.ts'
import { startSink, until } from '../smtp.ts'

const status = async (url: string) => (await fetch(url, { redirect: 'manual' })).status
const count = async (dataDir: string, table: string) =>
  Number((await query<{ n: string }>(dataDir, `select count(*) as n from ${table}`))[0]!.n)

/** The server exits by itself with a sentence and without a stack trace. Returns its exit code and stderr. */
async function refuses(server: Running): Promise<{ code: number | null; err: string }> {
  const { code } = await server.ended
  const { err } = server.output()
  assert.doesNotMatch(err, /\n\s+at |node:internal/)
  assert.match(err, /^enpunto cannot start:\n(  - [A-Z][^\n]+[.?]\n)+$/)
  return { code, err }
}

describe('in development', () => {
  test('says where to go; pages, demo data and mails are there; logs tell no secrets', async () => {
    const server = await start({ env: { TZ: 'Asia/Kathmandu' } })
    const { out } = server.output()
    const port = new URL(server.url).port
    for (const said of [
      `http://localhost:${port}/negocio/${DEMO_SLUG}`,
      '/login',
      '/admin/login',
      DEMO_OWNER.email,
      DEMO_OWNER.password,
      '/correos',
      'Ctrl-C',
    ])
      assert.ok(out.includes(said), said)

    assert.equal(await status(`${server.url}/negocio/${DEMO_SLUG}`), 200)
    assert.equal(await status(`${server.url}/negocio/nadie`), 404)
    assert.equal(await status(`${server.url}/nada/de/nada`), 404)
    assert.equal(await status(`${server.url}/api/nada`), 404)
    assert.equal(await status(`${server.url}/api`), 404)
    const { business } = bodyOf(await ask(`${server.url}/api/businesses/public/slug/${DEMO_SLUG}`))
    assert.equal(await status(`${server.url}/book/${business.id}`), 200)
    assert.equal(await status(`${server.url}/book/999999999`), 404)

    const [wish, refused] = await wishes(server.url, 2)
    const secrets = [
      'SECRETtoken',
      'Secreta Pérez',
      'secreta@correo.example',
      '3117654321',
      'notas-secretas',
      '99887766',
    ]
    Object.assign(wish!.body, {
      client_name: secrets[1],
      client_email: secrets[2],
      client_phone: `+57${secrets[3]}`,
      notes: secrets[4],
      client_id: secrets[5],
    })
    const search = `?token=${secrets[0]}&client_email=${secrets[2]}`
    const booked = await ask(`${server.url}/api/appointments/public${search}`, {
      body: wish!.body,
      headers: { 'idempotency-key': 'SECRETtoken' },
    })
    assert.equal((booked as { status: number }).status, 201)
    const bad = {
      ...refused!.body,
      client_name: secrets[1],
      client_email: 'SECRETtoken',
      notes: 'notas-secretas\u0000',
    }
    assert.equal(
      ((await ask(`${server.url}/api/appointments/public${search}`, { body: bad })) as { status: number })
        .status,
      400,
    )
    assert.equal(await status(`${server.url}/negocio/${DEMO_SLUG}${search}`), 200)
    assert.equal(await status(`${server.url}/client/appointments${search}`), 404)
    assert.equal(await status(`${server.url}/correos`), 200)
    await until(() => server.output().out.split('"msg":"message"').length > 2, 10_000, 'the two mails')
    const stored = await fetch(`${server.url}/correos`).then((response) => response.text())
    assert.ok(stored.includes('Secreta') || stored.includes('secreta@'), 'the outbox shows the mail')

    // Files that share a process hash passwords at less than their real cost.
    const hashes = await query<{ password_hash: string }>(server.dataDir, 'select password_hash from users')
    assert.ok(hashes.length > 0)
    for (const { password_hash } of hashes)
      assert.match(password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)

    // The database refuses what would be twice, and its own log quotes neither row nor statement.
    const twice = `insert into users (email, password_hash) select 'secreta@correo.example', 'x' from generate_series(1, 2)`
    await assert.rejects(query(server.dataDir, twice), { code: '23505' })
    const logs = join(server.dataDir, 'pg/log')
    const written = () => readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))
    // A process of its own writes it, a moment after the answer.
    await until(() => /ERROR: {2}duplicate key/.test(written().join()), 10_000, 'the database’s log')
    assert.doesNotMatch(written().join(), /secreta@|DETAIL|STATEMENT/)

    // Lines are written together, some moments later.
    const isWritten = () => /"status":201.*\n$/s.test(server.output().out)
    await until(isWritten, 10_000, 'the log of the requests')
    const { out: log, err } = server.output()
    for (const secret of secrets) assert.ok(!(log + err).includes(secret), secret)
    const lines = log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    assert.ok(lines.some(({ req }) => req?.method === 'POST' && req.path === '/api/appointments/public'))
    assert.ok(lines.some(({ res }) => res?.status === 201))
    assert.ok(
      lines.every(
        ({ req }) =>
          !req ||
          (!JSON.stringify(req).includes('?') &&
            Object.keys(req).every((key) => ['method', 'path'].includes(key))),
      ),
    )
    assert.equal((await stop(server)).code, 0)
  })

  test('its mails and known passwords are for its own network, whatever proxy stands before it', async () => {
    const server = await start({ dataDir: preparedFolder() })
    const { port } = new URL(server.url)
    const asked = (path: string, headers: Record<string, string>, body?: string) =>
      new Promise<number>((resolve, reject) => {
        const type = { 'content-type': 'application/json' }
        const method = body === undefined ? 'GET' : 'POST'
        request({ port, path, method, headers: { ...(body && type), ...headers } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode!)
        })
          .on('error', reject)
          .end(body)
      })
    const who = JSON.stringify({ ...DEMO_OWNER, recaptcha_token: 'dev-token' })
    const admin = JSON.stringify(DEMO_ADMINISTRATOR)
    for (const host of ['localhost:3000', '127.0.0.1', '192.168.1.7:3000', 'mi-portatil.local']) {
      assert.equal(await asked('/correos', { host }), 200, host)
      assert.equal(await asked('/api/auth/login', { host }, who), 200, host)
    }
    for (const host of ['agenda.example.com', '203.0.113.9:3000']) {
      assert.equal(await asked('/correos', { host }), 403, host)
      assert.equal(await asked('/correos/x', { host }), 403, host)
      assert.equal(await asked('/api/auth/login', { host }, who), 403, host)
      assert.equal(await asked('/api/admin/login', { host }, admin), 403, host)
      assert.equal(await asked(`/negocio/${DEMO_SLUG}`, { host }), 200, host)
    }
    assert.equal(await asked('/correos', { 'x-forwarded-for': '203.0.113.9' }), 403)
    assert.equal((await stop(server)).code, 0)
  })

  test('pages are drawn by React’s production build', async () => {
    const dataDir = dataFolder()
    const [hook, loaded] = [join(dataDir, 'hook.cjs'), join(dataDir, 'loaded')]
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(
      hook,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(loaded)}, Object.values(require.cache)
        .filter(({ loaded, filename }) => loaded && filename?.includes('/react')).map(({ filename }) => filename).join(' ')))`,
    )
    const server = await start({ dataDir, env: { NODE_OPTIONS: `--require ${hook}` } })
    assert.equal(await status(`${server.url}/negocio/${DEMO_SLUG}`), 200)
    await stop(server)
    const names = readFileSync(loaded, 'utf8')
    assert.match(names, /react-dom-server[.\w]*\.production\.js/)
    assert.doesNotMatch(names, /react[^ ]*\.development\.js/)
  })

  test('the demo data come once', async () => {
    const server = await start()
    const first = await count(server.dataDir, 'appointments')
    assert.ok(first > 0)
    await stop(server)
    const again = await start({ dataDir: server.dataDir })
    assert.deepEqual(
      [await count(server.dataDir, 'appointments'), await count(server.dataDir, 'businesses')],
      [first, 1],
    )
    await stop(again)
  })
})

describe('in production', () => {
  test('without what it needs: the sentences, and 78', async () => {
    const dataDir = dataFolder()
    const { code, err } = await refuses(launch({ dataDir, env: { NODE_ENV: 'production' } }))
    assert.equal(code, 78)
    for (const name of ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'])
      assert.match(err, new RegExp(`  - ${name} is missing: `))
    assert.ok(!existsSync(join(dataDir, 'pg')), 'it touched nothing')
  })

  test('not on a demo database, whose passwords everybody knows: the sentence, and 78', async () => {
    const { dataDir, ...demo } = await start({ dataDir: preparedFolder() })
    // The first start also creates the administrator's account.
    await stop({ dataDir, ...demo })
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://agenda.example.com', HOST: '127.0.0.1' }
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'citas@example.com' }
    const { code, err } = await refuses(launch({ dataDir, env: { ...env, ...mail } }))
    assert.equal(code, 78)
    assert.match(err, /The database holds the demo owner demo@enpunto\.example/)
    assert.match(err, /The database holds the demo administrator admin@enpunto\.example/)
    assert.deepEqual(processesOf(dataDir), [])
  })

  test('with it: no demo data, no outbox, the human check on, the administrator made', async () => {
    const sink = await startSink()
    const server = await start({
      env: {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://agenda.example.com',
        SMTP_URL: sink.url,
        MAIL_FROM: 'citas@example.com',
        HOST: '127.0.0.1',
        ADMIN_EMAIL: 'jefe@example.com',
        ADMIN_PASSWORD: 'a-long-password',
      },
    })
    assert.match(server.output().out, /enpunto listens on http:\/\/127\.0\.0\.1:\d+/)
    assert.ok(!(server.output().out + server.output().err).includes('a-long-password'))
    assert.equal(await count(server.dataDir, 'businesses'), 0)
    assert.deepEqual(await query(server.dataDir, 'select email from administrators'), [
      { email: 'jefe@example.com' },
    ])
    assert.equal(await status(`${server.url}/negocio/${DEMO_SLUG}`), 404)
    assert.equal(await status(`${server.url}/correos`), 404)
    assert.equal(await status(`${server.url}/whatsapp`), 404)
    assert.equal(await status(`${server.url}/api/security/challenge`), 200)
    const unchecked = await ask(`${server.url}/api/security/verify-recaptcha`, { body: {} })
    assert.deepEqual(unchecked, {
      status: 400,
      body: { success: false, error: 'Token de reCAPTCHA requerido' },
    })
    assert.equal((await stop(server)).code, 0)
    await sink.stop()
  })
})

describe('what it cannot have', () => {
  test('a port that is in use: says so, and leaves nobody behind', async () => {
    const first = await start({ dataDir: preparedFolder() })
    const port = Number(new URL(first.url).port)
    const dataDir = dataFolder()
    const { code, err } = await refuses(launch({ dataDir, port }))
    assert.equal(code, 1)
    assert.match(err, new RegExp(`Port ${port} is in use by another program`))
    assert.deepEqual(processesOf(dataDir), [])
    assert.deepEqual(readdirSync(dataDir), [], 'nothing was made before it was known')
    assert.equal(await status(`${first.url}/api/ready`), 200)

    // On the same data folder: the first server keeps working.
    assert.equal((await refuses(launch({ dataDir: first.dataDir, port }))).code, 1)
    assert.equal(await status(`${first.url}/api/ready`), 200)
    assert.equal((await stop(first)).code, 0)
  })

  test('a database that is not there', async () => {
    const port = await freePort()
    const { code, err } = await refuses(
      launch({ port: await freePort(), env: { DATABASE_URL: `postgres://u:SECRET@127.0.0.1:${port}/x` } }),
    )
    assert.equal(code, 1)
    assert.match(err, /The database of DATABASE_URL cannot be reached/)
    assert.ok(!err.includes('SECRET'))
  })
})

describe('several', () => {
  test('side by side, each with its own data', async () => {
    const [one, two] = await Promise.all([start(), start()])
    const [wish] = await wishes(one.url, 1)
    for (const { url } of [one, two])
      assert.equal(((await bookWish(url, wish!)) as { status: number }).status, 201)
    assert.equal((await stop(one)).code, 0)
    assert.equal(await status(`${two.url}/api/ready`), 200)
    assert.equal((await stop(two)).code, 0)
  })

  test('on one new data folder, started at once: one sets it up, the other waits', async () => {
    const dataDir = dataFolder()
    const [one, two] = await Promise.all([start({ dataDir }), start({ dataDir })])
    assert.equal(await count(dataDir, 'businesses'), 1)
    for (const { url } of [one, two]) assert.equal(await status(`${url}/negocio/${DEMO_SLUG}`), 200)
    await Promise.all([stop(one), stop(two)])
    await until(() => processesOf(dataDir).length === 0, 20_000, 'the end of all processes')
  })

  test('on one data folder: they share the database, and the last one takes it down', async () => {
    const one = await start({ dataDir: preparedFolder() })
    const { dataDir } = one
    const two = await start({ dataDir })
    const pid = postgresPid(dataDir)
    const list = await wishes(one.url, 20)
    // Each wish goes to both servers at once.
    const answers = await Promise.all(
      list.flatMap((wish) => [bookWish(one.url, wish), bookWish(two.url, wish)]),
    )
    assert.ok(answers.every((answer) => answer !== 'no answer' && answer.status === 201))
    assert.equal(await count(dataDir, "appointments where idempotency_key like 'client wish-%'"), 20)

    assert.equal((await stop(one)).code, 0)
    assert.equal(postgresPid(dataDir), pid)
    assert.equal(await status(`${two.url}/api/ready`), 200)
    assert.equal(((await bookWish(two.url, list[0]!)) as { status: number }).status, 201)

    const three = await start({ dataDir })
    kill(pid!, 'SIGKILL')
    for (const { url } of [two, three])
      await until(
        async () => (await status(`${url}/api/ready`)) === 200 && postgresPid(dataDir) !== pid,
        20_000,
        'the recovery',
      )
    assert.equal((await stop(two)).code, 0)
    assert.equal(await status(`${three.url}/api/ready`), 200)
    assert.equal((await stop(three)).code, 0)
    assert.deepEqual(processesOf(dataDir), [])
    assert.equal(postgresPid(dataDir), undefined)
  })

  test('a pid file of before a crash that names another installation’s database is not believed', async () => {
    const one = await start({ dataDir: preparedFolder() })
    const two = await start({ dataDir: preparedFolder() })
    const ofTwo = postgresPid(two.dataDir)!
    const pidFile = join(one.dataDir, 'pg/postmaster.pid')
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    kill(one.child.pid!, 'SIGKILL')
    await one.ended
    kill(Number(lines[0]), 'SIGKILL')
    await until(() => processesOf(one.dataDir).length === 0)
    writeFileSync(pidFile, [ofTwo, ...lines.slice(1)].join('\n'))

    const again = await start({ dataDir: one.dataDir })
    assert.notEqual(postgresPid(one.dataDir), ofTwo)
    assert.equal((await stop(again)).code, 0)
    assert.equal(await status(`${two.url}/api/ready`), 200)
    assert.equal(postgresPid(two.dataDir), ofTwo)
    assert.equal((await stop(two)).code, 0)
  })

  test('an ordinary user', { skip: process.getuid!() !== 0 && 'the others run as one' }, async () => {
    const uid = 65_534
    const server = await start({ uid, dataDir: dataFolder(uid) })
    assert.equal(await status(`${server.url}/negocio/${DEMO_SLUG}`), 200)
    assert.equal((await stop(server)).code, 0)
    assert.deepEqual(processesOf(server.dataDir), [])
  })
})

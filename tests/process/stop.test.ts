import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DEMO_SLUG } from '../../scripts/demo/salon.ts'
import {
  ask,
  bodyOf,
  bookWish,
  dataFolder,
  freePort,
  kill,
  launch,
  load,
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

/** The server exited with 0 and in time, and left no process on the data folder. */
async function endsWell(server: Running, ending: Promise<{ code: number | null; ms: number }>) {
  const { code, ms } = await ending
  assert.equal(code, 0, server.output().err)
  assert.ok(ms < 20_000, `${ms} ms`)
  assert.deepEqual(processesOf(server.dataDir), [])
  assert.equal(postgresPid(server.dataDir), undefined)
}

describe('stopping', () => {
  let server: Running
  const { dataDir, port } = { dataDir: preparedFolder(), port: freePort() }
  const again = async (env?: Record<string, string>) =>
    (server = await start({ dataDir, port: await port, ...(env && { env }) }))

  const ways: [name: string, send: (server: Running) => unknown][] = [
    ['SIGTERM', ({ child }) => child.kill('SIGTERM')],
    ['Ctrl-C, to the whole group', ({ child }) => process.kill(-child.pid!, 'SIGINT')],
    ['the terminal’s end', ({ child }) => process.kill(-child.pid!, 'SIGHUP')],
    [
      'SIGTERM and at once Ctrl-C',
      ({ child }) => (child.kill('SIGTERM'), process.kill(-child.pid!, 'SIGINT')),
    ],
  ]
  for (const [name, send] of ways)
    test(`${name} under load: what was answered is kept, nobody is left, the next start is quick`, async () => {
      await again()
      const list = await wishes(server.url, 120)
      const { answers, booked, done } = load(server.url, list)
      await until(() => booked().length >= 15, 20_000, 'some bookings')
      const begun = performance.now()
      send(server)
      await endsWell(
        server,
        server.ended.then(({ code }) => ({ code, ms: performance.now() - begun })),
      )
      await done
      // Each request was booked, refused with a sentence, or never began.
      for (const answer of answers.values())
        if (answer !== 'no answer') {
          assert.ok([201, 409, 503].includes(answer.status), JSON.stringify(answer))
          assert.ok(answer.status === 201 || answer.body.success === false, JSON.stringify(answer))
        }

      const restarted = performance.now()
      await again()
      assert.ok(performance.now() - restarted < 10_000)
      const ids = booked().map(([, answer]) => bodyOf(answer).appointment.id)
      const kept = await query<{ id: string }>(
        dataDir,
        'select id from appointments where idempotency_key is not null',
      )
      assert.ok(ids.every((id) => kept.some((row) => Number(row.id) === id)))
      assert.ok(booked().length >= 15)
      await query(dataDir, 'delete from appointments where idempotency_key is not null')
      await stop(server)
    })

  test('a request that is half here is waited for and answered', async () => {
    await again()
    const [wish] = await wishes(server.url, 1)
    const text = JSON.stringify(wish!.body)
    const socket = connect(await port, '127.0.0.1')
    let heard = ''
    socket.on('data', (data) => (heard += data))
    const head = [
      'POST /api/appointments/public HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${text.slice(0, 30)}`)
    await sleep(200)
    const ending = stop(server)
    await sleep(500)
    socket.write(text.slice(30))
    await endsWell(server, ending)
    assert.match(heard, /^HTTP\/1.1 201 [^]*"success":true/)
  })

  test('connections that say nothing, or never finish, do not hold it', async () => {
    await again()
    const silent = connect(await port, '127.0.0.1')
    const dawdling = connect(await port, '127.0.0.1')
    for (const socket of [silent, dawdling]) socket.on('error', () => {})
    dawdling.write(
      'POST /api/appointments/public HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    )
    await sleep(300)
    await endsWell(server, stop(server))
    for (const socket of [silent, dawdling]) socket.destroy()
  })

  test('while it starts', async () => {
    for (const ms of [300, 700, 1200]) {
      const starting = launch({ dataDir, port: await port })
      await sleep(ms)
      const { code, signal } = await stop(starting)
      assert.ok(code === 0 || signal === 'SIGTERM', String(code))
      assert.deepEqual(processesOf(dataDir), [], `after ${ms} ms`)
    }
  })

  test('a job that waits for a lock does not hold it, nor keep the database running', async () => {
    await again()
    const client = new pg.Client({ host: join(dataDir, 'pg'), user: 'postgres', database: 'postgres' })
    client.on('error', () => {})
    await client.connect()
    await client.query('begin; lock table client_imports')
    const waiting = async () => (await client.query('select from pg_locks where not granted')).rows.length > 0
    await until(waiting, 20_000, 'a job that waits')
    await endsWell(server, stop(server))
    await client.end().catch(() => {})
  })

  test('a mail server that answers nothing does not hold it; what it may have is not taken for sent', async () => {
    const sink = await startSink()
    sink.onMessage = () => new Promise(() => {})
    await again({ SMTP_URL: sink.url })
    const [wish] = await wishes(server.url, 1)
    const { appointment } = bodyOf(await bookWish(server.url, wish!))
    await until(() => sink.waiting === 2, 20_000, 'mails without an answer')
    await endsWell(server, stop(server))
    await sink.stop()
    await again()
    const mails = await query(
      dataDir,
      `select kind, state, unanswered from messages where appointment_id = ${appointment.id} and channel = 'email' order by kind`,
    )
    assert.deepEqual(mails, [
      { kind: 'booked_client', state: 'queued', unanswered: 1 },
      { kind: 'booked_owner', state: 'queued', unanswered: 1 },
    ])
    await query(dataDir, `delete from appointments where id = ${appointment.id}`)
    await stop(server)
  })

  test('one that answers letter by letter does not hold it either', async () => {
    const sockets: Socket[] = []
    const slow = createServer((socket) => {
      sockets.push(socket.on('error', () => {}))
      socket.write('220 slow\r\n')
      const timer = setInterval(() => socket.write('2'), 1000)
      socket.on('close', () => clearInterval(timer))
    }).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    await again({ SMTP_URL: `smtp://127.0.0.1:${(slow.address() as AddressInfo).port}` })
    const [wish] = await wishes(server.url, 1)
    const { appointment } = bodyOf(await bookWish(server.url, wish!))
    await until(() => sockets.length > 1, 20_000, 'conversations')
    await endsWell(server, stop(server))
    for (const socket of sockets) socket.destroy()
    slow.close()
    await again()
    await query(dataDir, `delete from appointments where id = ${appointment.id}`)
    await stop(server)
  })

  test('nor do many events of WhatsApp, which stay for the next start', async () => {
    await again({ WHATSAPP_STANDIN: 'true' })
    await query(
      dataDir,
      `insert into whatsapp_events (body, received_at, due_at)
       select '{"status": {"id": "wamid.1", "status": "read", "biz_opaque_callback_data": "1.1"}}', now(), now()
       from generate_series(1, 40000)`,
    )
    await sleep(2500)
    await endsWell(server, stop(server))
    await again()
    const [left] = await query<{ n: number }>(dataDir, 'select count(*)::int as n from whatsapp_events')
    assert.ok(left!.n > 0)
    await query(dataDir, 'delete from whatsapp_events')
    await stop(server)
  })

  test('npm start hands the signal on', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      server = await start({ dataDir, port: await port, command: ['npm', 'start'] })
      const { ms } = await stop(server, signal)
      assert.ok(ms < 20_000)
      await until(() => processesOf(dataDir).length === 0, 5_000, 'the end of all processes')
    }
  })

  test('while a new installation is set up: the next start finds its way', async () => {
    for (const send of [(pid: number) => kill(pid, 'SIGTERM'), (pid: number) => kill(-pid, 'SIGINT')]) {
      const dataDir = dataFolder()
      const starting = launch({ dataDir, port: await freePort() })
      await until(() => processesOf(dataDir).length > 1, 30_000, 'the set-up of a database')
      send(starting.child.pid!)
      assert.equal((await starting.ended).code, 0, starting.output().err)
      assert.deepEqual(processesOf(dataDir), [])
      const server = await start({ dataDir })
      assert.equal(((await ask(`${server.url}/api/ready`)) as { status: number }).status, 200)
      await endsWell(server, stop(server))
    }
  })

  test('kill -9 of everything while a new installation is set up: the next start begins anew', async () => {
    const dataDir = dataFolder()
    const starting = launch({ dataDir, port: await freePort() })
    await until(() => processesOf(dataDir).length > 1, 30_000, 'the set-up of a database')
    await sleep(150)
    for (const pid of [starting.child.pid!, ...processesOf(dataDir)]) kill(pid, 'SIGKILL')
    await until(() => processesOf(dataDir).length === 0, 5_000, 'the end of all processes')
    const server = await start({ dataDir })
    assert.equal(((await ask(`${server.url}/api/ready`)) as { status: number }).status, 200)
    await endsWell(server, stop(server))
  })
})

test('four restarts behind a proxy that asks who is ready: nobody is failed', async () => {
  const dataDir = preparedFolder()
  const env = { DRAIN_SECONDS: '1', LOG_LEVEL: 'warn' }
  const ports = [await freePort(), await freePort()]
  const servers = [
    await start({ dataDir, port: ports[0]!, env }),
    await start({ dataDir, port: ports[1]!, env }),
  ]
  const ready = [true, true]
  let isOver = false
  // One after another: a late answer to an earlier look must not pass for the present.
  const looks = ports.map(async (port, i) => {
    for (; !isOver; await sleep(50)) {
      const answer = await ask(`http://127.0.0.1:${port}/api/ready`)
      ready[i] = answer !== 'no answer' && answer.status === 200
    }
  })
  // Connections are kept, as a proxy keeps them; what fails is not tried again.
  const agents = ports.map(() => new Agent({ keepAlive: true, maxSockets: 8 }))
  let turn = 0
  const get = (path: string) =>
    new Promise<number | string>((resolve) => {
      const i = ready[++turn % 2] ? turn % 2 : (turn + 1) % 2
      const asked = request({ port: ports[i]!, path, agent: agents[i]! }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode!))
      })
      asked.on('error', (error) => resolve(error.message)).end()
    })
  const answers = new Map<number | string, number>()
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver)
      for (const path of [`/negocio/${DEMO_SLUG}`, '/api/health', '/login']) {
        const answer = await get(path)
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
      }
  })
  for (const i of [0, 1, 0, 1]) {
    assert.equal((await stop(servers[i]!)).code, 0)
    servers[i] = await start({ dataDir, port: ports[i]!, env })
    await until(() => ready[i]!)
  }
  isOver = true
  await Promise.all([...load, ...looks])
  for (const agent of agents) agent.destroy()
  assert.deepEqual([...answers.keys()], [200], JSON.stringify([...answers]))
  assert.ok(answers.get(200)! > 100, `${answers.get(200)} answers, 0 failed`)
  for (const server of servers) assert.equal((await stop(server)).code, 0)
})

import assert from 'node:assert/strict'
import { connect, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ensureAdministrator } from '#server/admin/queries.ts'
import { startLive } from '#server/live.ts'
import { api, booking, database, urlOf } from '../helper.ts'
import { owner, PASSWORD, type Owner } from '../owner.ts'
import { memberOf } from '../roles.ts'
import { until } from '../smtp.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const connectionString = await urlOf(db)

/** A live hub with its own connection, as another process has it. */
function hub() {
  const live = startLive(db, { connectionString, application_name: 'enpunto test' }, () => {})
  const heard: number[] = []
  const listen = (id: number) => live.listen(id, () => heard.push(id))
  return { live, heard, listen }
}

test('a change in one process is heard in all, by the screens of that business only', async () => {
  const [here, there] = [hub(), hub()]
  const stop = here.listen(1)
  there.listen(1)
  there.listen(2)
  // Once it is connected, each hub tells its screens to refresh.
  await until(() => here.heard.length > 0 && there.heard.length > 1)
  here.heard.length = there.heard.length = 0
  for (let i = 0; i < 50; i++) here.live.changed(1)
  await until(() => here.heard.length > 0 && there.heard.length > 0)
  assert.deepEqual([here.heard, there.heard], [[1], [1]])
  stop()
  there.live.changed(1)
  await until(() => there.heard.length === 2)
  assert.deepEqual(here.heard, [1])
  await Promise.all([here.live.stop(), there.live.stop()])
})

test('a lost connection comes back, and every screen looks again', async () => {
  const { live, heard, listen } = hub()
  listen(7)
  await until(() => heard.length === 1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'enpunto test'`.execute(db)
  await until(() => heard.length >= 2)
  heard.length = 0
  live.changed(7)
  await until(() => heard.length > 0)
  await live.stop()
})

test('where changes come without a pause screens hear of them once a second, and of the last one', async () => {
  const { live, heard, listen } = hub()
  listen(9)
  await until(() => heard.length === 1)
  heard.length = 0
  const begun = performance.now()
  while (performance.now() - begun < 2_500) {
    live.changed(9)
    await sleep(50)
  }
  const before = heard.length
  const seconds = (performance.now() - begun) / 1000
  assert.ok(before >= 2 && before <= Math.ceil(seconds) + 1, `${before} times in ${seconds} s`)
  live.changed(9)
  await until(() => heard.length > before)
  await live.stop()
})

/** A server that listens on a port, like another process. */
async function server(env = { LIVE_PER_SESSION: '3', LIVE_PER_BUSINESS: '5' }) {
  const { live } = hub()
  after(() => live.stop())
  let open = 0
  const { listen } = live
  live.listen = (id, onChange) => {
    const forget = listen(id, onChange)
    open++
    return () => {
      open--
      forget()
    }
  }
  const { app, call } = await api(db, { live, env })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const events = async (authorization: string) => {
    const response = await fetch(`${url}/api/appointments/events`, { headers: { authorization } })
    let isOver = false
    // It ends when the server ends it, or is cancelled.
    const cancel = new AbortController()
    const done = (async () => {
      if (response.ok)
        await response.body!.pipeTo(new WritableStream(), { signal: cancel.signal }).catch(() => {})
      isOver = true
    })()
    return { status: response.status, isOver: () => isOver, cancel: () => (cancel.abort(), done) }
  }
  /** What a stream says, for as long as it is read. */
  const heard = async (authorization: string) => {
    const response = await fetch(`${url}/api/appointments/events`, { headers: { authorization } })
    let text = ''
    const cancel = new AbortController()
    const write = (part: string) => void (text += part)
    const done = response
      .body!.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write }), { signal: cancel.signal })
      .catch(() => {})
    return { text: () => text, cancel: () => (cancel.abort(), done) }
  }
  const head = (authorization: string) =>
    fetch(`${url}/api/appointments/events`, { method: 'HEAD', headers: { authorization } })
  return { app, call, events, heard, head, open: () => open }
}
const [one, other] = [await server(), await server()]
const signIn = async ({ email }: Owner) => {
  const body = { email, password: PASSWORD, recaptcha_token: 'dev-token' }
  return `Bearer ${(await one.call('POST', '/api/auth/login', { body })).body.token}`
}
const administrator = async () => {
  const who = { email: 'jefa@enpunto.example', password: 'una-clave-larga' }
  await ensureAdministrator(db, who)
  const { body } = await one.call('POST', '/api/admin/login', { body: who })
  return { authorization: `Bearer ${body.token}` }
}

test('a stream ends with its session, in whatever process', async () => {
  const mine = await owner(one.call)
  const phone = await signIn(mine)
  const [here, there, stays] = [
    await one.events(phone),
    await other.events(phone),
    await other.events(mine.headers.authorization),
  ]
  assert.deepEqual([here.status, there.status, stays.status], [200, 200, 200])
  await one.call('POST', '/api/auth/logout', { headers: { authorization: phone } })
  await until(() => here.isOver() && there.isOver())
  assert.equal(stays.isOver(), false)
  assert.equal((await one.events(phone)).status, 401)
  // So does one that is closed from the list of sessions.
  const lent = await signIn(mine)
  const closed = await other.events(lent)
  assert.equal((await mine.as('POST', '/api/auth/sessions/close-others')).status, 200)
  await until(() => closed.isOver())
  assert.equal(stays.isOver(), false)
  // The stream of a deactivated member ends, too.
  await sql`with u as (insert into users (email, password_hash) values ('socia@correo.example', 'x') returning id)
    insert into memberships (business_id, user_id, role) select ${mine.business_id}, id, 'owner' from u`.execute(
    db,
  )
  await sql`update memberships m set is_active = false from users u
    where u.id = m.user_id and u.email = ${mine.email}`.execute(db)
  await until(() => stays.isOver())
})

test('a stream begins with what its member may do by now, so that nobody asks for it once more', async () => {
  const { business_id } = await owner(one.call)
  const { headers } = await memberOf(db, business_id, 'reception')
  const { body } = await one.call('GET', '/api/auth/verify', { headers })
  const told = async () => {
    const stream = await other.heard(headers.authorization!)
    const data = () => /^event: access\ndata: (.*)$/m.exec(stream.text())?.[1]
    await until(() => data() !== undefined)
    await stream.cancel()
    return JSON.parse(data()!)
  }
  const { role, professional_id, permissions } = body
  assert.equal(role, 'reception')
  assert.deepEqual(await told(), { role, professional_id, permissions, is_suspended: false })
  await sql`update businesses set suspended_at = now() where id = ${business_id}`.execute(db)
  assert.equal((await told()).is_suspended, true)
})

test('what is heard of a change tells nothing of it, so that a professional hears of no other’s clients', async () => {
  const { who, place, other_id } = await twoProfessionals(one.call, db)
  const { professional_id } = place
  const { headers } = await memberOf(db, who.business_id, 'professional', { professional_id })
  const [theirs, owners] = [
    await one.heard(headers.authorization!),
    await one.heard(who.headers.authorization),
  ]
  const body = booking(place, {
    professional_id: other_id,
    appointment_time: '15:00',
    client_name: 'Ajena Tercera',
    client_phone: '+573109998800',
    client_email: 'tercera@secreta.example',
  })
  assert.equal((await one.call('POST', '/api/appointments/public', { body })).status, 201)
  await until(() => /event: changed/.test(theirs.text()) && /event: changed/.test(owners.text()))
  for (const stream of [theirs, owners]) {
    await stream.cancel()
    const ownAccess = /event: access\ndata: \{[^{}]*\}\n\n/
    assert.match(
      stream.text().replace(ownAccess, ''),
      /^(: \w+\n\n|retry: \d+\n\n|event: changed\ndata: \{\}\n\n)+$/,
    )
  }
})

test('the owner’s screens hear of granted credits', async () => {
  const mine = await owner(one.call)
  const stream = await other.heard(mine.headers.authorization)
  const headers = await administrator()
  const body = { packages: 1, reference: `live ${mine.business_id}` }
  const url = `/api/admin/businesses/${mine.business_id}/credits`
  // What the registration announced, and the opening.
  await sleep(1500)
  const before = stream.text().length
  assert.equal((await one.call('POST', url, { headers, body })).status, 200)
  await until(() => /event: changed/.test(stream.text().slice(before)))
  await stream.cancel()
})

test('who asks for the head of the stream has it at once, and takes none', { timeout: 20_000 }, async () => {
  const mine = await owner(one.call)
  const { authorization } = mine.headers
  for (let n = 0; n < 10; n++) {
    const answer = await one.head(authorization)
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type')?.slice(0, 17)],
      [200, 'text/event-stream'],
    )
  }
  const stream = await one.events(authorization)
  assert.equal(stream.status, 200)
  await stream.cancel()
})

/** The head of a request for the stream, as it goes over the wire. */
const streamHead = (authorization: string) =>
  `GET /api/appointments/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`

test('a stream that is given up while the gate asks the database is let go', async () => {
  const mine = await owner(one.call)
  const { authorization } = mine.headers
  const { port } = one.app.server.address() as AddressInfo
  let [asked, left] = [0, 0]
  one.app.server.on('request', ({ socket }) => {
    asked++
    socket.once('close', () => left++)
  })
  await db.transaction().execute(async (tx) => {
    await sql`lock table sessions`.execute(tx)
    for (let n = 0; n < 4; n++) {
      const socket = connect(port, '127.0.0.1')
      socket.write(streamHead(authorization))
      await until(() => asked > n)
      socket.destroy()
    }
    await until(() => left === 4)
  })
  await until(async () => {
    const stream = await one.events(authorization)
    await stream.cancel()
    return stream.status === 200
  })
  await until(() => one.open() === 0)
})

test('a stream that waits behind another one of its connection is let go with it', async () => {
  const mine = await owner(one.call)
  const { authorization } = mine.headers
  const socket = connect((one.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(streamHead(authorization).repeat(2))
  await until(() => one.open() === 2)
  socket.destroy()
  await until(() => one.open() === 0)
})

test('the stream of a session that has ended is let go at once, though nobody reads it to its end', async () => {
  const mine = await owner(one.call)
  const phone = await signIn(mine)
  const socket = connect((one.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.pause()
  // Of two, the second one's end waits for the first one's, which stays.
  socket.write(streamHead(mine.headers.authorization) + streamHead(phone))
  await until(() => one.open() === 2)
  await one.call('POST', '/api/auth/logout', { headers: { authorization: phone } })
  await until(() => one.open() === 1)
  socket.destroy()
  await until(() => one.open() === 0)
})

test('one person of a team leaves streams to the others, however often they log in', async () => {
  const many = await server({ LIVE_PER_SESSION: '1', LIVE_PER_BUSINESS: '50' })
  const mine = await owner(many.call)
  const sessions = await Promise.all(Array.from({ length: 9 }, () => signIn(mine)))
  const open = await Promise.all(sessions.map((session) => many.events(session)))
  assert.equal(open.filter(({ status }) => status === 200).length, 5)
  const { headers } = await memberOf(db, mine.business_id, 'reception')
  const others = await many.events(headers.authorization!)
  assert.equal(others.status, 200)
  for (const stream of [...open, others]) await stream.cancel()
})

test('a session, and a business, have a number of streams', async () => {
  const mine = await owner(one.call)
  const { authorization } = mine.headers
  const tried = await Promise.all(Array.from({ length: 50 }, () => one.events(authorization)))
  const open = tried.filter(({ status }) => status === 200)
  assert.equal(open.length, 3, '50 tried')
  assert.ok(tried.every(({ status }) => [200, 429].includes(status)))
  const phone = await signIn(mine)
  const more = await Promise.all(Array.from({ length: 3 }, () => one.events(phone)))
  assert.deepEqual(more.map(({ status }) => status).sort(), [200, 200, 429])
  // A window that is closed makes room.
  await open[0]!.cancel()
  await until(async () => (await one.events(authorization)).status === 200)
})

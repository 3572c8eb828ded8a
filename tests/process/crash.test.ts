import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ask,
  bodyOf,
  bookWish,
  kill,
  load,
  postgresPid,
  preparedFolder,
  query,
  start,
  stop,
  wishes,
  wishesOfAny,
  type Answer,
  type Running,
  type Wish,
} from '../server.ts'
import { startSink, until, type Sink } from '../smtp.ts'

const sinks: Sink[] = []
after(() => Promise.all(sinks.map((sink) => sink.stop())))

async function mailServer() {
  const sink = await startSink()
  sinks.push(sink)
  return sink
}

/** What a process hands over at a time: two mails (SMTP_CONNECTIONS), and one that is kept for confirmations. */
const HANDED_OVER = 3

interface Row {
  id: number
  key: string
  email: string
}
const bookedRows = async (dataDir: string): Promise<Row[]> =>
  (
    await query<{ id: string; key: string; email: string }>(
      dataDir,
      `select id, replace(idempotency_key, 'client ', '') as key, client_email as email
       from appointments where idempotency_key is not null order by id`,
    )
  ).map((row) => ({ ...row, id: Number(row.id) }))

/** Repeats a request with the same key, as the booking page does, until its outcome is known. */
async function insist(url: string, wish: Wish): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await bookWish(url, wish)
    if (answer !== 'no answer' && answer.status !== 503) return answer
    if (tries > 200) throw new Error(`no answer for ${wish.key}`)
    await sleep(100)
  }
}

/** Every wish is booked exactly once, and the acknowledged ones as they were acknowledged. */
async function eachOnce(dataDir: string, list: Wish[], answers: Map<Wish, Answer>) {
  const rows = await bookedRows(dataDir)
  assert.deepEqual(rows.map(({ key }) => key).sort(), list.map(({ key }) => key).sort())
  for (const wish of list) {
    const { id, client_email } = bodyOf(answers.get(wish)!).appointment
    const row = rows.find(({ key }) => key === wish.key)!
    assert.deepEqual([row.id, row.email, client_email], [id, wish.email, wish.email])
  }
}

/**
 * No mail is sent twice, and both mails of every booking arrived. A mail that was being handed over when the
 * process was killed counts as sent (docs/messages.md): only such a one may be missing.
 */
async function mailsOnce({ dataDir }: Running, sink: Sink, list: Wish[], kills: number) {
  const settled = async () => {
    const [row] = await query<{ n: string }>(
      dataDir,
      "select count(*) as n from messages where state = 'queued'",
    )
    return Number(row!.n) === 0
  }
  await until(settled, 60_000, 'the sending of all mails')
  const ids = sink.received.map(({ mail }) => mail.messageId)
  assert.equal(new Set(ids).size, ids.length, 'a mail came twice')
  const states = await query<{ recipient: string; state: string; last_error: string | null }>(
    dataDir,
    `select recipient, m.state, m.last_error from messages m
     join appointments a on a.business_id = m.business_id and a.id = m.appointment_id where a.idempotency_key is not null`,
  )
  assert.equal(states.length, 2 * list.length)
  assert.ok(states.every(({ state }) => state === 'sent'))
  const got = (email: string) => sink.received.filter(({ to }) => to.includes(email)).length
  for (const { email } of list) assert.ok(got(email) <= 1, email)
  // Killed between the commit that counts a mail as sent and its last byte, nobody is left to say that it is unsure.
  const unsure = states.filter(({ last_error }) => last_error !== null)
  const missing = states.length - sink.received.length
  for (const count of [unsure.length, missing])
    assert.ok(count <= kills * HANDED_OVER, `${missing} missing, ${JSON.stringify(unsure)}`)
}

test('kill -9 of the server under load: what it acknowledged is there, what it did not is booked once by asking again', async () => {
  const sink = await mailServer()
  const env = { SMTP_URL: sink.url }
  let server = await start({ dataDir: preparedFolder(), env })
  const { dataDir } = server
  const list = await wishes(server.url, 120)
  const answers = new Map<Wish, Answer>()

  for (const part of [list.slice(0, 60), list.slice(60)]) {
    const { answers: got, booked, done } = load(server.url, part)
    await until(() => booked().length >= 20, 20_000, 'some bookings')
    kill(server.child.pid!, 'SIGKILL')
    await done
    const lost = part.filter((wish) => got.get(wish) === 'no answer')
    assert.ok(lost.length > 0, 'it was killed under load')
    for (const [wish, answer] of got) answers.set(wish, answer)

    server = await start({ dataDir, env })
    const rows = await bookedRows(dataDir)
    for (const [wish, answer] of booked()) {
      const found = rows.filter(({ key }) => key === wish.key)
      assert.deepEqual(
        found.map(({ id }) => id),
        [bodyOf(answer).appointment.id],
        wish.key,
      )
    }
    for (const wish of lost) answers.set(wish, await insist(server.url, wish))
  }
  await eachOnce(dataDir, list, answers)
  await mailsOnce(server, sink, list, 2)
  assert.equal((await stop(server)).code, 0)
})

test('kill -9 in the middle of bookings without preference: asked again with its key each is one appointment, with whom it was told', async () => {
  const sink = await mailServer()
  const env = { SMTP_URL: sink.url }
  let server = await start({ dataDir: preparedFolder(), env })
  const { dataDir } = server
  const list = await wishesOfAny(server.url, 60)
  const { answers, booked, done } = load(server.url, list)
  await until(() => booked().length >= 20, 20_000, 'some bookings')
  kill(server.child.pid!, 'SIGKILL')
  await done
  const lost = list.filter((wish) => answers.get(wish) === 'no answer')
  assert.ok(lost.length > 0, 'it was killed under load')

  server = await start({ dataDir, env })
  for (const wish of lost) answers.set(wish, await insist(server.url, wish))
  // Whoever was answered asks again, too: nobody is assigned anew.
  for (const wish of list.slice(0, 10)) {
    const { appointment } = bodyOf(await bookWish(server.url, wish))
    assert.equal(appointment.id, bodyOf(answers.get(wish)!).appointment.id)
  }
  await eachOnce(dataDir, list, answers)
  const rows = await query<{ id: string; professional_id: string; chosen_by: string }>(
    dataDir,
    'select id, professional_id, chosen_by from appointments where idempotency_key is not null',
  )
  const told = new Map(
    list.map((wish) => {
      const { id, professional_id } = bodyOf(answers.get(wish)!).appointment
      return [id, professional_id]
    }),
  )
  for (const { id, professional_id, chosen_by } of rows)
    assert.deepEqual([told.get(Number(id)), chosen_by], [Number(professional_id), 'system'])
  assert.ok(new Set(told.values()).size > 1, 'more than one person was chosen')
  await mailsOnce(server, sink, list, 1)
  assert.equal((await stop(server)).code, 0)
})

test('kill -9 of the database under load: 503 until it is back by itself, nothing acknowledged is lost', async () => {
  const sink = await mailServer()
  const server = await start({ dataDir: preparedFolder(), env: { SMTP_URL: sink.url } })
  const { dataDir, url } = server
  const list = await wishes(url, 120)
  const answers = new Map<Wish, Answer>()
  const killed: number[] = []
  const ready = async () => ((await ask(`${url}/api/ready`)) as { status: number }).status
  for (const part of [list.slice(0, 60), list.slice(60)]) {
    const { answers: got, booked, done } = load(url, part)
    await until(() => booked().length >= 20, 20_000, 'some bookings')
    const pid = postgresPid(dataDir)!
    killed.push(pid)
    const revived = () => ![undefined, pid].includes(postgresPid(dataDir))
    kill(pid, 'SIGKILL')
    await until(async () => (await ready()) === 503 || revived(), 20_000, 'the outage')
    await until(async () => revived() && (await ready()) === 200, 20_000, 'the recovery')
    await done
    for (const [wish, answer] of got) answers.set(wish, answer)
  }
  assert.ok(!killed.includes(postgresPid(dataDir)!))
  assert.equal(server.child.exitCode, null)

  let outages = 0
  for (const [wish, answer] of answers) {
    assert.notEqual(answer, 'no answer', 'the server itself is never away')
    if (answer === 'no answer' || answer.status === 201) continue
    outages++
    assert.equal(answer.status, 503, JSON.stringify(answer))
    assert.deepEqual(answer.body, {
      success: false,
      error: 'El servicio no está disponible por un momento. Intenta de nuevo.',
    })
    answers.set(wish, await insist(url, wish))
  }
  assert.ok(outages > 0, 'it was killed under load')
  await eachOnce(dataDir, list, answers)
  await mailsOnce(server, sink, list, killed.length)
  assert.equal((await stop(server)).code, 0)
})

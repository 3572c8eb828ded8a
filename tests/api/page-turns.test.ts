/** What takes the process long, for which those who ask much take turns with everybody else: drawing pages, and the days of many people. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { database, salon } from '../helper.ts'
import { site } from '../pages.ts'
import { networkTurns } from '#server/turns/network-turns.ts'
import { Refusal } from '#server/http/refusal.ts'

const db = await database()
const { app } = await site(db)

const READERS = 10
const EACH = 5

async function pageOf(business_id: number) {
  const { slug } = await db
    .selectFrom('businesses')
    .select('slug')
    .where('id', '=', business_id)
    .executeTakeFirstOrThrow()
  return `/negocio/${slug}`
}

/** The page of a business, with as many services as a business may have. */
async function large() {
  const { business_id } = await salon(db)
  await db
    .insertInto('services')
    .values(
      Array.from({ length: 99 }, (_, n) => ({
        business_id,
        service_name: `Servicio ${n}`,
        duration_minutes: 30,
        price: 1000,
        description: 'Con todo lo que hace falta, y un poco más. '.repeat(4),
      })),
    )
    .execute()
  return pageOf(business_id)
}

test('ten readers of a large page do not hold up another business’s', async () => {
  const page = await large()
  const small = await pageOf((await salon(db)).business_id)
  const read = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress })
  await read(page, '203.0.113.1')

  let drawn = 0
  const crowd = Array.from({ length: READERS * EACH }, async (_, i) => {
    // Another address each time: what was drawn for one is kept, and drawn no more.
    const { statusCode } = await read(`${page}?visita=${i}`, `198.51.100.${i % READERS}`)
    drawn++
    return statusCode
  })
  const other = await read(small, '203.0.113.2')
  const before = drawn
  assert.equal(other.statusCode, 200)
  const statuses = await Promise.all(crowd)
  assert.ok(statuses.every((status) => status === 200))
  console.log(`pages of ten readers drawn before the other's: ${before} of ${statuses.length}`)
  // One turn of each reader, and what was being drawn already.
  assert.ok(before <= 2 * READERS, `${before} were drawn first`)
})

test('ten networks that ask for the days of a large team do not hold up another business’s', async () => {
  const { business_id } = await salon(db)
  const of = { business_id, is_active: true }
  await db
    .insertInto('professionals')
    .values(Array.from({ length: 59 }, (_, n) => ({ ...of, professional_name: `Persona ${n}` })))
    .execute()
  const other = await salon(db)
  const ask = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress })

  let answered = 0
  const crowd = Array.from({ length: READERS * EACH }, async (_, i) => {
    const url = `/api/schedules/available-days/any?businessId=${business_id}`
    const { statusCode } = await ask(url, `198.51.100.${i % READERS}`)
    answered++
    return statusCode
  })
  const days = await ask(`/api/schedules/available-days/${other.professional_id}`, '203.0.113.2')
  const before = answered
  assert.equal(days.statusCode, 200)
  assert.deepEqual(new Set(await Promise.all(crowd)), new Set([200]))
  assert.ok(before <= 2 * READERS, `${before} were answered first`)
})

test('who asks from one network for more days than wait at once is told to come again', async () => {
  const { professional_id } = await salon(db)
  const url = `/api/schedules/available-days/${professional_id}`
  const answers = await Promise.all(
    Array.from({ length: 260 }, () => app.inject({ url, remoteAddress: '203.0.113.9' })),
  )
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  assert.ok(refused.length > 0 && refused.length < 60, `${refused.length} refused`)
  assert.match(refused[0]!.json().error, /Hay demasiadas solicitudes/)
  assert.equal(refused[0]!.headers['retry-after'], '2')
  assert.ok(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 503))
})

test('who looks from one network at more pages than wait at once is told so in a page, and what was sent did not arrive', async () => {
  const page = await pageOf((await salon(db)).business_id)
  const kinds = [
    { method: 'GET', accept: 'text/html,*/*' },
    { method: 'POST', accept: 'text/html,*/*' },
    { method: 'GET', accept: '*/*' },
  ] as const
  const answers = await Promise.all(
    Array.from({ length: 3 * 230 }, async (_, n) => {
      const kind = kinds[n % 3]!
      const { method, accept } = kind
      const url = `${page}?visita=carga-${n}`
      const answer = await app.inject({ method, url, remoteAddress: '203.0.113.10', headers: { accept } })
      return { kind, answer }
    }),
  )
  const [seen, sent, called] = kinds.map(
    (kind) => answers.find((one) => one.kind === kind && one.answer.statusCode === 503)!.answer,
  )
  for (const [{ headers, body }, advice] of [
    [seen!, 'Espera unos segundos y recarga la página.'],
    [sent!, 'Lo que enviaste no llegó. Espera unos segundos, vuelve atrás y envíalo otra vez.'],
  ] as const) {
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.equal(headers['retry-after'], '2')
    assert.ok(body.includes('Hay muchas visitas en este momento') && body.includes(advice), body)
  }
  assert.match(called!.json().error, /Hay demasiadas solicitudes/)
})

test('a page that has its turn waits in no second line for the days that it shows', async () => {
  const { business_id, professional_id, service_id } = await salon(db)
  // Of many times each, so that the line is long beside the page's own steps.
  const finest = { slot_interval_minutes: 5, horizon_days: 90 }
  await db.updateTable('businesses').set(finest).where('id', '=', business_id).execute()
  await db
    .updateTable('business_hours')
    .set({
      is_open: true,
      open_time: '00:00',
      close_time: '23:55',
      lunch_start_time: null,
      lunch_end_time: null,
    })
    .where('business_id', '=', business_id)
    .execute()
  const remoteAddress = '203.0.113.12'
  const url = `/api/schedules/available-days/${professional_id}`
  let answered = 0
  const crowd = Array.from({ length: 190 }, async () => {
    const { statusCode } = await app.inject({ url, remoteAddress })
    answered++
    return statusCode
  })
  const page = await pageOf(business_id)
  const chosen = `${page}?servicio=${service_id}&profesional=${professional_id}`
  const { statusCode, body } = await app.inject({ url: chosen, remoteAddress })
  const before = answered
  assert.equal(statusCode, 200)
  assert.ok(body.includes('09:00'), 'it shows the times of a day')
  assert.deepEqual(new Set(await Promise.all(crowd)), new Set([200]))
  console.log(`of the line answered before the page: ${before}`)
  assert.ok(before < 150, `${before} of 190 were answered first`)
})

test('a /48 of IPv6 with thousands of networks is one reader: another one is the second', async () => {
  const inLine = networkTurns(1)
  const done: string[] = []
  const ask = (ip: string, name: string) => inLine({ ip, headers: {} }, async () => void done.push(name))
  const many = Array.from({ length: 3000 }, (_, n) => ask(`2001:db8:7:${(n + 1).toString(16)}::1`, 'many'))
  await Promise.all([
    ask('192.0.2.7', 'another'),
    ...many.map((each) =>
      each.catch((error: unknown) => {
        assert.ok(error instanceof Refusal)
        assert.equal(error.status, 503)
      }),
    ),
  ])
  assert.ok(done.indexOf('another') <= 2, `as number ${done.indexOf('another') + 1}`)
  assert.ok(done.length <= 602, `${done.length} of one`)
})

test('who is beside a crowd in a /48 of IPv6, as a carrier has them, waits for one of it, and finds a place', async () => {
  const inLine = networkTurns(1)
  const done: string[] = []
  const ask = (ip: string, name: string) => inLine({ ip, headers: {} }, async () => void done.push(name))
  const crowd = Array.from({ length: 300 }, () => ask('2001:db8:7:1::1', 'crowd'))
  await Promise.all([
    ask('2001:db8:7:2::1', 'neighbour'),
    ask('192.0.2.7', 'another'),
    ...crowd.map((each) => each.catch(() => {})),
  ])
  assert.ok(done.indexOf('neighbour') <= 3, `as number ${done.indexOf('neighbour') + 1}`)
  assert.ok(done.indexOf('another') <= 2, `as number ${done.indexOf('another') + 1}`)
})

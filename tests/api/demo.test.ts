/** The demo salon at the moments at which somebody may start the product for the first time. */
import { addDays, dayOfWeek, type IsoDate } from '#domain/dates.ts'
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fewAppointments, salonsAppointments, type Planned } from '../../scripts/demo/appointments.ts'
import { StartError } from '#server/start-error.ts'
import { loadDemo } from '../../scripts/demo/load.ts'
import { bucket } from '../s3-bucket.ts'
import { DEMO_OWNER, DEMO_SLUG } from '../../scripts/demo/salon.ts'
import { api, database } from '../helper.ts'

const bogota = (date: IsoDate, time: string) => Date.parse(`${date}T${time}:00-05:00`)

const WEEK = Array.from({ length: 7 }, (_, n) => addDays('2026-11-16', n))
const TIMES = ['00:01', '06:30', '10:12', '15:00', '23:55']
const MOMENTS = [
  ...WEEK.flatMap((date) => TIMES.map((time) => [date, time] as const)),
  ...['2026-12-31', '2027-01-01', '2028-02-29', '2027-01-03'].flatMap((date) =>
    TIMES.map((time) => [date, time] as const),
  ),
]

/** Neither a professional nor a client is in two appointments at once. */
function apart(plan: Planned[], who: 'professional' | 'client_email') {
  const last = new Map<unknown, Planned>()
  for (const one of plan.toSorted((a, b) => a.starts - b.starts)) {
    const before = last.get(one[who])
    assert.ok(!before || before.ends <= one.starts, JSON.stringify([before, one]))
    last.set(one[who], one)
  }
}

describe('at each hour of each weekday, and at the end of a year', () => {
  test('the week of the calendar and both its sides are full, and nobody is twice at one time', () => {
    for (const [date, time] of MOMENTS) {
      const at = `${date} ${time}`
      const now = bogota(date, time)
      const plan = salonsAppointments(now)
      apart(plan, 'professional')
      apart(plan, 'client_email')

      const monday = addDays(date, -((dayOfWeek(date) + 6) % 7))
      const inWeek = plan.filter(({ appointment_date: day }) => day >= monday && day < addDays(monday, 7))
      const days = new Set(inWeek.map(({ appointment_date }) => appointment_date))
      assert.equal(days.size, 6, `${at}: every open day of the week`)
      assert.ok(inWeek.length > 30, `${at}: ${inWeek.length} this week`)
      const ahead = plan.filter(({ starts, outcome }) => starts > now && /^(sched|conf)/.test(outcome))
      assert.ok(ahead.length > 20, `${at}: ${ahead.length} to come`)
      if (dayOfWeek(date) !== 0)
        assert.ok(
          plan.some(({ appointment_date }) => appointment_date === date),
          `${at}: today`,
        )

      for (const { starts, ends, booked, settled, outcome } of plan) {
        assert.ok(booked <= now && booked < starts, `${at}: booked before, and not tomorrow`)
        assert.ok(settled <= now, `${at}: nothing is settled that is to come`)
        if (outcome === 'attended' || outcome === 'no_show') assert.ok(ends <= now, at)
      }
    }
  })

  test('the past has who came, who did not, who cancelled, and two whom nobody has marked', () => {
    for (const [date, time] of MOMENTS) {
      const now = bogota(date, time)
      const past = salonsAppointments(now).filter(({ ends }) => ends <= now)
      const of = (outcome: string) => past.filter((one) => one.outcome === outcome).length
      assert.ok(past[0]!.appointment_date < addDays(date, -89), 'three months')
      assert.ok(of('attended') > 600, `${of('attended')} came`)
      assert.ok(of('no_show') > 20 && of('cancelled') > 40, `${of('no_show')}, ${of('cancelled')}`)
      assert.equal(of('scheduled'), 2)
      assert.ok(past.length < 1_500, `${past.length} are quick to insert`)
    }
  })

  test('a bare salon has a few in the coming week, and nobody twice at one time', () => {
    for (const [date, time] of MOMENTS) {
      const now = bogota(date, time)
      const plan = fewAppointments(now)
      apart(plan, 'professional')
      apart(plan, 'client_email')
      assert.ok(plan.length >= 18 && plan.length <= 24, `${plan.length}`)
      assert.ok(plan.every(({ starts }) => starts > now))
    }
  })
})

describe('loaded late on a Sunday', () => {
  test('the database takes it, its owner sees this month beside the one before, and its page is in pictures', async () => {
    const db = await database()
    const dataDir = mkdtempSync(join(tmpdir(), 'enpunto-demo-test-'))
    after(() => rmSync(dataDir, { recursive: true, force: true }))
    const now = bogota('2026-11-22', '23:55')
    await loadDemo(db, now, { dataDir, production: false })
    const { call, clock } = await api(db)
    clock.now = now
    const login = { email: DEMO_OWNER.email, password: DEMO_OWNER.password, recaptcha_token: 'dev-token' }
    const { token } = (await call('POST', '/api/auth/login', { body: login })).body
    const get = async (path: string) => {
      const { status, body } = await call('GET', path, { headers: { authorization: `Bearer ${token}` } })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }

    const { metrics, before } = await get('/api/businesses/metrics?period=month')
    for (const one of [metrics, before]) {
      assert.ok(one.total_revenue > 5_000_000, `${one.total_revenue}`)
      assert.ok(one.new_clients > 5 && one.returning_clients > 5, JSON.stringify(one))
      assert.ok(one.no_show_rate > 0 && one.no_show_rate < 15, `${one.no_show_rate}`)
      assert.ok(one.cancellation_rate > 0 && one.cancellation_rate < 20, `${one.cancellation_rate}`)
    }
    const came = await get('/api/appointments/attendance/stats?period=month')
    assert.ok(came.stats.attended > 100 && came.before.attended > 100, JSON.stringify(came))
    const { credits } = await get('/api/message-credits/status')
    assert.ok(credits.total_credits > 400, 'enough to remind everybody for days')
    const week = await get('/api/appointments?from=2026-11-16&to=2026-11-22&limit=200')
    assert.ok(week.appointments.length > 30)
    const one = week.appointments.find((each: any) => each.attendance_status === 'attended')
    const { history } = await get(`/api/appointments/${one.id}`)
    assert.ok(
      history.some(({ change }: any) => change === 'attended'),
      'who came was noted by somebody',
    )

    const cards = await get('/api/clients?limit=100')
    const people = cards.clients.map((each: any) => `${each.client_name} ${each.client_phone}`)
    assert.equal(new Set(people).size, people.length, 'one card for each')

    const { business } = (await call('GET', `/api/businesses/public/slug/${DEMO_SLUG}`)).body
    const { services } = (await call('GET', `/api/businesses/${business.id}/services`)).body
    const { professionals } = (await call('GET', `/api/businesses/${business.id}/professionals`)).body
    const files = readdirSync(join(dataDir, 'files'))
    const pictures = [
      business.logo_url,
      ...JSON.parse(business.gallery_images),
      ...services.map((service: any) => service.image_url),
      ...professionals.map((professional: any) => professional.avatar_url),
    ]
    assert.equal(pictures.length, 1 + 5 + 8 + 4)
    for (const url of pictures) assert.ok(files.includes(url?.split('/').at(-1)), url)

    await loadDemo(db, now + 1, { dataDir, production: false })
    const { total } = await db
      .selectFrom('appointments')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    assert.equal(Number(total), salonsAppointments(now).length, 'loaded once')
  })

  test('its pictures are where all pictures are: in the bucket, or a sentence says why not', async () => {
    const db = await database()
    const dataDir = mkdtempSync(join(tmpdir(), 'enpunto-demo-test-'))
    after(() => rmSync(dataDir, { recursive: true, force: true }))
    let isDenied = true
    const { settings: s3, objects } = await bucket(() => (isDenied ? 'denied' : undefined))
    const load = () => loadDemo(db, Date.now(), { dataDir, s3, production: false, isBare: true })
    await assert.rejects(
      load(),
      (error) => error instanceof StartError && /\(The file store answered 403/.test(error.message),
    )
    isDenied = false
    await load()
    const { logo_url, gallery_images } = await db
      .selectFrom('businesses')
      .selectAll()
      .executeTakeFirstOrThrow()
    for (const url of [logo_url, ...JSON.parse(String(gallery_images))])
      assert.ok(objects.has(url.slice('/files/'.length)), url)
  })

  test('never in production', async () => {
    const db = await database()
    await assert.rejects(loadDemo(db, Date.now(), { dataDir: tmpdir(), production: true }), /never/)
  })
})

/** Single dates with hours of their own, and holidays. */
import type { BusinessId } from '#server/accounts/owner.ts'
import { scopeOfSession } from '#server/accounts/scope.ts'
import { markOf } from '#server/appointments/owner-queries.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, booking, database, NOW, times, type Salon } from '../helper.ts'
import { owner, PASSWORD, withOffer } from '../owner.ts'

const db = await database()
const { call, clock } = await api(db)

async function ownedSalon() {
  const mine = await owner(call)
  const place: Salon = { business_id: mine.business_id, slug: mine.slug, ...(await withOffer(mine)) }
  return { ...mine, place }
}
const slots = async ({ professional_id, service_id }: Salon, date: string): Promise<string[]> => {
  const path = `/api/schedules/available-slots/${professional_id}/${date}?serviceId=${service_id}`
  const one = (await call('GET', path)).body.slots.map(({ time }: { time: string }) => time)
  const many = await call('GET', `/api/schedules/available-days/${professional_id}?serviceId=${service_id}`)
  const day = many.body.days.find((each: { date: string }) => each.date === date)
  if (day) assert.deepEqual(day.times, one, 'both calls say the same')
  return one
}
/** What the booking page is told of a date. */
const closedOn = async ({ professional_id, service_id }: Salon, date: string) => {
  const { body } = await call(
    'GET',
    `/api/schedules/available-days/${professional_id}?serviceId=${service_id}`,
  )
  return body.days.find((day: { date: string }) => day.date === date).closed
}
const book = (place: Salon, appointment_date: string, appointment_time: string) =>
  call('POST', '/api/appointments/public', { body: booking(place, { appointment_date, appointment_time }) })
const hours = (start_time: string, end_time: string) => ({ start_time, end_time })
const [MONDAY, SUNDAY, INMACULADA] = ['2026-11-23', '2026-11-29', '2026-12-08']

describe('a special day', () => {
  test('of a professional who was deleted is neither listed nor counted', async () => {
    const { call } = await api(db, { env: { TIME_OFF_LIMIT: '1' } })
    const mine = await owner(call)
    const { professional_id } = await withOffer(mine)
    const day = { is_open: false, professional_id }
    assert.equal((await mine.as('PUT', `/api/special-days/${MONDAY}`, day)).status, 200)
    assert.equal((await mine.as('DELETE', `/api/professionals/${professional_id}`)).status, 200)
    assert.deepEqual((await mine.as('GET', '/api/special-days')).body.special_days, [])
    assert.equal((await mine.as('PUT', `/api/special-days/${SUNDAY}`, { is_open: true })).status, 200)
  })

  test('has its own hours, for free times, bookings and moves', async () => {
    const { place, as } = await ownedSalon()
    const saved = await as('PUT', `/api/special-days/${MONDAY}`, {
      is_open: true,
      intervals: [hours('07:00', '09:00'), hours('20:00', '22:00')],
      label: 'Noche de velitas',
    })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.deepEqual(await slots(place, MONDAY), [...times('07:00', '08:00'), ...times('20:00', '21:00')])
    assert.equal((await book(place, MONDAY, '10:00')).status, 400)
    const { appointment } = (await book(place, MONDAY, '07:30')).body
    assert.equal(
      (await as('PATCH', `/api/appointments/${appointment.id}`, { appointment_time: '10:00' })).status,
      400,
    )
    assert.equal(
      (await as('PATCH', `/api/appointments/${appointment.id}`, { appointment_time: '21:00' })).status,
      200,
    )
    assert.deepEqual(await slots(place, '2026-11-24'), times('09:00', '17:00'))
    assert.equal((await as('DELETE', `/api/special-days/${MONDAY}`)).status, 200)
    assert.deepEqual(await slots(place, MONDAY), times('09:00', '17:00'))
    assert.equal((await as('DELETE', `/api/special-days/${MONDAY}`)).status, 404)
  })

  test('opens a weekday that is closed, for the business or one professional', async () => {
    const { place, as } = await ownedSalon()
    const other = (await as('POST', '/api/professionals', { professional_name: 'Otra' })).body.professional.id
    assert.deepEqual(await slots(place, SUNDAY), [])
    const { professional_id } = place
    const works = { professional_id, is_open: true, intervals: [hours('10:00', '12:00')] }
    await as('PUT', `/api/special-days/${SUNDAY}`, works)
    assert.deepEqual(await slots(place, SUNDAY), [])
    await as('PUT', `/api/special-days/${SUNDAY}`, { ...works, opens_business: true })
    assert.deepEqual(await slots(place, SUNDAY), ['10:00', '10:30', '11:00'])
    assert.equal((await book(place, SUNDAY, '10:30')).status, 201)
    assert.deepEqual(await slots({ ...place, professional_id: other }, SUNDAY), [])
    await as('PUT', `/api/special-days/${SUNDAY}`, { is_open: true, intervals: [hours('09:00', '11:00')] })
    assert.deepEqual(await slots({ ...place, professional_id: other }, SUNDAY), ['09:00', '09:30', '10:00'])
  })

  test('tells what does not fit any more; the version guards it; a closed one refuses like time off', async () => {
    const { place, as } = await ownedSalon()
    const inside = (await book(place, MONDAY, '09:00')).body.appointment.id
    const outside = (await book(place, MONDAY, '15:00')).body.appointment.id
    const ids = (body: { conflicts: { id: number }[] }) => body.conflicts.map(({ id }) => id)
    const short = await as('PUT', `/api/special-days/${MONDAY}`, {
      is_open: true,
      intervals: [hours('09:00', '12:00')],
    })
    assert.deepEqual(ids(short.body), [outside])
    const closed = await as('PUT', `/api/special-days/${MONDAY}`, { is_open: false, version: 1 })
    assert.deepEqual(ids(closed.body), [inside, outside])
    const stale = await as('PUT', `/api/special-days/${MONDAY}`, { is_open: true, version: 1 })
    assert.deepEqual([stale.status, stale.body.current.is_open], [409, false])
    // One that somebody removed meanwhile does not come back by a form that was open.
    const SATURDAY = '2026-11-28'
    const made = await as('PUT', `/api/special-days/${SATURDAY}`, { is_open: false })
    const { version } = made.body.special_day
    assert.equal((await as('DELETE', `/api/special-days/${SATURDAY}`)).status, 200)
    const late = await as('PUT', `/api/special-days/${SATURDAY}`, { is_open: false, label: 'Feria', version })
    const sentence = 'Ese día especial ya no está: alguien lo quitó. Si lo necesitas, créalo de nuevo.'
    assert.deepEqual([late.status, late.body.error, late.body.current], [409, sentence, undefined])
    assert.equal((await as('PUT', `/api/special-days/${SATURDAY}`, { is_open: false })).status, 200)
    // Past the rules, as one that has read the hours before does.
    const { sql } = await import('kysely')
    const { rows } = await sql<{ n: number }>`
      with written as (
        insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
          professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
          price, booked_by)
        select business_id, client_name, client_phone, client_email, service_id, service_name, professional_id,
          professional_name, appointment_date, '10:00', 60, starts_at + interval '1 hour', ends_at + interval '1 hour',
          price, booked_by
        from appointments where business_id = ${place.business_id} and id = ${inside}
        on conflict do nothing returning id)
      select count(*)::int as n from written`.execute(db)
    assert.equal(rows[0]!.n, 0)
  })

  test('keeps the wall clock when the business moves to another time zone, and moves its instants', async () => {
    const { place, as } = await ownedSalon()
    const { professional_id } = place
    await as('PUT', `/api/special-days/${MONDAY}`, { is_open: true, intervals: [hours('07:00', '09:00')] })
    await as('PUT', '/api/special-days/2026-11-25', {
      professional_id,
      is_open: true,
      intervals: [hours('10:00', '11:00')],
    })
    await as('PUT', '/api/special-days/2026-11-26', { is_open: false, label: 'Inventario' })
    const stay = async () => {
      assert.deepEqual(await slots(place, '2026-11-25'), ['10:00'])
      assert.deepEqual(await slots(place, '2026-11-26'), [])
      assert.equal(await closedOn(place, '2026-11-26'), 'Cerrado: Inventario')
      assert.equal((await book(place, '2026-11-26', '10:00')).status, 400)
    }
    assert.deepEqual(await slots(place, MONDAY), ['07:00', '07:30', '08:00'])
    await stay()
    const early = (await book(place, MONDAY, '07:00')).body.appointment
    assert.equal(early.starts_at, '2026-11-23T12:00:00.000Z')
    const moved = await as('PATCH', '/api/businesses/profile', { timezone: 'America/Mexico_City' })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    assert.deepEqual(await slots(place, MONDAY), ['08:00'])
    await stay()
    const late = (await book(place, MONDAY, '08:00')).body.appointment
    assert.equal(late.starts_at, '2026-11-23T14:00:00.000Z')
    const { appointment } = (await as('GET', `/api/appointments/${early.id}`)).body
    assert.equal(appointment.starts_at, '2026-11-23T13:00:00.000Z')
  })

  test('the page knows it: today’s hours, why it is closed, and search engines too', async () => {
    const { place, as } = await ownedSalon()
    const TODAY = '2026-11-20'
    await as('PUT', `/api/special-days/${TODAY}`, { is_open: true, intervals: [hours('10:00', '14:00')] })
    await as('PUT', `/api/special-days/${MONDAY}`, { is_open: false, label: 'Inventario' })
    await as('PUT', `/api/holidays/${INMACULADA}`, { choice: 'closed' })
    const off = { kind: 'vacation', first_date: '2026-12-14', last_date: '2026-12-20' }
    const shown = await as('POST', '/api/time-off', { ...off, show_reason: true })
    await as('POST', '/api/time-off', {
      kind: 'vacation',
      first_date: '2026-12-09',
      reason: 'Mi operación',
      professional_id: place.professional_id,
    })
    await as('POST', '/api/time-off', { kind: 'sick', first_date: '2026-12-10', reason: 'Mi operación' })
    assert.equal(await closedOn(place, MONDAY), 'Cerrado: Inventario')
    assert.equal(await closedOn(place, '2026-12-14'), 'Cerrado por vacaciones hasta el 20 de diciembre')
    assert.equal(await closedOn(place, '2026-12-09'), undefined, 'a professional’s is nobody’s business')
    assert.equal(await closedOn(place, '2026-12-10'), 'Cerrado')
    const read = async () =>
      (await call('GET', `/api/businesses/public/slug/${place.slug}`)).body.business.special_dates
    const dates = await read()
    assert.deepEqual(dates.slice(0, 4), [
      { date: TODAY, intervals: [hours('10:00', '14:00')], closed: null },
      { date: MONDAY, intervals: [], closed: 'Cerrado: Inventario' },
      { date: INMACULADA, intervals: [], closed: 'Cerrado por festivo: Inmaculada Concepción' },
      { date: '2026-12-10', intervals: [], closed: 'Cerrado' },
    ])
    assert.equal(dates.length, 4 + 6, 'the Sunday is closed anyway')
    assert.ok(!JSON.stringify(dates).includes('operación'))
    const hidden = { ...off, reason: 'Mi operación', show_reason: false }
    await as('PUT', `/api/time-off/${shown.body.time_off.id}`, hidden)
    assert.equal(await closedOn(place, '2026-12-14'), 'Cerrado')
    assert.ok(!JSON.stringify(await read()).includes('operación'))
  })

  test('21 days before a holiday its owner is asked, until something is said of it', async () => {
    const { place, as } = await ownedSalon()
    const asked = async () => (await as('GET', '/api/businesses/stats')).body.holiday
    await book(place, INMACULADA, '09:00')
    assert.deepEqual(await asked(), {
      date: INMACULADA,
      name: 'Inmaculada Concepción',
      question: 'El martes 8 de diciembre es festivo (Inmaculada Concepción). ¿Abres?',
      appointments: 1,
    })
    const before = clock.now
    clock.now = Date.parse('2026-11-16T15:00:00Z')
    assert.notEqual((await asked())?.date, INMACULADA, '22 days before')
    clock.now = before
    await as('PUT', '/api/businesses/holidays', { policy: 'closed' })
    assert.equal(await asked(), null)
    await as('PUT', '/api/businesses/holidays', { policy: 'ask' })
    await as('PUT', `/api/holidays/${INMACULADA}`, { choice: 'open' })
    assert.equal(await asked(), null)
  })

  test('changes what an open screen of a professional looks at for news', async () => {
    const { as, place } = await ownedSalon()
    const { business_id, professional_id } = place
    const session = { business_id: business_id as BusinessId, user_id: 0, professional_id, permissions: [] }
    const mark = () => markOf(db, scopeOfSession(session as never), NOW)
    const before = await mark()
    assert.equal(await mark(), before)
    assert.equal((await as('PUT', `/api/special-days/${MONDAY}`, { is_open: false })).status, 200)
    assert.notEqual(await mark(), before)
  })

  test('a bad one is refused at its field; another’s professional is none', async () => {
    const { as } = await ownedSalon()
    const other = await ownedSalon()
    const wrong: [string, object, string][] = [
      ['2026-02-30', { is_open: false }, 'date'],
      ['2026-11-19', { is_open: false }, 'date'],
      [MONDAY, {}, 'is_open'],
      [MONDAY, { is_open: true, intervals: [hours('10:00', '09:00')] }, 'intervals'],
      [MONDAY, { is_open: true, label: 'x'.repeat(61) }, 'label'],
      [MONDAY, { is_open: false, professional_id: other.place.professional_id }, 'professional_id'],
    ]
    for (const [date, body, field] of wrong) {
      const answer = await as('PUT', `/api/special-days/${date}`, body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.ok(answer.body.fields[field], JSON.stringify(answer.body))
    }
    assert.deepEqual((await as('GET', '/api/special-days')).body.special_days, [])
  })
})

describe('holidays', () => {
  test('are public, by country and year', async () => {
    const { body, headers } = await call('GET', '/api/holidays?year=2026')
    assert.equal(body.holidays.length, 19)
    assert.match(String(headers['cache-control']), /public/)
    assert.equal((await call('GET', '/api/holidays?year=2026&country=MX')).body.holidays.length, 7)
    for (const query of ['', 'year=1999', 'year=2101', 'year=x', 'year=2026.5']) {
      const { status, body } = await call('GET', `/api/holidays?${query}`)
      assert.deepEqual([status, body.fields], [400, { year: 'El año debe ir de 2000 a 2100' }], query)
      assert.equal(body.error, body.fields.year, query)
    }
    for (const country of ['co', 'XX']) {
      const { status, body } = await call('GET', `/api/holidays?year=2026&country=${country}`)
      assert.deepEqual([status, body.fields], [400, { country: 'No conocemos los festivos de ese país' }])
      assert.equal(body.error, body.fields.country)
    }
  })

  test('behave as their weekday until the owner says otherwise, and are asked 21 days before', async () => {
    const { as, place } = await ownedSalon()
    const ask = async () => {
      const { body } = await as('GET', '/api/businesses/holidays')
      return body.holidays.find(({ date }: { date: string }) => date === INMACULADA)
    }
    assert.deepEqual(
      [(await as('GET', '/api/businesses/holidays')).body.country, (await ask()).is_closed],
      ['CO', false],
    )
    assert.deepEqual(await slots(place, INMACULADA), times('09:00', '17:00'))
    assert.equal(
      (await ask()).question,
      'El martes 8 de diciembre es festivo (Inmaculada Concepción). ¿Abres?',
    )
    const { body } = await as('GET', '/api/businesses/holidays')
    assert.equal(body.holidays.find(({ name }: { name: string }) => name === 'Navidad').question, null)

    await book(place, INMACULADA, '10:00')
    assert.equal((await ask()).appointments, 1)
    const closed = await as('PUT', `/api/holidays/${INMACULADA}`, { choice: 'closed' })
    assert.equal(closed.body.conflicts.length, 1)
    assert.deepEqual(await slots(place, INMACULADA), [])
    assert.deepEqual([(await ask()).choice, (await ask()).question], ['closed', null])
    await as('PUT', `/api/holidays/${INMACULADA}`, {
      choice: 'special',
      intervals: [hours('12:00', '14:00')],
    })
    assert.deepEqual(await slots(place, INMACULADA), ['12:00', '12:30', '13:00'])
    assert.equal((await as('DELETE', `/api/holidays/${INMACULADA}`)).status, 200)
    assert.equal((await ask()).choice, null)
    assert.equal((await as('PUT', '/api/holidays/2026-12-09', { choice: 'closed' })).status, 404)
    for (const body of [{}, { choice: 'maybe' }, { choice: 'special' }])
      assert.equal((await as('PUT', `/api/holidays/${INMACULADA}`, body)).status, 400)
  })

  test('are all closed by policy, but for those that the owner opens; a change tells what lies in them', async () => {
    const { as, place } = await ownedSalon()
    await book(place, INMACULADA, '10:00')
    const { body } = await as('PUT', '/api/businesses/holidays', { policy: 'closed' })
    assert.deepEqual([body.country, body.policy, body.conflicts.length], ['CO', 'closed', 1])
    assert.deepEqual(await slots(place, INMACULADA), [])
    assert.equal((await book(place, INMACULADA, '12:00')).status, 400)
    assert.equal(await closedOn(place, INMACULADA), 'Cerrado por festivo: Inmaculada Concepción')
    await as('PUT', `/api/holidays/${INMACULADA}`, { choice: 'open' })
    assert.equal(await closedOn(place, INMACULADA), undefined)
    assert.ok((await slots(place, INMACULADA)).includes('12:00'))
    assert.equal((await as('PUT', '/api/businesses/holidays', { country: 'XX' })).status, 400)
    assert.equal((await as('PUT', '/api/businesses/holidays', { policy: 'never' })).status, 400)
    await as('PUT', '/api/businesses/holidays', { country: 'MX' })
    await as('DELETE', `/api/holidays/${INMACULADA}`)
    assert.ok((await slots(place, INMACULADA)).includes('12:00'))
  })

  test('are closed of the country that is shown, where its owner chose none', async () => {
    const { as, place } = await ownedSalon()
    const none = { country: null, policy: 'closed' }
    assert.equal((await as('PUT', '/api/businesses/holidays', none)).body.country, 'CO')
    assert.deepEqual(await slots(place, INMACULADA), [])
    assert.equal((await as('PUT', '/api/businesses/holidays', { country: null })).body.country, 'CO')
    assert.deepEqual(await slots(place, INMACULADA), [])
    // Whoever closed on holidays before their telephone told of a country closes on none.
    const { business_id: id } = place
    await db.updateTable('businesses').set({ holiday_country: null }).where('id', '=', id).execute()
    const { body } = await as('GET', '/api/businesses/holidays')
    assert.deepEqual([body.country, body.holidays], [null, []])
  })

  test('of the owner’s own come again every year', async () => {
    const { as, place, email } = await ownedSalon()
    await as('PUT', '/api/special-days/2026-12-01', { is_open: false, label: 'Día cívico', is_yearly: true })
    assert.deepEqual(await slots(place, '2026-12-01'), [])
    await as('PUT', `/api/special-days/${INMACULADA}`, { is_open: false, is_yearly: true })
    clock.now = Date.parse('2027-11-20T15:00:00Z')
    assert.deepEqual(await slots(place, '2027-12-01'), [])
    // A holiday of a later year is closed, and nobody asks about it any more.
    const { token } = (await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).body
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await call('GET', '/api/businesses/holidays', { headers })
    const again = body.holidays.find(({ date }: { date: string }) => date === '2027-12-08')
    assert.deepEqual([again.is_closed, again.choice, again.question], [true, null, null])
    clock.now = NOW
  })
})

test('why there are no times: each rule with what it takes, in order, for the owner alone', async () => {
  const { as, place, business_id } = await ownedSalon()
  const query = `date=${MONDAY}&professional_id=${place.professional_id}&service_id=${place.service_id}`
  await as('PUT', `/api/special-days/${MONDAY}`, { is_open: true, intervals: [hours('09:00', '13:00')] })
  await as('POST', '/api/time-off', { first_date: MONDAY, from_time: '11:00', to_time: '12:00' })
  await book(place, MONDAY, '09:00')
  const { status, body } = await as('GET', `/api/schedules/explain?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(body.free, await slots(place, MONDAY))
  assert.deepEqual(
    body.rules.map(({ rule, takes }: { rule: string; takes: string }) => `${rule}: ${takes}`),
    [
      'closed: quita 40 horarios',
      'fit: quita 1 horario',
      'absence: quita 3 horarios',
      'busy: quita 2 horarios',
    ],
  )
  assert.equal(body.rules[2].text, 'Hay tiempo bloqueado')
  const other = await ownedSalon()
  assert.notEqual(other.business_id, business_id)
  assert.equal((await other.as('GET', `/api/schedules/explain?${query}`)).status, 404)
  assert.equal((await as('GET', `/api/schedules/explain?professional_id=1`)).status, 400)
})

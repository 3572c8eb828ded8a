/** Clients whom a browser remembers, as tests make them. */
import assert from 'node:assert/strict'
import type { Db } from '#server/database/db.ts'
import { type api, booking, salon, type Salon } from './helper.ts'

type Place = Awaited<ReturnType<typeof salon>>

export const NOBODY = { success: true, returning: null }

type Served = Awaited<ReturnType<typeof api>>
type Answered = Awaited<ReturnType<Served['call']>>
const isCookie = (text: unknown): text is string =>
  typeof text === 'string' && text.includes('enpunto_cliente_')
/** What a browser sends back of an answer's cookie; '' when it removes it. */
export function cookieOf({ headers }: Answered): string | undefined {
  const set = [headers['set-cookie']].flat().find(isCookie)
  return set && (/Max-Age=0/.test(set) ? '' : set.split(';')[0])
}
export const withCookie = (cookie: string) => ({ headers: { cookie } })

let slot = 0
/** Another free time each time. */
export function nextTime() {
  slot += 1
  const day = 23 + Math.floor(slot / 8)
  return {
    appointment_date: `2026-11-${day}`,
    appointment_time: `${String(9 + (slot % 8)).padStart(2, '0')}:00`,
  }
}

export const ANA = {
  client_name: 'Ana María Ruiz',
  client_phone: '+573004128819',
  client_email: 'ana.ruiz@correo.example',
  client_id: '1020304050',
  notes: 'Alergia a la acetona',
}
export const SECRETS = /Ruiz|412|8819|ana\.ruiz|1020304050|acetona/i

export const path = ({ business_id }: Salon) => `/api/businesses/${business_id}/returning`

/** The calls of browsers that remember somebody, of a server on `db`. */
export function browsers(db: Db, call: Served['call']) {
  async function bookAt(place: Salon, who: Record<string, unknown> = ANA) {
    const answer = await call('POST', '/api/appointments/public', {
      body: booking(place, { ...who, ...nextTime() }),
    })
    assert.equal(answer.status, 201, answer.body.error)
    return { id: answer.body.appointment.id as number, token: answer.body.portal_token as string }
  }
  const askedBy = (place: Salon, cookie: string) => call('GET', path(place), withCookie(cookie))

  /** Somebody who booked and let the browser remember them. */
  async function remembered(who: Record<string, unknown> = ANA, given?: Place) {
    const place = given ?? (await salon(db))
    const booked = await bookAt(place, who)
    const answer = await call('POST', path(place), { body: { token: booked.token } })
    assert.equal(answer.status, 200, answer.body.error)
    const cookie = cookieOf(answer)!
    return { place, booked, cookie, answer }
  }

  const again = ({ business_id, service_id, professional_id }: Salon) => ({
    business_id,
    service_id,
    professional_id,
    ...nextTime(),
    recaptcha_token: 'dev-token',
  })
  const bookAgain = (place: Salon, cookie: string, changes: object = {}, key?: string) =>
    call('POST', '/api/appointments/public/returning', {
      body: { ...again(place), ...changes },
      headers: { cookie, ...(key && { 'idempotency-key': key }) },
    })
  const rowOf = ({ business_id }: Salon, id: number) =>
    db
      .selectFrom('appointments')
      .selectAll()
      .where('business_id', '=', business_id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const kept = ({ business_id }: Salon) =>
    db.selectFrom('remembered_clients').selectAll().where('business_id', '=', business_id).execute()

  return { bookAt, askedBy, remembered, again, bookAgain, rowOf, kept }
}

import { addDays, clockTime } from '#domain/dates.ts'
import type { Db } from '#server/database/db.ts'
import { anySlotsOfWindow } from '#server/schedules/any.ts'
import { slotsOfWindow } from '#server/schedules/availability.ts'
import type { Request } from './load.ts'
import { ASKED, BOOKED, NOW } from './world.ts'

let turn = 0

/** The limit for slots: one row read by its key. */
export const bareSelect = (): Request => ({ path: `/bare/select/${(turn++ % ASKED) + 1}` })

/** Requests the free times of one professional after the other on one of the days after `today`. */
export const slots = (today: string) => (): Request => {
  const i = turn++
  const date = addDays(today, 1 + (Math.floor(i / ASKED) % 30))
  return { path: `/api/schedules/available-slots/${(i % ASKED) + 1}/${date}?serviceId=2` }
}

/** The limit for bookings: one row, committed. */
export const bareInsert = (): Request => ({
  path: '/bare/insert',
  method: 'POST',
  body: JSON.stringify({ n: turn++, text: 'x'.repeat(300) }),
})

/** Books a different free time at every call, each with its own idempotency key. */
export function bookings(name: string, today: string): () => Request {
  let next = 0
  return () => {
    const i = next++
    const slot = Math.floor(i / BOOKED)
    return {
      path: '/api/appointments/public',
      method: 'POST',
      headers: { 'idempotency-key': `${name}-${i}` },
      body: JSON.stringify({
        business_id: 1,
        service_id: 1,
        professional_id: ASKED + 1 + (i % BOOKED),
        appointment_date: addDays(today, 1 + Math.floor(slot / 95)),
        appointment_time: clockTime((slot % 95) * 15),
        client_name: 'Camila Rojas Herrera',
        client_phone: `+57310${1_000_000 + i}`,
        client_email: `${name}.${i}@correo.example`,
        notes: 'Traigo fotos de referencia.',
        send_confirmation: true,
      }),
    }
  }
}

/**
 * Milliseconds of one query for all 31 days of a professional and service, including the availability rule.
 */
export async function timeWindow(db: Db, times = 1_000) {
  const taken: number[] = []
  for (let i = 0; i < times + 50; i++) {
    const begun = performance.now()
    await slotsOfWindow(db, NOW, { professional_id: (i % ASKED) + 1, service_id: 2 })
    if (i >= 50) taken.push(performance.now() - begun)
  }
  return shares(taken)
}

/** The same for whoever has no preference: all professionals of the business whom the system may choose. */
export async function timeAny(db: Db, times = 300) {
  const taken: number[] = []
  for (let i = 0; i < times + 20; i++) {
    const begun = performance.now()
    const days = await anySlotsOfWindow(db, NOW, { business_id: 1, service_id: 2 })
    if (i >= 20) taken.push(performance.now() - begun)
    if (days.length !== 31) throw new Error(`${days.length} days are offered.`)
  }
  return shares(taken)
}

/** Median and other percentiles of a list of milliseconds. */
export function shares(taken: number[]) {
  taken.sort((a, b) => a - b)
  const at = (share: number) => Number(taken[Math.floor(taken.length * share)]!.toFixed(2))
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

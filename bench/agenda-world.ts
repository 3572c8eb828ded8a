import { addDays, dayOfWeek } from '#domain/dates.ts'
import { today } from '#domain/zone.ts'
import type { Db } from '#server/database/db.ts'
import { CompiledQuery } from 'kysely'
import type { BrowserContext } from 'playwright-core'

const PROFESSIONALS = 40
const IN_WEEK = 400

/** A business with its owner's session, as the browser stores it. */
export interface Shop {
  token: string
  business: { id: number }
}

/**
 * A business of 40 professionals with 400 appointments in this week, and `past` more before it: nine of ten
 * attended, some missed or cancelled, every 200th without attendance recorded.
 */
export async function openShop(db: Db, url: string, past: number): Promise<Shop> {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      business_name: `Agenda ${past}`,
      business_type: 'Otro',
      is_virtual: true,
      terms: true,
      email: `agenda${past}@correo.example`,
      phone: '+573001234567',
      password: 'clave-segura',
      confirmPassword: 'clave-segura',
      recaptcha_token: 'dev-token',
    }),
  })
  const { token, business } = (await response.json()) as Shop
  const id = business.id
  const day = today('America/Bogota', Date.now())
  const monday = addDays(day, -((dayOfWeek(day) + 6) % 7))
  await run(
    db,
    `insert into services (business_id, id, service_name, duration_minutes, price, position)
     select ${id}, ${id} * 1000 + n, 'Servicio número ' || n, (array[30, 60, 90])[n % 3 + 1], 40000 + n * 1000, n
     from generate_series(1, 12) n`,
  )
  await run(
    db,
    `insert into professionals (business_id, id, professional_name)
     select ${id}, ${id} * 1000 + n, 'Profesional ' || n from generate_series(1, ${PROFESSIONALS}) n`,
  )
  // At most two per professional and day, one before and one after noon, so that none overlap.
  await run(
    db,
    appointments(
      id,
      `select n, n % ${PROFESSIONALS} as who, date '${monday}' + n / ${PROFESSIONALS} % 7
         + case when n / ${PROFESSIONALS} < 7 then time '09:00' else time '12:30' end
         + n * 7 % 5 * interval '30 min' as at, 'scheduled' as status, 'pending' as attendance
       from generate_series(0, ${IN_WEEK - 1}) n`,
    ),
  )
  await run(
    db,
    appointments(
      id,
      `select n, n % ${PROFESSIONALS} as who, date '${monday}' - 1 - n / ${PROFESSIONALS} / 5
         + time '08:00' + n / ${PROFESSIONALS} % 5 * interval '2 hours' as at,
         case when n % 200 = 0 then 'scheduled' when n % 20 = 1 then 'cancelled' else 'completed' end as status,
         case when n % 200 = 0 or n % 20 = 1 then 'pending' when n % 20 = 2 then 'no_show' else 'attended' end
           as attendance
       from generate_series(0, ${past} - 1) n`,
    ),
  )
  await run(db, 'vacuum analyze appointments')
  return { token, business }
}

/** Each client has a telephone, as people do: whose cards share one are compared by their names. */
const appointments = (id: number, moments: string) => `
  insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
    professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
    occupied, price, status, attendance_status, booked_by)
  select ${id}, 'Cliente Apellido ' || n, '+57300' || lpad(n::text, 7, '0'), 'c' || n || '@correo.example', s.id, s.service_name, p.id,
    p.professional_name, at::date, at::time, s.duration_minutes, starts_at, ends_at,
    tstzmultirange(tstzrange(starts_at, ends_at)), s.price, status, attendance, 'client'
  from (${moments}) moment
  join services s on s.business_id = ${id} and s.id = ${id} * 1000 + n % 12 + 1
  join professionals p on p.business_id = ${id} and p.id = ${id} * 1000 + who + 1
  cross join lateral (select at at time zone 'America/Bogota' as starts_at) start
  cross join lateral (select starts_at + make_interval(mins => s.duration_minutes) as ends_at) finish`

const run = (db: Db, text: string) => db.executeQuery(CompiledQuery.raw(text))

/** Pages of this context belong to the signed-in owner and skip the welcome guide. */
export const signIn = (context: BrowserContext, shop: Shop) =>
  context.addInitScript(`if (location.protocol !== 'about:') {
    localStorage.setItem('enpunto.session', ${JSON.stringify(JSON.stringify(shop))})
    localStorage.setItem('enpunto.guia-vista.${shop.business.id}', '1')
  }`)

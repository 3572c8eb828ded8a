/** The demo salon in a busy month, as shown in the pictures of the landing page. */
import { addDays, dayOfWeek } from '#domain/dates.ts'
import { epochMinutes } from '#domain/zone.ts'
import { occupiedOf } from '#server/database/occupied.ts'
import type { Db } from '#server/database/db.ts'

/** Friday 20 November 2026, 10:12 in Bogotá, so that repeated runs make the same pictures. */
export const NOW = Date.parse('2026-11-20T15:12:00Z')
const TODAY = '2026-11-20'
const ZONE = 'America/Bogota'

/** The client whose portal is shown. */
export const CLIENT = {
  client_name: 'Camila Rojas',
  client_email: 'camila.rojas@correo.example',
  client_id: '1037654321',
}

const CLIENTS = [
  'Sofía Arango',
  'Mateo Hincapié',
  'Isabella Montoya',
  'Paula Ríos',
  'Valeria Cano',
  'Juan Sebastián Pérez',
  'Natalia Quintero',
  'Julián Mejía',
  'Gloria Henao',
  'Manuela Giraldo',
  'Ana María Sierra',
  'Carolina Zapata',
  'Andrés Vélez',
  'Laura Díaz',
  'Catalina Vieira',
]

/** Past weeks for the figures, and coming days for the calendar. */
const [BEHIND, AHEAD] = [34, 9]

/** Replaces the demo's few appointments by a month of them, without sending messages. */
export async function fillSalon(db: Db) {
  await db.deleteFrom('appointments').execute()
  const services = await db.selectFrom('services').selectAll().orderBy('position').execute()
  const professionals = await db.selectFrom('professionals').selectAll().orderBy('id').execute()
  const { business_id } = professionals[0]!
  const random = numbers()

  for (let ahead = -BEHIND; ahead <= AHEAD; ahead++) {
    const date = addDays(TODAY, ahead)
    const weekday = dayOfWeek(date)
    if (weekday === 0) continue
    for (const [at, professional] of professionals.entries()) {
      if (at === 0 && weekday === 1) continue
      const does = JSON.parse(professional.specialties!) as number[]
      const most = ahead === 0 || weekday === 5 ? 3 : 1 + Math.floor(random() * 2)
      let minute = 540 + 30 * Math.floor(random() * 4)
      for (let n = 0; n < most; n++) {
        const wish = does[Math.floor(random() * does.length)]!
        const service = services.find(({ id }) => id === wish)!
        const ends = minute + service.duration_minutes
        const isLunch = minute < 780 && ends > 720
        if (ends > (weekday === 6 ? 900 : 1080)) break
        if (!isLunch) await book(service, professional, date, minute)
        minute = Math.ceil((ends + 30 + 30 * Math.floor(random() * 4)) / 30) * 30
      }
    }
  }
  await bookClient()
  await db
    .insertInto('credit_accounts')
    .values({ business_id, month: `${TODAY.slice(0, 7)}-01`, free: 30, paid: 100 })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet({ paid: 100 }))
    .execute()

  async function bookClient() {
    // Tomorrow, within the day whose reminder has been sent; next week; and some past ones.
    const wishes: [service: number, professional: number, ahead: number, minute: number][] = [
      [0, 0, 1, 600],
      [1, 1, 5, 900],
      [4, 2, -16, 960],
      [5, 1, -30, 1020],
    ]
    for (const [service, professional, ahead, minute] of wishes) {
      const date = addDays(TODAY, ahead)
      await db
        .deleteFrom('appointments')
        .where('professional_id', '=', professionals[professional]!.id)
        .where('appointment_date', '=', date)
        .execute()
      await book(services[service]!, professionals[professional]!, date, minute, CLIENT)
    }
  }

  async function book(
    service: (typeof services)[number],
    professional: (typeof professionals)[number],
    appointment_date: string,
    minute: number,
    client: { client_name: string; client_email: string; client_id: string | null } = someone(),
  ) {
    const appointment_time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
    const starts = epochMinutes(appointment_date, appointment_time, ZONE)! * 60_000
    const ends = starts + service.duration_minutes * 60_000
    const wasMissed = random() < 0.05
    await db
      .insertInto('appointments')
      .values({
        business_id,
        ...client,
        appointment_date,
        appointment_time,
        client_phone: '+573005551234',
        service_id: service.id,
        service_name: service.service_name,
        price: service.price,
        professional_id: professional.id,
        professional_name: professional.professional_name,
        duration_minutes: service.duration_minutes,
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(ends).toISOString(),
        occupied: occupiedOf(starts, ends),
        created_at: new Date(starts - 5 * 86_400_000).toISOString(),
        booked_by: 'client',
        ...(ends < NOW && {
          status: 'completed' as const,
          attendance_status: wasMissed ? ('no_show' as const) : ('attended' as const),
        }),
      })
      .execute()
  }

  function someone() {
    const client_name = CLIENTS[Math.floor(random() * CLIENTS.length)]!
    return { client_name, client_email: `${client_name.split(' ')[0]}@correo.example`, client_id: null }
  }
}

const two = (n: number) => String(n).padStart(2, '0')

/** The same pseudo-random numbers from 0 to 1 in every run. */
function numbers() {
  let state = 20261120
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

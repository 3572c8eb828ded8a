import { addDays, dayOfWeek } from '#domain/dates.ts'
import { imageUrl } from '#domain/images.ts'
import { slugify } from '#domain/slug.ts'
import { epochMinutes, today } from '#domain/zone.ts'
import { occupiedOf } from '#server/appointments/occupied.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { insertOwner } from '#server/accounts/queries.ts'
import { slotsOfDate } from '#server/schedules/availability.ts'
import type { Db } from '#server/db.ts'
import { folderFiles } from '#server/files.ts'
import { readPicture } from '#server/uploads/picture.ts'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'

export const DEMO_OWNER = { email: 'demo@enpunto.example', password: 'demo2026', name: 'Laura Gómez' }
export const DEMO_ADMINISTRATOR = { email: 'admin@enpunto.example', password: 'admin2026' }
export const DEMO_SLUG = 'salon-bugambilia'

const SERVICES = [
  ['Corte y cepillado', 'Lavado, corte a la medida y cepillado con protector térmico.', 60, 55_000],
  ['Manicura semipermanente', 'Limado, cutícula y esmaltado de larga duración (hasta 21 días).', 75, 48_000],
  ['Balayage', 'Mechas a mano alzada con matizante e hidratación incluida.', 180, 320_000],
  ['Keratina', 'Alisado con keratina sin formol. Incluye lavado posterior.', 150, 280_000],
  ['Diseño de cejas con henna', 'Perfilado con hilo y pigmentación con henna natural.', 45, 38_000],
  ['Pedicura spa', 'Exfoliación, masaje e hidratación con parafina.', 60, 52_000],
  ['Lifting de pestañas', 'Curvatura natural con tinte y nutrición de la pestaña.', 60, 75_000],
  ['Corte de barba', 'Perfilado con navaja, toalla caliente y aceite.', 30, 25_000],
] as const

/** The positions in SERVICES of the services that each one offers. */
const PROFESSIONALS = [
  ['Valentina Ospina', 'valentina', [0, 2, 3]],
  ['Luz Marina Gómez', 'luz-marina', [1, 5]],
  ['Daniela Restrepo', 'daniela', [4, 6]],
  ['Andrés Cano', 'andres', [0, 7]],
] as const

const CLIENTS = [
  'Camila Rojas',
  'Mariana Duque',
  'Sofía Arango',
  'Paula Mejía',
  'Juliana Ríos',
  'Mateo Zapata',
]

/**
 * Loads a demo salon: services, professionals, pictures and a few appointments in the coming days. Only into
 * an empty database, and never in production.
 */
export async function loadDemo(
  db: Db,
  nowMs: number,
  { dataDir, production }: { dataDir: string; production: boolean },
) {
  if (production) throw new Error('Demo data are never loaded in production.')
  if (await hasBusinesses(db)) return

  const picture = pictureMaker(join(dataDir, 'files'))
  const gallery = await Promise.all(
    ['espejos', 'balayage', 'manicura', 'sala', 'productos'].map((name) => picture(name)),
  )
  const logo = await uploadedPicture(join(dataDir, 'files'), 'logo')
  const password_hash = await hashPassword(DEMO_OWNER.password)
  const avatars = await Promise.all(PROFESSIONALS.map(([, art]) => picture(art)))

  const isLoaded = await db.transaction().execute(async (tx) => {
    // When several processes start at once, one loads; the others wait and find it done.
    await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(tx)
    if (await hasBusinesses(tx)) return false
    const { id: business_id } = await tx
      .insertInto('businesses')
      .values({
        business_name: 'Salón Bugambilia',
        business_type: 'Peluquería / Barbería',
        email: DEMO_OWNER.email,
        email_confirmed_at: new Date(nowMs).toISOString(),
        phone: '+573004128819',
        address: 'Cra. 76 # 33A-21, Laureles',
        city: 'Medellín',
        country: 'Colombia',
        latitude: 6.2442,
        longitude: -75.5936,
        description: 'Color, corte y uñas en el corazón de Laureles. Te atendemos con cita y sin afán.',
        facebook: 'https://www.facebook.com/salonbugambilia',
        instagram: 'https://www.instagram.com/salonbugambilia',
        whatsapp: '+57 300 412 8819',
        slug: DEMO_SLUG,
        brand_color: '#b0246b',
        brand_color_secondary: '#8d1d56',
        logo_url: imageUrl(logo.name, logo.width),
        gallery_images: JSON.stringify(gallery),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('images')
      .values({ business_id, ...logo })
      .execute()
    await tx.insertInto('slugs').values({ slug: DEMO_SLUG, business_id }).execute()
    await insertOwner(tx, {
      business_id,
      email: DEMO_OWNER.email,
      password_hash,
      name: DEMO_OWNER.name,
      nowMs,
    })
    await tx
      .insertInto('business_hours')
      .values(
        [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
          business_id,
          day_of_week,
          is_open: day_of_week !== 0,
          open_time: '09:00',
          close_time: day_of_week === 6 ? '17:00' : '19:00',
          lunch_start_time: null,
          lunch_end_time: null,
        })),
      )
      .execute()
    const services = await tx
      .insertInto('services')
      .values(
        SERVICES.map(([service_name, description, duration_minutes, price], position) => ({
          business_id,
          service_name,
          description,
          duration_minutes,
          price,
          position,
        })),
      )
      .returning('id')
      .execute()
    const professionals = await tx
      .insertInto('professionals')
      .values(
        PROFESSIONALS.map(([professional_name, , does], i) => ({
          business_id,
          professional_name,
          avatar_url: avatars[i]!,
          specialties: JSON.stringify(does.map((position) => services[position]!.id)),
        })),
      )
      .returning('id')
      .execute()
    await tx
      .insertInto('professional_hours')
      .values(
        [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
          business_id,
          professional_id: professionals[0]!.id,
          day_of_week,
          is_available: day_of_week !== 0 && day_of_week !== 1,
          start_time: '09:00',
          end_time: day_of_week === 6 ? '15:00' : '18:30',
          lunch_start_time: '12:00',
          lunch_end_time: '13:00',
        })),
      )
      .execute()
    return true
  })
  if (isLoaded) await bookSomeTimes(db, nowMs)
}

const hasBusinesses = (db: Db) => db.selectFrom('businesses').select('id').limit(1).executeTakeFirst()

/** Renders a drawing of art/ into the product's own file store and returns its address. */
function pictureMaker(folder: string) {
  mkdirSync(folder, { recursive: true })
  return async (name: string) => {
    const drawing = readFileSync(join(import.meta.dirname, 'art', `${name}.svg`))
    const file = `demo-${name}.webp`
    await sharp(drawing).webp({ quality: 80 }).toFile(join(folder, file))
    return `/files/${file}`
  }
}

/** Stores it like an upload, in every size: mails show the smallest one. */
async function uploadedPicture(folder: string, art: string) {
  const drawing = readFileSync(join(import.meta.dirname, 'art', `${art}.svg`))
  const { width, sizes } = await readPicture(await sharp(drawing).png().toBuffer())
  const name = createHash('md5').update(drawing).digest('hex')
  const files = folderFiles(folder)
  for (const size of sizes) await files.put(`${name}-${size.width}.webp`, size.content)
  return { name, width }
}

/** A few appointments in the coming week, so that the day does not look empty. No messages are sent. */
async function bookSomeTimes(db: Db, nowMs: number) {
  const timezone = 'America/Bogota'
  const professionals = await db.selectFrom('professionals').selectAll().orderBy('id').execute()
  let turn = 0
  for (const professional of professionals) {
    const serviceId = (JSON.parse(professional.specialties!) as number[])[0]!
    const service = await db
      .selectFrom('services')
      .selectAll()
      .where('id', '=', serviceId)
      .executeTakeFirstOrThrow()
    for (let ahead = 0; ahead < 7; ahead++) {
      const appointment_date = addDays(today(timezone, nowMs), ahead)
      if (dayOfWeek(appointment_date) === 0) continue
      const request = { professional_id: professional.id, service_id: service.id }
      const free = await slotsOfDate(db, nowMs, appointment_date, request)
      const appointment_time = free?.[(turn * 5 + ahead * 3) % Math.max(1, free.length)]
      if (!appointment_time) continue
      const client_name = CLIENTS[turn++ % CLIENTS.length]!
      const starts = epochMinutes(appointment_date, appointment_time, timezone)! * 60_000
      const ends = starts + service.duration_minutes * 60_000
      await db
        .insertInto('appointments')
        .values({
          business_id: professional.business_id,
          client_name,
          client_phone: `+57300555${String(1000 + turn)}`,
          client_email: `${slugify(client_name.split(' ')[0]!)}@correo.example`,
          client_id: null,
          service_id: service.id,
          service_name: service.service_name,
          professional_id: professional.id,
          professional_name: professional.professional_name,
          appointment_date,
          appointment_time,
          duration_minutes: service.duration_minutes,
          starts_at: new Date(starts).toISOString(),
          ends_at: new Date(ends).toISOString(),
          occupied: occupiedOf(starts, ends),
          price: service.price,
          booked_by: 'system',
        })
        .execute()
    }
  }
}

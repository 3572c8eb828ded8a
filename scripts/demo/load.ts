import { insertOwner } from '#server/accounts/queries.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { grantCredits } from '#server/credits/queries.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { fileStore } from '#server/files/file-store.ts'
import type { FileStore } from '#server/files/files.ts'
import type { S3Settings } from '#server/settings/backup.ts'
import { isUnreachable, S3Error } from '#server/files/s3.ts'
import { StartError } from '#server/start-error.ts'
import { sql } from 'kysely'
import { fewAppointments, salonsAppointments } from './appointments.ts'
import { insertAppointments, type SalonIds } from './insert-appointments.ts'
import { rendered, uploaded, type Uploaded } from './pictures.ts'
import { DEMO_OWNER, DEMO_SLUG, HOURS, OWN_HOURS, PROFESSIONALS, SERVICES } from './salon.ts'

interface Options {
  dataDir: string
  /** The store of pictures, where it is a bucket. */
  s3?: S3Settings | undefined
  production: boolean
  /** Only the salon and a few coming appointments: whoever asks makes the rest as they need it. */
  isBare?: boolean
}

/**
 * Loads a demo salon: services, professionals, pictures, three months of appointments that are past and two
 * weeks to come. Only into an empty database, and never in production.
 */
export async function loadDemo(db: Db, nowMs: number, { dataDir, s3, production, isBare = false }: Options) {
  if (production) throw new Error('Demo data are never loaded in production.')
  if (await hasBusinesses(db)) return

  await db.transaction().execute(async (tx) => {
    // When several processes start at once, one loads; the others wait and find it done.
    await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(tx)
    if (await hasBusinesses(tx)) return
    const drawn = await pictures(fileStore({ dataDir, s3 }), isBare).catch((error) => {
      throw s3 && isOfStore(error) ? notKept(s3, error) : error
    })
    const password_hash = await hashPassword(DEMO_OWNER.password)
    const business_id = await insertSalon(tx, drawn, nowMs)
    const owner = { business_id, email: DEMO_OWNER.email, password_hash, name: DEMO_OWNER.name, nowMs }
    const user_id = await insertOwner(tx, owner)
    const ids = { user_id, ...(await insertOffer(tx, business_id, drawn)) }
    await insertAppointments(tx, ids, isBare ? fewAppointments(nowMs) : salonsAppointments(nowMs))
    if (!isBare) await insertAlike(tx, business_id, nowMs)
    // So many appointments would use up the free reminders of a month in a day.
    const grant = { business_id, administrator_id: null, reference: 'demo', packages: 5 }
    if (!isBare) await grantCredits(tx, grant, nowMs)
  })
}

/** Cards of clients who are there already, as a reception writes them down a second time. */
const insertAlike = (tx: Tx, business_id: number, nowMs: number) =>
  sql`
  insert into client_cards (business_id, client_name, client_phone, client_email, source, written_at, created_at)
  select business_id, split_part(client_name, ' ', 1) || ' ' || left(split_part(client_name, ' ', 2), 1) || '.',
    case when n < 3 then client_phone else '' end, case when n = 3 then client_email end, 'owner',
    ${new Date(nowMs).toISOString()}, ${new Date(nowMs).toISOString()}
  from (
    select *, row_number() over (order by id) as n from client_cards where business_id = ${business_id}) card
  where n <= 3`.execute(tx)

const hasBusinesses = (db: Db) => db.selectFrom('businesses').select('id').limit(1).executeTakeFirst()

interface Pictures {
  logo: Uploaded
  gallery: string[]
  avatars: string[]
  /** None in a bare salon. */
  services: Uploaded[]
}

const isOfStore = (error: Error) =>
  error instanceof S3Error || isUnreachable(error) || error.name === 'TimeoutError'

const notKept = ({ bucket }: S3Settings, error: Error & { cause?: { code?: string } }) =>
  new StartError(
    `The pictures of the demo salon cannot be kept in the bucket ${bucket} (${error.cause?.code ?? error.message}): are S3_ENDPOINT, S3_BUCKET and the keys right?`,
  )

async function pictures(files: FileStore, isBare: boolean): Promise<Pictures> {
  const [logo, gallery, avatars, services] = await Promise.all([
    uploaded(files, 'logo'),
    Promise.all(['espejos', 'balayage', 'manicura', 'sala', 'productos'].map((art) => rendered(files, art))),
    Promise.all(PROFESSIONALS.map(([, art]) => rendered(files, art))),
    Promise.all(isBare ? [] : SERVICES.map(([, , , , art]) => uploaded(files, art))),
  ])
  return { logo, gallery, avatars, services }
}

async function insertSalon(tx: Tx, { logo, gallery, services }: Pictures, nowMs: number): Promise<number> {
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
      logo_url: logo.url,
      gallery_images: JSON.stringify(gallery),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('images')
    .values([logo, ...services].map(({ name, width }) => ({ business_id, name, width })))
    .execute()
  await tx.insertInto('slugs').values({ slug: DEMO_SLUG, business_id }).execute()
  await tx
    .insertInto('business_hours')
    .values(
      HOURS.map((hours, day_of_week) => ({
        business_id,
        day_of_week,
        is_open: hours !== undefined,
        open_time: hours?.open ?? '09:00',
        close_time: hours?.close ?? '19:00',
        lunch_start_time: null,
        lunch_end_time: null,
      })),
    )
    .execute()
  return business_id
}

/** The services, and the professionals with what they offer and when. */
async function insertOffer(
  tx: Tx,
  business_id: number,
  { avatars, services: drawn }: Pictures,
): Promise<Omit<SalonIds, 'user_id'>> {
  const services = await tx
    .insertInto('services')
    .values(
      SERVICES.map(([service_name, description, duration_minutes, price], position) => ({
        business_id,
        service_name,
        description,
        duration_minutes,
        price,
        image_url: drawn[position]?.url ?? null,
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
      OWN_HOURS.map((hours, day_of_week) => ({
        business_id,
        professional_id: professionals[0]!.id,
        day_of_week,
        is_available: hours !== undefined,
        start_time: hours?.open ?? '09:00',
        end_time: hours?.close ?? '18:30',
        lunch_start_time: '12:00',
        lunch_end_time: '13:00',
      })),
    )
    .execute()
  return {
    business_id,
    services: services.map(({ id }) => id),
    professionals: professionals.map(({ id }) => id),
  }
}

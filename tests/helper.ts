import { createApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect, migrate, type Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { folderFiles, type FileStore } from '#server/files.ts'
import type { Geocoder } from '#server/location/geocoder.ts'
import { noLive } from '#server/live.ts'
import { startPostgres } from '#server/postgres.ts'
import { noVerification, type Verifier } from '#server/verification/verifier.ts'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Friday 20 November 2026, 10:00 in Bogotá. */
export const NOW = Date.parse('2026-11-20T15:00:00Z')

/** A real PostgreSQL of this test file's own, gone when its tests are over. */
export async function database(): Promise<Db> {
  const dir = mkdtempSync(join(tmpdir(), 'enpunto-'))
  chmodSync(dir, 0o755)
  const postgres = await startPostgres(join(dir, 'pg'), { fsync: 'off' })
  const db = connect({ socketDir: postgres.socketDir, poolSize: 20 })
  await migrate(db)
  after(async () => {
    await db.destroy()
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  })
  return db
}

/** The real server on `db`, with a clock that the test moves. */
export async function api(
  db: Db,
  {
    verifier = noVerification,
    files = temporaryFiles(),
    geocoder = noGeocoder,
    prepare,
  }: {
    verifier?: Verifier
    files?: FileStore
    geocoder?: Geocoder
    /** Adds to the server what is not the API. */
    prepare?: (app: App, deps: Deps) => Promise<void>
  } = {},
) {
  const clock = { now: NOW }
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() })
  const world = { db, config, verifier, files, geocoder }
  const deps = { ...world, now: () => clock.now, messagesQueued() {}, live: noLive }
  const app = await createApp(deps)
  await prepare?.(app, deps)
  await app.ready()
  after(() => app.close())
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const response = await app.inject({
      method,
      url,
      headers,
      ...(body !== undefined && { payload: body as object }),
    })
    // Answers are JSON, always: one that is not fails here.
    return { status: response.statusCode, headers: response.headers, body: response.json() as any }
  }
  return { app, clock, call }
}

function temporaryFiles(): FileStore {
  const folder = mkdtempSync(join(tmpdir(), 'enpunto-files-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folderFiles(folder)
}

const noGeocoder: Geocoder = {
  name: 'none',
  find: () => Promise.reject(new Error('This test has no geocoder.')),
}

export interface Salon {
  business_id: number
  slug: string
  service_id: number
  professional_id: number
}

let salons = 0

/** A business open every day 09:00 to 18:00, with one service (60 minutes, $ 55.000) and one professional. */
export async function salon(
  db: Db,
  {
    timezone = 'America/Bogota',
    duration_minutes = 60,
    ...business
  }: { timezone?: string; duration_minutes?: number; business_name?: string; suspended_at?: string } = {},
): Promise<Salon> {
  const slug = `salon-${++salons}-x`
  const business_id = await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('businesses')
      .values({
        business_name: `Salón ${salons}`,
        business_type: 'Otro',
        email: `${slug}@correo.example`,
        phone: '+573001112233',
        address: 'Calle 1 # 2-3',
        slug,
        timezone,
        ...business,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('slugs').values({ slug, business_id: id }).execute()
    return id
  })
  await db
    .insertInto('business_hours')
    .values(
      [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
        ...{ business_id, day_of_week, is_open: true, open_time: '09:00', close_time: '18:00' },
        ...{ lunch_start_time: null, lunch_end_time: null },
      })),
    )
    .execute()
  const service = await db
    .insertInto('services')
    .values({ business_id, service_name: 'Corte', duration_minutes, price: 55_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const professional = await db
    .insertInto('professionals')
    .values({ business_id, professional_name: 'Valentina Ospina' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { business_id, slug, service_id: service.id, professional_id: professional.id }
}

/** A correct booking of `salon` on Monday 23 November 2026 at 10:00, changed as the test wants. */
export function booking(salon: Salon, changes: Record<string, unknown> = {}) {
  return {
    business_id: salon.business_id,
    service_id: salon.service_id,
    professional_id: salon.professional_id,
    appointment_date: '2026-11-23',
    appointment_time: '10:00',
    client_name: 'Camila Rojas',
    client_phone: '+573004128819',
    client_email: 'camila@correo.example',
    send_confirmation: true,
    recaptcha_token: 'dev-token',
    ...changes,
  }
}

/** Times from `first` to `last` (inclusive), every `step` minutes. */
export function times(first: string, last: string, step = 30): string[] {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const two = (n: number) => String(n).padStart(2, '0')
  const list: string[] = []
  for (let at = minutes(first); at <= minutes(last); at += step)
    list.push(`${two(Math.floor(at / 60))}:${two(at % 60)}`)
  return list
}

/** An appointment written past all the rules: the database alone may refuse it. */
export function appointmentRow(
  { business_id, service_id, professional_id }: Salon,
  date: string,
  time: string,
  {
    minutes = 60,
    zone = 'America/Bogota',
    ...more
  }: { minutes?: number; zone?: string; status?: Status } & {
    attendance_status?: 'pending' | 'attended' | 'no_show'
    professional_id?: number
  } = {},
) {
  const starts = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone)
  return {
    ...{
      business_id,
      service_id,
      professional_id,
      service_name: 'Corte',
      professional_name: 'Valentina Ospina',
    },
    ...{
      client_name: 'Otra Persona',
      client_phone: '+573001112233',
      client_email: 'otra@correo.example',
      price: 1,
    },
    ...{
      appointment_date: date,
      appointment_time: time,
      duration_minutes: minutes,
      booked_by: 'owner' as const,
    },
    starts_at: starts.toInstant().toString(),
    ends_at: starts.toInstant().add({ minutes }).toString(),
    ...more,
  }
}
type Status = 'scheduled' | 'completed' | 'cancelled'

import { insertOwner } from '#server/accounts/queries.ts'
import { occupiedOf } from '#server/database/occupied.ts'
import { createApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect, type Db, type Tx } from '#server/database/db.ts'
import type { Deps } from '#server/deps.ts'
import { folderFiles, type FileStore } from '#server/files/files.ts'
import type { Geocoder } from '#server/location/geocoder.ts'
import { noLive, type Live } from '#server/live.ts'
import { secretsOf } from '#server/secrets.ts'
import type { Tracer } from '#server/tracing.ts'
import { newToken } from '#server/tokens.ts'
import { noVerification, type Verifier } from '#server/verification/verifier.ts'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { addressOf } from '../scripts/testing/clock-postgres.ts'
import { createDatabase, startCluster } from '../scripts/testing/cluster.ts'

/** Friday 20 November 2026, 10:00 in Bogotá. */
export const NOW = Date.parse('2026-11-20T15:00:00Z')

/**
 * A database for one test file, dropped when its tests end; in the run's PostgreSQL, or else in one for this
 * file.
 */
export async function database(): Promise<Db> {
  const ofRun = process.env.TEST_POSTGRES
  const cluster = ofRun ? { socketDir: ofRun, stop() {} } : await startCluster()
  const { url, drop } = await createDatabase(cluster.socketDir)
  // Tests write a hundred thousand rows in one statement, on slow machines too.
  const db = connect({ url, poolSize: 20, patience: { connection: 30_000, statement: 60_000 } })
  after(async () => {
    await db.destroy()
    await drop()
    await cluster.stop()
  })
  return db
}

/** The connection URL of `db`, for other connections to it. */
export async function urlOf(db: Db): Promise<string> {
  const { rows } = await sql<{ dir: string; name: string }>`
    select current_setting('unix_socket_directories') as dir, current_database() as name`.execute(db)
  const { dir, name } = rows[0]!
  return addressOf(dir, name)
}

/** Limits that no test meets by accident. */
const MANY = {
  BOOKINGS_PER_PERSON: '1000000',
  BOOKINGS_PER_NETWORK: '1000000',
  BOOKINGS_PER_BUSINESS: '1000000',
  CHANGES_PER_MEMBER: '1000000',
  CHANGES_PER_BUSINESS: '1000000',
  MAILS_PER_HOUR: '1000000',
  MAILS_PER_DAY: '1000000',
  MAILS_PER_BUSINESS: '1000000',
  MAILS_PER_YOUNG_BUSINESS: '1000000',
  MAILS_PER_NETWORK: '1000000',
  MAILS_UNCONFIRMED: '1000000',
  REMINDERS_PER_DAY: '1000000',
}

const SECRETS_KEY = Buffer.alloc(32, 'tests').toString('base64')

/** The real server on `db`, with a clock that the test moves. */
export async function api(
  db: Db,
  {
    verifier = noVerification,
    files = temporaryFiles(),
    geocoder = noGeocoder,
    env = {},
    live = noLive,
    tracer,
    prepare,
  }: {
    verifier?: Verifier
    files?: FileStore
    geocoder?: Geocoder
    /** Settings, as of the environment. */
    env?: Record<string, string>
    live?: Live
    tracer?: Tracer
    /** Adds what is not the API to the server. */
    prepare?: (app: App, deps: Deps) => Promise<void>
  } = {},
) {
  const clock = { now: NOW }
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir(), SECRETS_KEY, ...MANY, ...env })
  const secrets = secretsOf(config)
  const where = { url: await urlOf(db) }
  const world = { db, where, config, verifier, secrets, files, geocoder }
  const deps = { ...world, now: () => clock.now, messagesQueued() {}, eventsCame() {}, live, tracer }
  const app = await createApp(deps)
  await prepare?.(app, deps)
  await app.ready()
  after(() => app.close())
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const response = await app.inject({
      method,
      url,
      headers,
      ...(body !== undefined && { payload: body as object }),
    })
    // Every answer must be JSON: this throws for one that is not.
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

/**
 * A business open every day from 09:00 to 18:00, with one service (60 minutes, $ 55.000) and one
 * professional; `user_id` is its owner, who has no password.
 */
export async function salon(
  db: Db,
  {
    timezone = 'America/Bogota',
    duration_minutes = 60,
    ...business
  }: {
    timezone?: string
    duration_minutes?: number
    business_name?: string
    suspended_at?: string
    email_confirmed_at?: null
    created_at?: string
  } = {},
): Promise<Salon & { user_id: number }> {
  const slug = `salon-${++salons}-x`
  const [business_id, user_id] = await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('businesses')
      .values({
        business_name: `Salón ${salons}`,
        business_type: 'Otro',
        email: `${slug}@correo.example`,
        phone: '+573001112233',
        address: 'Calle 1 # 2-3',
        slug,
        // Many tests book for one person.
        max_future_appointments: 100,
        timezone,
        email_confirmed_at: new Date(NOW).toISOString(),
        ...business,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('slugs').values({ slug, business_id: id }).execute()
    const email = `${slug}@correo.example`
    const user = await insertOwner(tx, {
      business_id: id,
      email,
      password_hash: 'SECRET-password',
      nowMs: NOW,
    })
    return [id, user] as const
  })
  await db
    .insertInto('business_hours')
    .values(
      [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
        business_id,
        day_of_week,
        is_open: true,
        open_time: '09:00',
        close_time: '18:00',
        lunch_start_time: null,
        lunch_end_time: null,
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
  return { business_id, user_id, slug, service_id: service.id, professional_id: professional.id }
}

/** The headers of the salon's owner, with a session written without a log-in. */
export async function ownerHeaders(
  db: Db | Tx,
  { business_id, user_id }: { business_id: number; user_id: number },
) {
  const { token, hash } = newToken(business_id)
  await db
    .insertInto('sessions')
    .values({ business_id, user_id, token_hash: hash, expires_at: '2030-01-01T00:00:00Z' })
    .execute()
  return { authorization: `Bearer ${token}` }
}

/** A valid booking of `salon` on Monday 23 November 2026 at 10:00, with the test's changes. */
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

/** The row of an appointment, to be inserted past all rules: only the database can refuse it. */
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
    business_id,
    service_id,
    professional_id,
    service_name: 'Corte',
    professional_name: 'Valentina Ospina',
    client_name: 'Otra Persona',
    client_phone: '+573001112233',
    client_email: 'otra@correo.example',
    price: 1,
    appointment_date: date,
    appointment_time: time,
    duration_minutes: minutes,
    booked_by: 'owner' as const,
    starts_at: starts.toInstant().toString(),
    ends_at: starts.toInstant().add({ minutes }).toString(),
    occupied: occupiedOf(starts.epochMilliseconds, starts.epochMilliseconds + minutes * 6e4),
    ...more,
  }
}
type Status = 'scheduled' | 'completed' | 'cancelled'

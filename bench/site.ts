import { epochMinutes, today } from '#domain/zone.ts'
import { occupiedOf } from '#server/database/occupied.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { loadBuild } from '#server/pages/routes.ts'
import { serve } from '#server/serve.ts'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { ensureBuilt } from '../scripts/build.ts'
import { chromiumPath, CHROMIUM_FLAGS } from '../scripts/chromium.ts'
import { loadDemo } from '../scripts/demo/load.ts'
import { DEMO_SLUG } from '../scripts/demo/salon.ts'
import { clean, folder } from './world.ts'

/** The built product with its demo data, and a browser whose debugging port other tools may use. */
export interface MeasuredSite {
  url: string
  /** The booking page with a service and a professional chosen: its free times are part of the page. */
  booking: string
  /** The browser's own profile: tools that connect to `debuggingPort` share its storage. */
  profile: BrowserContext
  debuggingPort: number
  stop(): Promise<void>
}

export async function openSite(name: string): Promise<MeasuredSite> {
  ensureBuilt()
  const [port, debuggingPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const config = readConfig({
    DATA_DIR: join(folder, name),
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    // No request may leave this machine, not even for a map.
    TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
    GEOCODER_URL: 'http://127.0.0.1:9',
  })
  const served = await serve(config, await loadBuild(), {
    async prepare(db) {
      await loadDemo(db, Date.now(), { ...config, isBare: true })
      await bookToday(db)
    },
  })
  const profile = await chromium.launchPersistentContext(join(folder, `${name}-profile`), {
    executablePath: await chromiumPath(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${debuggingPort}`],
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
  })
  const first = (table: 'services' | 'professionals') =>
    served.db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()
  const [service, professional] = [await first('services'), await first('professionals')]
  return {
    url,
    profile,
    debuggingPort,
    booking: `/negocio/${DEMO_SLUG}?servicio=${service.id}&profesional=${professional.id}`,
    async stop() {
      await profile.close()
      await served.stop()
      clean()
    },
  }
}

const TIMES = ['09:00', '11:30', '15:00']

/**
 * Gives every day the same appointments: the demo salon's depend on weekday and hour, and Sundays have none.
 */
async function bookToday(db: Db) {
  const appointment_date = today('America/Bogota', Date.now())
  const service = await db.selectFrom('services').selectAll().orderBy('id').executeTakeFirstOrThrow()
  const professionals = await db.selectFrom('professionals').selectAll().orderBy('id').execute()
  await db
    .deleteFrom('appointment_history')
    .where('appointment_id', 'in', (eb) =>
      eb.selectFrom('appointments').select('id').where('appointment_date', '=', appointment_date),
    )
    .execute()
  await db.deleteFrom('appointments').where('appointment_date', '=', appointment_date).execute()
  const booked = professionals.flatMap(({ business_id, id, professional_name }) =>
    TIMES.map((appointment_time) => {
      const starts = epochMinutes(appointment_date, appointment_time, 'America/Bogota')! * 60_000
      const ends = starts + service.duration_minutes * 60_000
      return {
        business_id,
        client_name: `Clienta de las ${appointment_time}`,
        client_phone: '+573005551000',
        client_email: 'clienta@correo.example',
        service_id: service.id,
        service_name: service.service_name,
        professional_id: id,
        professional_name,
        appointment_date,
        appointment_time,
        duration_minutes: service.duration_minutes,
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(ends).toISOString(),
        occupied: occupiedOf(starts, ends),
        price: service.price,
        booked_by: 'system' as const,
      }
    }),
  )
  await db.insertInto('appointments').values(booked).execute()
}

/** Signs in as the owner of the demo salon for the browser's lifetime. */
export async function signIn(page: Page, url: string) {
  await page.goto(`${url}/login`)
  await page.locator('input[name=email]').fill('demo@enpunto.example')
  await page.locator('input[name=password]').fill('demo2026')
  await page.locator('input[type=checkbox]').first().check()
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(/\/dashboard/)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

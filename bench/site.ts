import { readConfig } from '#server/config.ts'
import { loadBuild } from '#server/pages.ts'
import { serve } from '#server/serve.ts'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { ensureBuilt } from '../scripts/build.ts'
import { chromiumPath, CHROMIUM_FLAGS } from '../scripts/chromium.ts'
import { DEMO_SLUG, loadDemo } from '../scripts/demo/load.ts'
import { clean, folder } from './world.ts'

/** The built product with its demo data, and a browser whose debugging port other tools may use. */
export interface MeasuredSite {
  url: string
  /** The booking page with a service and a professional chosen: its free times are part of the page. */
  booking: string
  /** The browser's own profile: other tools that join it at `debuggingPort` see what is kept here. */
  profile: BrowserContext
  debuggingPort: number
  stop(): Promise<void>
}

export async function openSite(name: string): Promise<MeasuredSite> {
  ensureBuilt()
  const [port, debuggingPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const config = readConfig({
    ...{ DATA_DIR: join(folder, name), PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'error' },
    // Nothing outside this machine may be asked, not even for a map.
    ...{ TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png', GEOCODER_URL: 'http://127.0.0.1:9' },
  })
  const served = await serve(config, await loadBuild(), { prepare: (db) => loadDemo(db, Date.now(), config) })
  const profile = await chromium.launchPersistentContext(join(folder, `${name}-profile`), {
    executablePath: await chromiumPath(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${debuggingPort}`],
    ...{ locale: 'es-CO', timezoneId: 'America/Bogota' },
  })
  const first = (table: 'services' | 'professionals') =>
    served.db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()
  const [service, professional] = [await first('services'), await first('professionals')]
  return {
    ...{ url, profile, debuggingPort },
    booking: `/negocio/${DEMO_SLUG}?servicio=${service.id}&profesional=${professional.id}`,
    async stop() {
      await profile.close()
      await served.stop()
      clean()
    },
  }
}

/** Signs in as the owner of the demo salon, for as long as the browser is open. */
export async function signIn(page: Page, url: string) {
  await page.goto(`${url}/login`)
  await page.locator('input[name=email]').fill('demo@enpunto.example')
  await page.locator('input[name=password]').fill('demo2026')
  await page.locator('input[type=checkbox]').first().check()
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(/\/dashboard/)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

import { readConfig } from '#server/config.ts'
import { loadBuild } from '#server/pages/routes.ts'
import { serve } from '#server/serve.ts'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureBuilt } from '../scripts/build.ts'
import { chromiumPath, CHROMIUM_FLAGS } from '../scripts/chromium.ts'
import { loadDemo } from '../scripts/demo/load.ts'
import { DEMO_SLUG } from '../scripts/demo/salon.ts'
import { clean, folder } from './world.ts'

/**
 * Bytes of the built booking page as transferred (brotli), by kind: those loaded before a free time can be
 * tapped, and the scripts of the whole journey from the first tap to the confirmed appointment.
 */
export async function weighPage() {
  ensureBuilt()
  const config = readConfig({ DATA_DIR: join(folder, 'page'), PORT: '0', LOG_LEVEL: 'error' })
  const served = await serve(config, await loadBuild(), {
    prepare: (db) => loadDemo(db, Date.now(), { ...config, isBare: true }),
  })
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_FLAGS })
  try {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'es-CO' })
    const page = await context.newPage()
    const bytes: Record<string, number> = {}
    const foreign: string[] = []
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const kinds = new Map<string, string>()
    const headers = new Map<string, number>()
    let scriptHeaders = 0
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      kinds.set(requestId, type)
      headers.set(requestId, response.encodedDataLength)
      if (response.url.startsWith('http') && new URL(response.url).origin !== served.url)
        foreign.push(response.url)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'Other'
      bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
      if (kind === 'Script') scriptHeaders += headers.get(requestId) ?? 0
    })

    const { id } = await served.db.selectFrom('services').select('id').orderBy('id').executeTakeFirstOrThrow()
    await page.goto(`${served.url}/negocio/${DEMO_SLUG}?servicio=${id}`, {
      waitUntil: 'networkidle',
    })
    const untilFirstTime = sum(bytes, ['Document', 'Stylesheet', 'Font'])
    await walkThrough(page)
    return {
      untilFirstTimeKB: kB(untilFirstTime),
      document: kB(bytes.Document),
      stylesheet: kB(bytes.Stylesheet),
      font: kB(bytes.Font),
      scriptOfWholeJourneyKB: kB((bytes.Script ?? 0) - scriptHeaders),
      withResponseHeaders: kB(bytes.Script),
      foreignRequests: foreign.length,
    }
  } finally {
    await browser.close()
    await served.stop()
    clean()
  }
}

async function walkThrough(page: import('playwright-core').Page) {
  await page.locator('input[name=profesional]').first().check({ force: true })
  await page.locator('input[name=hora]:not([disabled])').first().check({ force: true })
  await page
    .getByRole('button', { name: 'Continuar' })
    .or(page.getByRole('link', { name: 'Continuar' }))
    .first()
    .click()
  await page.getByLabel('Teléfono', { exact: true }).fill('3004128819')
  await page.getByLabel('Nombre completo').fill('Camila Rojas')
  await page.getByLabel('Correo electrónico').fill('camila@correo.example')
  await page.getByRole('button', { name: 'Continuar' }).first().click()
  await page.getByRole('button', { name: 'Confirmar Cita' }).first().click()
  await page.getByRole('heading', { name: '¡Cita Confirmada!' }).waitFor()
  await page.waitForLoadState('networkidle')
}

const sum = (bytes: Record<string, number>, kinds: string[]) =>
  kinds.reduce((total, kind) => total + (bytes[kind] ?? 0), 0)
const kB = (bytes = 0) => Number((bytes / 1000).toFixed(1))

import { readConfig } from '#server/config.ts'
import { storedMail, storedMails, type StoredMail } from '#server/mail/outbox-store.ts'
import { loadBuild } from '#server/pages/routes.ts'
import { serve } from '#server/serve.ts'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { ensureBuilt } from '../build.ts'
import { CHROMIUM_FLAGS, chromiumPath } from '../chromium.ts'
import { loadDemo } from '../demo/load.ts'
import { DEMO_OWNER } from '../demo/salon.ts'
import { fillSalon, NOW } from './salon.ts'

/** The running product with the busy salon, at a fixed time, and a browser to view it. */
export interface Product {
  url: string
  /** A visitor at the same fixed time. */
  visitor(options: BrowserContextOptions): Promise<BrowserContext>
  /** Signs in as the salon's owner, without the welcome guide. */
  login(page: Page): Promise<void>
  /** The latest mail to a recipient with a matching subject, once it was sent. */
  mail(to: string, subject: RegExp): Promise<StoredMail>
  stop(): Promise<void>
}

export async function startProduct(port: number): Promise<Product> {
  ensureBuilt()
  const dataDir = mkdtempSync(join(tmpdir(), 'enpunto-pictures-'))
  chmodSync(dataDir, 0o755)
  const url = `http://127.0.0.1:${port}`
  const outside = { TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png', GEOCODER_URL: 'http://127.0.0.1:9' }
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'warn',
    ...outside,
  })
  const served = await serve(config, await loadBuild(), {
    now: () => NOW,
    prepare: async (db) => {
      await loadDemo(db, NOW, { ...config, isBare: true })
      await fillSalon(db)
    },
  })
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: [...CHROMIUM_FLAGS, '--hide-scrollbars', '--force-color-profile=srgb'],
  })

  return {
    url,
    async visitor(options) {
      const context = await browser.newContext({
        locale: 'es-CO',
        timezoneId: 'America/Bogota',
        reducedMotion: 'reduce',
        deviceScaleFactor: 2,
        // Code evaluated in a page travels as text, which the page's own policy would block.
        bypassCSP: true,
        ...options,
      })
      await context.clock.setFixedTime(NOW)
      await context.addInitScript(
        'for (let id = 1; id < 9; id++) localStorage.setItem("enpunto.guia-vista." + id, "1")',
      )
      return context
    },
    async login(page) {
      await page.goto(`${url}/login`)
      await page.locator('input[name=email]').fill(DEMO_OWNER.email)
      await page.locator('input[name=password]').fill(DEMO_OWNER.password)
      await page.locator('input[name=password]').press('Enter')
      await page.waitForURL(/\/dashboard/)
    },
    async mail(to, subject) {
      const outbox = join(dataDir, 'mail')
      for (let attempt = 0; attempt < 120; attempt++, await sleep(500)) {
        for (const name of await storedMails(outbox)) {
          const mail = await storedMail(outbox, name)
          if (mail?.to.includes(to) && subject.test(mail.subject)) return mail
        }
      }
      throw new Error(`No mail came to ${to} with the subject ${subject}.`)
    },
    async stop() {
      await browser.close()
      await served.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

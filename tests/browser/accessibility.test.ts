import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { addressOf, freeTime, SLUG } from './booking.ts'
import { axeFindings, desktop, launch, startSite, type Site } from './helper.ts'
import { focusFaults, smallTargets, spaced, structure } from './page-checks.ts'
import { enter, onPages, show, type Visitor } from './screens.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

/** The paths of all screens, by who sees them. */
async function screens(): Promise<Record<Visitor, string[]>> {
  const time = await freeTime(site)
  const { service, professional } = time
  const chosen = `/negocio/${SLUG}?servicio=${service}`
  const steps = [
    chosen,
    `${chosen}&profesional=${professional}`,
    addressOf(site, time),
    addressOf(site, time, 'datos'),
  ]
  const account = ['/', '/login', '/register', '/forgot-password', '/reset-password?token=x', '/nada']
  const panel = [
    '',
    '/appointments',
    '/appointments?vista=lista',
    '/services',
    '/professionals',
    '/clients',
    '/credits',
  ]
  const tabs = [
    'negocio',
    'seo',
    'color',
    'horarios',
    'recordatorios',
    'calendario',
    'redes',
    'seguridad',
  ].map((tab) => `?seccion=${tab}`)
  return {
    anyone: [
      ...account,
      '/client',
      '/admin/login',
      `/negocio/${SLUG}`,
      ...['?ver=terminos', '?ver=datos'].map((search) => `/negocio/${SLUG}${search}`),
      ...steps.map((url) => url.replace(site.url, '')),
      '/correos',
    ],
    owner: [...panel.map((path) => `/dashboard${path}`), ...tabs.map((tab) => `/dashboard/settings${tab}`)],
    administrator: ['/admin/dashboard'],
  }
}

for (const who of ['anyone', 'owner', 'administrator'] as const)
  test(`the screens of ${who}: small, spaced, zoomed, by keyboard and in forced colours`, async () => {
    const context = await desktop(browser, { expects: [/404/] })
    await enter(context, site, who)
    const found: string[] = []
    await onPages(context, (await screens())[who], async (page, path) => {
      const say = (where: string, faults: string[]) =>
        found.push(...faults.map((fault) => `${path}, ${where}: ${fault}`))
      const check = async <T>(where: string, faults: (about: T) => string[], about?: T) =>
        say(where, await page.evaluate(faults as () => string[], about as undefined))
      await page.setViewportSize({ width: 320, height: 640 })
      await show(page, site, path)
      await check('320 px', structure)
      // The clients' controls must be large enough for thumbs; the panel's need only the norm's 24 px.
      await check('320 px', smallTargets, who === 'anyone' && path !== '/admin/login' ? 44 : 24)
      say('320 px', await axeFindings(page))
      await check('320 px', focusFaults)

      // 1280 px at a zoom of 200 % leave 640.
      await resize(page, 640, 400)
      await check('200 %', spaced)

      await resize(page, 1280, 800)
      await check('desktop', smallTargets, 24)
      await check('desktop', focusFaults)
      await page.emulateMedia({ forcedColors: 'active' })
      await check('forced colours', focusFaults)
    })
    assert.deepEqual([...new Set(found)], [])
  })

/** Resizes the page and waits until it has been laid out. */
async function resize(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

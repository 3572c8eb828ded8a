import { AxeBuilder } from '@axe-core/playwright'
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { addressOf, freeTime, SLUG } from './booking.ts'
import { desktop, launch, login, phone, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

/** Every screen by its address; those of a group share a session. */
async function screens(): Promise<Record<string, string[]>> {
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
  const tabs = ['negocio', 'seo', 'color', 'horarios', 'recordatorios', 'redes', 'seguridad'].map(
    (tab) => `?seccion=${tab}`,
  )
  return {
    public: [
      ...account,
      '/client',
      '/admin/login',
      `/negocio/${SLUG}`,
      ...steps.map((url) => url.replace(site.url, '')),
    ],
    owner: [...panel.map((path) => `/dashboard${path}`), ...tabs.map((tab) => `/dashboard/settings${tab}`)],
    administrator: ['/admin/dashboard'],
  }
}

const DOORS: Record<string, (page: Page) => Promise<void>> = {
  public: async () => {},
  async owner(page) {
    await login(page, site)
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  },
  async administrator(page) {
    await page.goto(`${site.url}/admin/login`)
    await page.locator('input[name=email]').fill('admin@enpunto.example')
    await page.locator('input[name=password]').fill('admin2026')
    await page.locator('input[name=password]').press('Enter')
    await page.waitForURL('**/admin/dashboard')
  },
}

async function walk(page: Page, check: (page: Page) => Promise<string[]>) {
  const found: string[] = []
  for (const [group, paths] of Object.entries(await screens())) {
    await DOORS[group]!(page)
    for (const path of paths) {
      await page.goto(site.url + path)
      await page.locator('h1').first().waitFor()
      await page
        .locator('.skeleton, .spinner')
        .first()
        .waitFor({ state: 'detached', timeout: 3_000 })
        .catch(() => {})
      found.push(...(await check(page)).map((fault) => `${path}: ${fault}`))
    }
  }
  assert.deepEqual([...new Set(found)], [])
}

test('at 320 px: no sideways scroll, nothing for axe to find, one title, landmarks, targets for fingers', async () => {
  const context = await phone(browser, { expects: [/404/] })
  const page = await context.newPage()
  await page.setViewportSize({ width: 320, height: 640 })
  await walk(page, async () => [
    ...(await page.evaluate(structure)),
    // What clients touch is made for thumbs; the panel's small controls keep to the norm.
    ...(await page.evaluate(smallTargets, /\/(dashboard|admin)/.test(page.url()) ? 24 : 44)),
    ...(await axeFindings(page)),
  ])
})

test('with wider spacing of text nothing is cut off, and with 200 % zoom nothing scrolls sideways', async () => {
  // 1280 px at 200 % are 640.
  const context = await desktop(browser, { expects: [/404/] })
  const page = await context.newPage()
  await page.setViewportSize({ width: 640, height: 400 })
  await walk(page, (page) => page.evaluate(spaced))
})

test('on a desktop every control shows its focus, in forced colours too, and no bar hides it', async () => {
  const context = await desktop(browser, { expects: [/404/] })
  const page = await context.newPage()
  await walk(page, async () => {
    const usual = await page.evaluate(focusFaults)
    await page.emulateMedia({ forcedColors: 'active' })
    const forced = (await page.evaluate(focusFaults)).map((fault) => `forced colours: ${fault}`)
    await page.emulateMedia({ forcedColors: 'none' })
    return [...(await page.evaluate(smallTargets, 24)), ...usual, ...forced]
  })
})

async function axeFindings(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `axe ${id} ${target.join(' ')}`))
}

// These run in the page.

function structure(): string[] {
  const found: string[] = []
  const say = (isWrong: boolean, text: string) => void (isWrong && found.push(text))
  const all = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility())
  say(document.documentElement.lang !== 'es-CO', `lang ${document.documentElement.lang}`)
  say(
    document.documentElement.scrollWidth > innerWidth,
    `scrolls to ${document.documentElement.scrollWidth} px`,
  )
  say(all('h1').length !== 1, `${all('h1').length} h1`)
  say(all('main').length !== 1, `${all('main').length} main`)
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  for (const id of ids.filter((id, i) => ids.indexOf(id) !== i)) found.push(`id ${id} twice`)
  const skip = document.querySelector<HTMLAnchorElement>('a.skip')
  say(all('nav').length > 0 && !skip, 'navigation without a way past it')
  say(Boolean(skip && !document.querySelector(skip.hash)), 'a way past it that leads nowhere')
  return found
}

/** Controls smaller than `least` px; links within a sentence are as large as its words. */
function smallTargets(least: number): string[] {
  const found: string[] = []
  for (const one of document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary',
  )) {
    if (
      !one.checkVisibility({ visibilityProperty: true }) ||
      one.closest('[inert], .leaflet-container, .skip')
    )
      continue
    // What the finger meets: the label of a hidden or small input.
    const label = one.matches('input') ? one.closest('label') : null
    const { width, height, bottom } = (label ?? one).getBoundingClientRect()
    if (width <= 1 || height <= 1 || bottom < 0 || (one.matches('.sr') && !label)) continue
    // The map's own credit is small print.
    if (one.matches('.credit') && height >= 24) continue
    if (getComputedStyle(one).display === 'inline' && one.closest('p, li, label, span, small')) continue
    // Lower than wide is what happens; half a pixel is rounding.
    if (height < least - 0.5 || width < Math.min(least, 24) - 0.5)
      found.push(
        `${Math.round(width)} × ${Math.round(height)} px: ${one.tagName.toLowerCase()}.${one.className} ${(one.textContent || one.getAttribute('aria-label') || (one as HTMLInputElement).name).trim().slice(0, 30)}`,
      )
  }
  return found
}

function spaced(): string[] {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
      'p { margin-bottom: 2em !important }',
  )
  const found: string[] = []
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`200 %: scrolls to ${document.documentElement.scrollWidth} px`)
  document.adoptedStyleSheets = [sheet]
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`spaced: scrolls to ${document.documentElement.scrollWidth} px`)
  for (const one of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(one)
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim())
    if (!hasText || !one.checkVisibility() || one.closest('.sr, .skip, .ev, .day')) continue
    if (one.clientWidth <= 1 || style.webkitLineClamp !== 'none') continue
    const isCut = /hidden|clip/.test(style.overflowY) && one.scrollHeight > one.clientHeight + 4
    if (isCut && style.textOverflow !== 'ellipsis')
      found.push(
        `cut off: ${one.tagName.toLowerCase()}.${one.className} ${one.textContent!.trim().slice(0, 30)}`,
      )
  }
  document.adoptedStyleSheets = []
  return found
}

/** Focus that cannot be seen, or that something lies over. */
function focusFaults(): string[] {
  const found: string[] = []
  const look = (one: Element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } =
      getComputedStyle(one)
    const outline =
      outlineStyle === 'none' || outlineColor === 'rgba(0, 0, 0, 0)' ? '' : outlineWidth + outlineColor
    return [
      outline,
      matchMedia('(forced-colors: active)').matches ? '' : boxShadow + borderColor + backgroundColor,
    ].join()
  }
  const around = (one: Element) =>
    [one, one.parentElement!, one.closest('label'), one.nextElementSibling].filter((one) => one !== null)
  for (const one of document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('[inert], .leaflet-container'))
      continue
    if (one.tabIndex < 0 || ('disabled' in one && one.disabled)) continue
    ;(document.activeElement as HTMLElement | null)?.blur()
    const before = around(one).map(look)
    one.focus({ focusVisible: true } as FocusOptions)
    if (document.activeElement !== one) continue
    const name = `${one.tagName.toLowerCase()}.${one.className} ${(one.textContent || one.getAttribute('aria-label') || one.getAttribute('name') || '').trim().slice(0, 30)}`
    if (around(one).map(look).join() === before.join()) found.push(`no focus to be seen: ${name}`)
    const seen = one.closest('label') ?? one
    // A carousel brings what has the focus along, but not in the same moment.
    for (let box = seen.parentElement; box; box = box.parentElement)
      if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX)) {
        const [own, its] = [seen.getBoundingClientRect(), box.getBoundingClientRect()]
        box.scrollTo({ left: box.scrollLeft + own.left - its.left, behavior: 'instant' })
      }
    const { left, right, top, bottom } = seen.getBoundingClientRect()
    const points = [0.5, 0.2, 0.8].flatMap((x) =>
      [0.5, 0.2, 0.8].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
    )
    const isFree = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit && (seen.contains(hit) || hit.contains(seen) || hit.closest('label') === seen)
    })
    if (right - left > 2 && !isFree) found.push(`covered: ${name}`)
  }
  return found
}

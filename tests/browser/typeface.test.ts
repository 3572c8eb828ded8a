import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addressOf, onPhone, visit } from './booking.ts'
import { launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})
after(() => site.stop())

test('the welcome is as high before its typeface has arrived: nothing in it moves with that', async () => {
  const heights: number[] = []
  for (const isThere of [false, true]) {
    const context = await phone(await launch(), { expects: [/ERR_FAILED/] })
    const page = await context.newPage()
    if (!isThere) await page.route('**/*.woff2', (route) => route.abort())
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard`)
    const footer = page.locator('dialog.guide .modal-f')
    await footer.waitFor()
    await page.evaluate(() => document.fonts.ready)
    heights.push((await footer.boundingBox())!.height)
  }
  assert.equal(heights[0], heights[1])
})

const STAND_INS = {
  Figtree: ['Figtree Fallback', 'Figtree Linux'],
  'Bricolage Grotesque': ['Bricolage Fallback', 'Bricolage Android', 'Bricolage Linux'],
}

test('what stands in for a typeface is as wide as it: no line breaks otherwise when it comes', async (t) => {
  const page = await onPhone()
  await visit(page, addressOf(site, {}))
  // Of those whose letters this machine has.
  const widths = await page.evaluate(async (standIns) => {
    const text =
      'Cerrado · abre mañana a las 9:00 am. Elige servicio, profesional y hora: viernes 4 de diciembre'
    const context = document.createElement('canvas').getContext('2d')!
    const found: { family: string; weight: number; ratio: number }[] = []
    for (const [typeface, families] of Object.entries(standIns))
      for (const family of families)
        for (const weight of typeface === 'Figtree' ? [400, 600, 700] : [700]) {
          const width = async (name: string) => {
            const font = `${weight} 64px "${name}"`
            await document.fonts.load(font, text)
            context.font = font
            return context.measureText(text).width
          }
          const faces = await document.fonts.load(`${weight} 64px "${family}"`, text).catch(() => [])
          if (faces.length > 0)
            found.push({ family, weight, ratio: (await width(family)) / (await width(typeface)) })
        }
    return found
  }, STAND_INS)
  if (widths.length === 0) return t.skip('none of them is on this machine')
  for (const { family, weight, ratio } of widths)
    assert.ok(Math.abs(ratio - 1) < 0.03, `${family} ${weight}: ${ratio.toFixed(3)}`)
})

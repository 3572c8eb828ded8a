import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { query } from '../server.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await query(
    site.dataDir,
    `insert into client_cards (business_id, client_name, client_phone, source, written_at, created_at)
     select id, name, '+573005550078', 'owner', now(), now()
     from businesses, unnest(array['Zoé Fotos', 'Zulma Fotos']) name where email = 'demo@enpunto.example'`,
  )
})

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
/** More than may be sent as it is: noise does not pack. */
const large = () =>
  sharp({
    create: {
      width: 2600,
      height: 2000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 100 })
    .toBuffer()

async function openPhotos(page: Page, name: string) {
  await page.goto(`${site.url}/dashboard/clients`)
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('link', { name }).first().click()
  const card = page.getByRole('main')
  await card.getByRole('tab', { name: 'Fotos' }).click()
  return card
}

for (const [size, open, name] of [
  ['phone', phone, 'Zoé Fotos'],
  ['desktop', desktop, 'Zulma Fotos'],
] as const)
  test(`photos of before and after are added, seen large and removed (${size})`, async () => {
    const context = await open(browser, { expects: [/net::ERR_FAILED .*uploads\/client/] })
    const page = await context.newPage()
    const seen: string[] = []
    page.on('request', (request) => seen.push(request.url()))
    await signIn(page, site)
    const card = await openPhotos(page, name)
    await card.getByText('Todavía no hay fotos de este cliente.').waitFor()
    await axe(page)
    const input = card.getByLabel('Foto del cliente')
    const give = (content: Buffer, mimeType = 'image/jpeg') =>
      input.setInputFiles({ name: 'foto.jpg', mimeType, buffer: content })

    await give(Buffer.from('%PDF-1.7'), 'application/pdf')
    await card.getByText('Formato de imagen no válido. Use JPG, PNG, GIF o WebP').waitFor()

    // What it shows is chosen by the keyboard.
    await card.getByRole('radio', { name: 'Después' }).focus()
    await page.keyboard.press('ArrowLeft')
    assert.ok(await card.getByRole('radio', { name: 'Antes' }).isChecked())
    await give(await picture(900, 1200, '#7a4a28'))
    await card.getByRole('tab', { name: 'Fotos 1' }).waitFor()
    assert.equal(await card.getByText('Formato de imagen no válido').count(), 0)

    // The line goes while it is on its way: it waits, and is sent again.
    await card.getByRole('radio', { name: 'Después' }).check()
    await page.route('**/api/uploads/client/**', (route) => route.abort(), { times: 1 })
    const content = await large()
    assert.ok(content.length > 5 * 1024 * 1024)
    await give(content)
    await card.getByRole('button', { name: 'Subirla otra vez' }).click()
    await card.getByRole('tab', { name: 'Fotos 2' }).waitFor()
    assert.equal(await card.getByRole('button', { name: 'Subirla otra vez' }).count(), 0)
    const photos = card.locator('.cli-photos button')
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLImageElement>('.cli-photos img')].filter(
          (i) => i.complete && i.naturalWidth > 0,
        ).length === 2,
    )
    assert.deepEqual(await photos.locator('b').allTextContents(), ['Después', 'Antes'], 'the latest first')
    await axe(page)

    await photos.nth(1).press('Enter')
    const one = page.getByRole('dialog', { name: /^Antes, / })
    const shown = one.getByRole('img', { name: /^Antes, / })
    await shown.waitFor()
    assert.equal(
      await shown.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
      900,
    )
    await axe(page)
    await page.keyboard.press('Escape')
    await one.waitFor({ state: 'detached' })
    assert.ok(await photos.nth(1).evaluate((button) => button === document.activeElement))

    await photos.nth(1).press('Enter')
    await one.getByRole('button', { name: 'Eliminar foto' }).click()
    const asked = page.getByRole('dialog', { name: '¿Eliminar la foto?' })
    await asked.getByRole('button', { name: 'Eliminar' }).click()
    await one.waitFor({ state: 'detached' })
    await card.getByRole('tab', { name: 'Fotos 1' }).waitFor()
    assert.deepEqual(await photos.locator('b').allTextContents(), ['Después'])
    // No photo has an address that could be handed on.
    assert.ok(seen.some((url) => /\/api\/clients\/\d+\/files\/\d+\?width=320$/.test(url)))
    for (const url of seen.filter((each) => /\/clients\/\d+\/files\//.test(each))) {
      const answer = await context.request.get(url)
      assert.equal(answer.status(), 401, url)
    }
    await context.close()
  })

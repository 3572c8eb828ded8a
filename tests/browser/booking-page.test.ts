/** What surrounds the booking on the business’s page. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { until } from '../smtp.ts'
import {
  addressOf,
  amPm,
  awake,
  button,
  choose,
  date,
  fillClient,
  freeTime,
  newClient,
  onDesktop,
  onPhone,
  radio,
  SLUG,
  time,
  title,
  visit,
} from './booking.ts'
import { axe, desktop, launch, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

test('the script of a whole booking travels in less than 100 kB, and none of it is the router', async () => {
  const page = await onPhone()
  const wanted = await freeTime(site)
  await visit(page, addressOf(site, { service: wanted.service }))
  await choose(radio(page, wanted.professional_name))
  await choose(date(page, wanted.date))
  await choose(time(page, wanted.time))
  await button(page, 'Continuar →').click()
  await title(page, 'Datos del cliente').waitFor()
  await fillClient(page, newClient())
  await button(page, 'Continuar').click()
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => [name.replace(/.*\//, ''), encodedBodySize] as const),
  )
  const bytes = scripts.reduce((sum, [, size]) => sum + size, 0)
  assert.ok(bytes > 50_000 && bytes < 100_000, `${bytes} bytes: ${scripts.join(' ')}`)
  assert.ok(!scripts.some(([name]) => /^(common|panel)/.test(name)), scripts.join(' '))
})

test('a step begins at its top; back is where it was left, also after a reload', async () => {
  const page = await onPhone()
  await visit(page, addressOf(site, await freeTime(site)))
  const top = () => page.evaluate(() => Math.round(scrollY))
  const isAt = (wanted: number, what: string) =>
    until(async () => Math.abs((await top()) - wanted) <= 2, 5_000, what)
  await page.evaluate(() => scrollTo(0, 300))
  await button(page, 'Continuar →').click()
  await title(page, 'Datos del cliente').waitFor()
  await isAt(0, 'the top of the next step')
  // What is below the title may come later, and only then there is something to scroll.
  await page.getByLabel('Nombre completo').waitFor()
  await page.evaluate(() => scrollTo(0, 120))
  await page.goBack()
  await title(page, 'Datos de la cita').waitFor()
  await isAt(300, 'where the first step was left')
  await page.goForward()
  await title(page, 'Datos del cliente').waitFor()
  await isAt(120, 'where the second step was left')
  await page.reload()
  await awake(page)
  await isAt(120, 'where the second step was before it was loaded again')
  await page.goBack()
  await title(page, 'Datos de la cita').waitFor()
  await isAt(300, 'where the first step was left, before the reload')
})

describe('the page around the booking', () => {
  test('looked at again within the minute: the browser shows what it kept, and its scripts run', async () => {
    const page = await onDesktop()
    // The page contains the time in minutes: it changes when a new minute begins.
    const minute = () => Math.floor(Date.now() / 60_000)
    for (let begun; begun !== minute();) {
      begun = minute()
      await visit(page, `${site.url}/negocio/${SLUG}`)
      for (let looks = 0; looks < 3; looks++) {
        await page.reload()
        await awake(page)
      }
    }
  })

  test('header, hours, footer', async () => {
    const page = await onDesktop()
    await visit(page, `${site.url}/negocio/${SLUG}#horario`)
    assert.equal(new URL(page.url()).hash, '#horario')
    const header = page.getByRole('banner')
    await header.getByRole('heading', { name: 'Salón Bugambilia' }).waitFor()
    await header.getByText('Color, corte y uñas en el corazón de Laureles.').waitFor()
    await header.getByText('Cra. 76 # 33A-21, Laureles, Medellín').waitFor()
    await header.getByText(/^Hoy: (9:00 am – 7:00 pm|9:00 am – 5:00 pm|Cerrado)$/).waitFor()
    const gradient = await header.evaluate((element) => getComputedStyle(element).backgroundImage)
    assert.match(gradient, /gradient\(.*rgb\(176, 36, 107\).*rgb\(141, 29, 86\)/)
    await title(page, 'Horario de apertura').waitFor()
    const hours = await page.locator('#horario .hours > div').allTextContents()
    assert.deepEqual(
      hours.map((row) => row.replace(' · hoy', '')),
      [
        ...['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes'].map((day) => `${day}09:00 – 19:00`),
        'Sábado09:00 – 17:00',
        'DomingoCerrado',
      ],
    )
    const weekday = new Date(Date.now() - 5 * 3_600_000).getUTCDay()
    assert.equal(
      hours.findIndex((row) => row.includes(' · hoy')),
      (weekday + 6) % 7,
    )
    const footer = page.getByRole('contentinfo')
    const href = (name: string) => footer.getByRole('link', { name }).getAttribute('href')
    assert.equal(await href('Facebook'), 'https://www.facebook.com/salonbugambilia')
    assert.equal(await href('Instagram'), 'https://www.instagram.com/salonbugambilia')
    assert.equal(await href('WhatsApp'), 'https://wa.me/573004128819')
    assert.equal(await href('Reservas con enpunto'), '/')
  })

  test('the gallery’s pictures large, with keyboard and finger', async () => {
    const page = await onPhone()
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await page.getByRole('img', { name: 'Foto 1 de 5 de Salón Bugambilia' }).click()
    const box = page.getByRole('dialog', { name: 'Fotos de Salón Bugambilia' })
    await box.getByText('1 / 5').waitFor()
    await axe(page)
    await page.keyboard.press('ArrowRight')
    await box.getByText('2 / 5').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await box.getByText('5 / 5').waitFor()
    await box.getByRole('button', { name: 'Foto siguiente' }).click()
    await box.getByText('1 / 5').waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    assert.match(
      String(await page.evaluate(() => (document.activeElement as HTMLAnchorElement).href)),
      /\/files\//,
    )
  })

  test('the map’s pictures are fetched only when it comes near', async () => {
    const page = await onPhone()
    const tiles: string[] = []
    page.on('request', (request) => request.url().includes('/tiles/') && tiles.push(request.url()))
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await page.waitForLoadState('networkidle')
    assert.equal(tiles.length, 0)
    await title(page, 'Dónde nos encuentras').scrollIntoViewIfNeeded()
    await until(() => tiles.length > 0, 10_000, 'tiles')
    assert.ok(tiles.every((url) => url.startsWith(`${site.url}/tiles/16/`)))
    const directions = page.getByRole('link', { name: 'Cómo llegar' })
    assert.equal(
      await directions.getAttribute('href'),
      'https://www.google.com/maps/dir/?api=1&destination=6.2442,-75.5936',
    )
  })

  test('a visitor in another time zone and language sees the business’s times, in Spanish', async () => {
    const wanted = await freeTime(site)
    const context = await desktop(await launch(), { timezoneId: 'Pacific/Kiritimati', locale: 'en-US' })
    const page = await context.newPage()
    await visit(page, addressOf(site, wanted))
    assert.ok(await radio(page, amPm(wanted.time)).isChecked())
    assert.equal(
      await date(
        page,
        new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(Date.now()),
      ).count(),
      1,
    )
    await page.getByText('Hoy', { exact: true }).waitFor()
  })

  test('nothing is asked of anybody else', async () => {
    const page = await onDesktop()
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await visit(page, addressOf(site, await freeTime(site), 'datos'))
    await page.waitForLoadState('networkidle')
    assert.deepEqual([...hosts], [new URL(site.url).host])
  })

  test('what machines read: title, description, canonical address, structured data', async () => {
    const page = await onPhone()
    await visit(page, `${site.url}/negocio/${SLUG}?servicio=1`)
    assert.equal(await page.title(), 'Agendar Cita - Salón Bugambilia')
    const content = (name: string) => page.locator(`meta[name="${name}"]`).getAttribute('content')
    assert.match((await content('description'))!, /^Color, corte y uñas/)
    assert.equal(await content('theme-color'), '#b0246b')
    const canonical = `${site.url}/negocio/${SLUG}`
    assert.equal(await page.locator('link[rel=canonical]').getAttribute('href'), canonical)
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
    assert.equal(data['@type'], 'HairSalon')
    assert.equal(data.name, 'Salón Bugambilia')
    const days = data.openingHoursSpecification.flatMap((hours: { dayOfWeek: string[] }) => hours.dayOfWeek)
    assert.equal(new Set(days).size, 6)
    assert.equal(data.url, canonical)
    assert.equal(await page.locator('html').getAttribute('lang'), 'es-CO')
  })

  test('by its id at /book/{id} too', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await visit(page, `${site.url}/book/${wanted.business}`)
    await page.getByRole('heading', { name: 'Salón Bugambilia' }).waitFor()
    await choose(radio(page, /Corte de barba/))
    await choose(date(page, wanted.date))
    await choose(time(page, wanted.time))
    await button(page, 'Continuar →').click()
    await title(page, 'Datos del cliente').waitFor()
    assert.ok(page.url().startsWith(`${site.url}/book/${wanted.business}?`))
    await visit(page, `${site.url}/negocio/${wanted.business}`)
    await page.getByRole('heading', { name: 'Salón Bugambilia' }).waitFor()
  })

  test('an unknown business: status 404 and a page that says so', async () => {
    const page = await onPhone({ expects: [/404/] })
    for (const path of ['/negocio/no-existe', '/book/999999', '/book/abc', `/negocio/${'x'.repeat(400)}`]) {
      const response = await page.goto(site.url + path)
      assert.equal(response!.status(), 404, path)
      await page.getByRole('heading', { name: 'Negocio no encontrado' }).waitFor()
      assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
    }
    await axe(page)
    await page.getByRole('link', { name: 'Volver al inicio' }).click()
    await page.waitForURL(`${site.url}/`)
  })
})

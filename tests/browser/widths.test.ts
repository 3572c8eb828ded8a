/**
 * No screen scrolls sideways or cuts its text: at 320, 360, 768 and 1280 px, and with text twice as large. Nothing to
 * read or press lies beneath the camera of a phone on its side.
 */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { addressOf, awake, bookByApi, dayAhead, freeTime, onDay, past, SLUG } from './booking.ts'
import { desktop, launch, startSite, type Site } from './helper.ts'
import { cutFields, tooWide } from './page-checks.ts'
import { enter, onPages, show, type Visitor } from './screens.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await past(site, 'Berta Ayer', 1)
  // The salon's own have nothing on a Sunday.
  await onDay(site, 'Elvira Mañana', 1)
  await fill()
})

const TEAM = `'Dra. María Fernanda Echeverri', 'Ana Gómez', 'Juan Sebastián Valderrama', 'Luz Dary Quintero',
  'Dra. Diana Agudelo', 'Dra. Daniela Arango', 'Dr. Óscar Bedoya', 'Paula Zuluaga', 'Jhon Jairo Higuita', 'Catalina Uribe'`

/** Twelve professionals with 300 appointments in the two weeks from three days ago on, in the demo salon. */
async function fill() {
  const columns = `client_phone, client_email, service_id, service_name, price, booked_by, duration_minutes`
  await query(
    site.dataDir,
    `with salon as (select id from businesses where slug = '${SLUG}'),
     many as (
       insert into professionals (business_id, specialties, professional_name)
       select salon.id, (select specialties from professionals where specialties is not null limit 1), (array[${TEAM}])[n]
       from salon, generate_series(1, 10) n returning business_id, id, professional_name),
     model as (select ${columns}, business_id from appointments limit 1),
     slots as (
       select many.*, row_number() over () as n, ((now() at time zone 'America/Bogota')::date - 3 + day) as date, time '09:00' + hour * interval '150 min' as time
       from many, generate_series(0, 9) day, generate_series(0, 2) hour)
     insert into appointments (business_id, professional_id, professional_name, client_name, appointment_date,
       appointment_time, starts_at, ends_at, ${columns})
     select slots.business_id, slots.id, slots.professional_name,
       (array['Camila Rojas', 'Guillermina de los Ángeles Santamaría Villanueva', 'Li'])[slots.n % 3 + 1],
       date, time, (date + time) at time zone 'America/Bogota',
       (date + time) at time zone 'America/Bogota' + interval '30 min',
       client_phone, client_email, service_id, service_name, price, booked_by, 30
     from slots, model`,
  )
  await query(
    site.dataDir,
    `insert into installation (name, value)
     values ('mail stopped', '{"since":"2026-01-05T15:12:00Z","reason":"login"}')`,
  )
  await query(
    site.dataDir,
    `insert into sender_names (business_id, name) select id, 'Nequi de la Esquina de Doña Guillermina' from businesses limit 1`,
  )
}

const SIZES: [name: string, width: number, height: number, text: string][] = [
  ['320 px', 320, 640, '100%'],
  ['320 px, text 200 %', 320, 640, '200%'],
  ['360 px', 360, 740, '100%'],
  ['360 px, text 200 %', 360, 740, '200%'],
  ['768 px', 768, 1024, '100%'],
  ['768 px, text 200 %', 768, 1024, '200%'],
  ['1280 px', 1280, 800, '100%'],
  ['1280 px, text 200 %', 1280, 800, '200%'],
]

type Steps = (page: Page) => Promise<unknown>
const dialog = (page: Page) => page.locator('dialog[open]').last()
const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()
const opening =
  (name: string | RegExp): Steps =>
  async (page) => {
    await press(page, name)
    await dialog(page).waitFor()
  }
const card =
  (tab: string): Steps =>
  async (page) => {
    await page.locator('.cli-who a').first().click()
    await page.getByRole('tab', { name: tab }).click()
  }
const agenda = (view: string) => `/dashboard/appointments?${view}&fecha=${dayAhead(1)}`

/** What each visitor sees: a path, and what is pressed there. */
async function screens(): Promise<Record<Visitor, [path: string, state?: string, steps?: Steps][]>> {
  const time = await freeTime(site)
  const at = (step?: string) => addressOf(site, time, step).replace(site.url, '')
  const { token } = await bookByApi(site, await freeTime(site))
  const citas = `/client?token=${encodeURIComponent(token)}`
  return {
    anyone: [
      ['/'],
      ['/login'],
      ['/register'],
      ['/client'],
      [
        citas,
        'appointment',
        async (page) => {
          await page.getByRole('article').first().waitFor()
        },
      ],
      [
        citas,
        'move',
        async (page) => {
          await press(page, 'Reagendar')
          await dialog(page).locator('.move-slot').first().waitFor()
        },
      ],
      [`/negocio/${SLUG}`],
      [`/negocio/${SLUG}?servicio=${time.service}`],
      [at()],
      [at('datos')],
      [
        at('datos'),
        'refused',
        async (page) => {
          await awake(page)
          await press(page, 'Continuar')
          await page.getByText('Nombre es requerido').waitFor()
        },
      ],
      ['/nada'],
    ],
    owner: [
      ['/dashboard'],
      [agenda('rango=semana')],
      [agenda('rango=2dias')],
      [agenda('rango=dia')],
      [agenda('rango=dia&por=juntos')],
      [agenda('vista=lista')],
      [agenda('vista=lista'), 'new', opening('Nueva cita')],
      [agenda('vista=lista'), 'block', opening(/Bloquear/)],
      [
        agenda('rango=dia'),
        'appointment',
        async (page) => {
          await page.locator('.ev:not(.off)').last().click()
          await dialog(page).waitFor()
        },
      ],
      ['/dashboard/services'],
      ['/dashboard/services', 'new', opening('Nuevo servicio')],
      ['/dashboard/professionals'],
      ['/dashboard/professionals', 'new', opening('Nuevo profesional')],
      ['/dashboard/professionals', 'hours', opening(/^Horario de/)],
      ['/dashboard/clients'],
      ['/dashboard/clients', 'new', opening('Nuevo cliente')],
      ['/dashboard/clients', 'card', card('Historial')],
      ['/dashboard/clients', 'card data', card('Datos')],
      ['/dashboard/credits'],
      ['/dashboard/messages'],
      ['/dashboard/messages', 'texts', opening('Editar el texto')],
      ...['negocio', 'seo', 'color', 'horarios', 'recordatorios', 'calendario', 'redes', 'seguridad'].map(
        (tab): [string] => [`/dashboard/settings?seccion=${tab}`],
      ),
    ],
    administrator: [['/admin/dashboard'], ['/admin/dashboard', 'managing', opening(/^Gestionar/)]],
  }
}

for (const who of ['anyone', 'owner', 'administrator'] as const)
  test(`the screens of ${who}: no sideways scroll and no cut text at any width, text twice as large`, async () => {
    const context = await desktop(browser, { expects: [/404/] })
    await enter(context, site, who)
    const found: string[] = []
    await onPages(context, (await screens())[who], async (page, [path, state = '', steps]) => {
      await show(page, site, path)
      await steps?.(page).catch((error: Error) => found.push(`${path}: ${error.message.split('\n')[0]}`))
      for (const [name, width, height, text] of SIZES) {
        await page.setViewportSize({ width, height })
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size
          return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        }, text)
        const faults = await page.evaluate(tooWide)
        if (text === '100%' && width >= 360) faults.push(...(await page.evaluate(cutFields)))
        for (const fault of faults) found.push(`${path} ${state}, ${name}: ${fault}`)
        await picture(page, `${path} ${state} ${name}`, !state)
      }
    })
    assert.deepEqual([...new Set(found)], [])
  })

test('the agenda on a phone with text twice as large: hours beside the days, each button by itself', async () => {
  const page = await (await desktop(browser)).newPage()
  await enter(page.context(), site, 'owner')
  await page.setViewportSize({ width: 360, height: 740 })
  const at = async (view: string, card: string) => {
    await show(page, site, agenda(view))
    await page.locator(card).first().waitFor()
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  }
  for (const view of ['rango=2dias', 'rango=dia']) {
    await at(view, '.ev')
    const hours = page.locator('.cal-hour:not(.half), .paxis span')
    const beyond = await hours.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))
    assert.ok((await hours.count()) > 5 && beyond.length === 0, view)
  }
  // Of the day by professional: whose face it is, and in each card all of its lines.
  const names = page.locator('.pfaces button > span:last-child')
  const cut = await names.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  )
  assert.ok((await names.count()) > 1)
  assert.deepEqual(cut, [])
  const below = await page.locator('.pev').evaluateAll((all) =>
    all.flatMap((card) => {
      const { bottom } = card.getBoundingClientRect()
      const lines = [...card.querySelectorAll(':scope > span:not(.sr)')]
      return lines
        .filter((line) => line.getBoundingClientRect().bottom > bottom + 1)
        .map((line) => line.textContent)
    }),
  )
  assert.deepEqual(below, [])
  await at('vista=lista', '.apt')
  for (const name of ['Próximas', 'Pasadas', 'Elegir varias', 'Exportar'])
    await page.getByRole('button', { name }).click({ trial: true, timeout: 2_000 })
  const times = page.locator('.apt .when-t small', { hasText: 'Mañana' })
  const isInside = (one: Element) => one.scrollWidth <= one.clientWidth
  assert.ok(await times.first().evaluate(isInside))
})

test('a team of fourteen: letters nobody shares, tools in one row, and in each card the time and the name', async () => {
  const page = await (await desktop(browser)).newPage()
  await enter(page.context(), site, 'owner')
  const at = async (width: number, height: number, view: string) => {
    await page.setViewportSize({ width, height })
    await show(page, site, agenda(view))
    await page.locator('.ev').first().waitFor()
  }
  /** Whether the pieces stand beside each other. */
  const isRow = (selector: string) =>
    page.locator(selector).evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)
      const middles = boxes.map(({ y, height }) => y + height / 2)
      return Math.max(...middles) - Math.min(...middles) < 12
    })

  await at(1280, 800, 'rango=dia&por=persona')
  const letters = await page.locator('.phead .avatar').allTextContents()
  assert.equal(letters.length, 14)
  assert.equal(new Set(letters).size, 14, letters.join())
  assert.ok(!letters.includes('DM') && letters.includes('MF'), 'a title is no name')
  for (const view of ['rango=dia', 'rango=dia&por=juntos', 'rango=semana']) {
    await at(1280, 800, view)
    assert.ok(await isRow('.cal-tools > *'), view)
    await press(page, 'Filtros')
    assert.ok(await isRow('.cal-filters > *'), `${view}, its filters`)
    const search = await page.locator('.cal-filters .find').boundingBox()
    assert.ok(search!.width >= 116, `${view}: ${search!.width} px to search in`)
  }
  // Of so many a week shows a few, and as many as somebody chooses.
  const shown = page.locator('.pchips [aria-pressed=true]')
  assert.equal(await shown.count(), 4)
  const isInSight = await page.locator('.pchips').evaluate((row) => row.scrollWidth <= row.clientWidth)
  assert.ok(isInSight, 'a mouse reaches the last of them')
  const cards = await page.locator('.ev').count()
  await page.locator('.pchips [aria-pressed=false]').nth(1).click()
  assert.equal(await shown.count(), 5)
  await press(page, /^Todos/)
  await page.waitForFunction((before) => document.querySelectorAll('.ev').length > before, cards)
  await page.reload()
  await page.locator('.ev').first().waitFor()
  assert.equal(await page.locator('.pchips [aria-pressed=false]').count(), 0, 'kept on this device')
  // So many have a column each unless they are wanted together.
  await at(1280, 800, 'rango=dia')
  assert.equal(await page.locator('.pcol').count(), 14)
  await press(page, 'Por persona')
  await page.locator('.pcol').first().waitFor({ state: 'detached' })
  assert.match(page.url(), /por=juntos/)
  await press(page, 'Por persona')
  await page.locator('.pcol').first().waitFor()
  assert.doesNotMatch(page.url(), /por=/)
  // At the present time the heads still say whose column it is.
  await page.goto(`${site.url}/dashboard/appointments?rango=dia&por=persona`)
  await page.locator('.cal-area:not(.waiting) .pcol').first().waitFor()
  await press(page, 'Hoy')
  const [tools, head] = await Promise.all(
    ['.cal-tools', '.phead:not(.corner)'].map((one) => page.locator(one).first().boundingBox()),
  )
  assert.ok(head!.y >= tools!.y + tools!.height - 1, `${head!.y} px below ${tools!.y + tools!.height} px`)
  await at(360, 740, 'rango=dia')
  await press(page, /^Elegir fecha/)
  assert.ok(await isRow('.date-dialog .seg button'), 'Día, 2 días, Semana')
  await page.keyboard.press('Escape')
  for (const [width, least] of [
    [360, 44],
    [768, 60],
  ] as const) {
    await at(width, 740, 'rango=semana')
    const faults = await page.locator('.ev').evaluateAll((all, least) => {
      const boxOf = (node: Node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getBoundingClientRect()
      }
      return all.flatMap((card) => {
        const [time, name, who] = ['.tm', 'b', '.whose'].map((part) => card.querySelector(part)!)
        const start = boxOf(time!.firstChild!)
        const label = card.textContent!.slice(0, 40)
        const room = name!.parentElement!.getBoundingClientRect().right - name!.getBoundingClientRect().left
        const faults = []
        if (start.right > who!.getBoundingClientRect().left + 1) faults.push(`${label}: the time is cut`)
        if (room < least) faults.push(`${label}: ${room} px for the name`)
        if (start.bottom > boxOf(name!).top + 4) faults.push(`${label}: the name is not below the time`)
        return faults
      })
    }, least)
    assert.deepEqual(faults, [], `${width} px`)
  }
})

/** With SHOTS=folder, a picture of each state, to be looked at. */
async function picture(page: Page, name: string, isWhole: boolean) {
  const folder = process.env.SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const file = `${name.replace(/[^\w%]+/g, '-').replace(/^-/, '')}.png`
  await page.screenshot({ path: `${folder}/${file}`, fullPage: isWhole, animations: 'disabled' })
}

/**
 * What can be read or pressed beside the camera; what a box cuts off is judged by that box. Nothing beneath a modal
 * dialog can be read.
 */
function beneathCamera(edge: number): string[] {
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const isCut = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
  return [...root.querySelectorAll('*')].flatMap((element) => {
    for (let up = element.parentElement; up && up !== root; up = up.parentElement) if (isCut(up)) return []
    // Pictures may fill the screen.
    if (element.closest('svg, img')) return []
    const nodes = isCut(element) ? [] : [...element.childNodes]
    const texts = nodes.filter((node) => node.nodeType === 3 && node.textContent?.trim())
    const rects = texts.flatMap((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()]
    })
    if (element.matches('a, button, input, select') || (isCut(element) && element.scrollWidth > 1))
      rects.push(element.getBoundingClientRect())
    const isSeen = element.checkVisibility({ visibilityProperty: true })
    const wrong = rects.find(
      ({ left, right, width, bottom }) =>
        width > 1 && bottom > 0 && (left < edge || right > innerWidth - edge),
    )
    return isSeen && wrong
      ? [`${element.localName}.${element.className} ${element.textContent?.slice(0, 40)}`]
      : []
  })
}

const ON_ITS_SIDE: [width: number, height: number, edge: number][] = [
  [844, 390, 47],
  // From 900 px on the panel has the menu of a desktop.
  [932, 430, 59],
]

for (const [width, height, edge] of ON_ITS_SIDE)
  test(`nothing lies beneath the camera of a phone on its side, ${width} px wide`, async () => {
    const screen = { viewport: { width, height }, hasTouch: true, isMobile: true }
    const found: string[] = []
    const look = async (page: Page, state: string) =>
      found.push(...(await page.evaluate(beneathCamera, edge)).map((fault) => `${state}: ${fault}`))
    const states: Partial<Record<string, Steps>> = {
      '/': async (page) => {
        await page.waitForFunction(() => document.readyState === 'complete')
        await page.locator('.car a').first().click()
        await page.locator('.zoom[open]').waitFor()
      },
      [`/negocio/${SLUG}`]: async (page) => {
        await page.locator('.gallery a').first().click()
        await page.locator('.lightbox[open]').waitFor()
      },
      '/dashboard': async (page) => {
        await page.locator('.tb-user').click()
        await page.locator('#user-menu').waitFor()
      },
      '/dashboard/appointments': async (page) => {
        // One that comes before the page listens is none.
        await until(async () => {
          await bookByApi(site, await freeTime(site))
          await sleep(1000)
          return (await page.locator('.notice').count()) > 0
        }, 30_000)
      },
      '/dashboard/clients/import': async (page) => {
        const buffer = Buffer.from('Nombre;Celular\nCamila Rojas;300 412 88 19\n')
        await page.locator('#import-file').setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer })
        await page.locator('.imp-foot').waitFor()
      },
      '/dashboard/settings?seccion=negocio': async (page) => {
        await page.getByLabel('Nombre del negocio').fill('Otro nombre')
        await page.locator('.save-bar').waitFor()
      },
    }
    const of = (isOwner: boolean) =>
      Object.keys(states).filter((path) => path.startsWith('/dashboard') === isOwner)
    for (const [who, paths] of [
      ['anyone', [...of(false), '/login', '/client']],
      ['owner', [...of(true), '/dashboard/clients']],
    ] as const) {
      const context = await browser.newContext({ locale: 'es-CO', reducedMotion: 'reduce', ...screen })
      await enter(context, site, who)
      await onPages(context, [...paths], async (page, path) => {
        const devtools = await context.newCDPSession(page)
        await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: edge, right: edge } })
        await show(page, site, path)
        await look(page, path)
        const steps = states[path]
        if (!steps) return
        await steps(page)
        await look(page, `${path}, opened`)
      })
      await context.close()
    }
    assert.deepEqual(found, [])
  })

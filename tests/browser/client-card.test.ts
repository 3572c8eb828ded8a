/** A client's card has an address of its own: it is opened, reloaded and left like any other screen. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { onDay } from './booking.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
let own: { id: number }

const PROFESSIONAL = { email: 'ficha@correo.example', password: 'demo2026' }

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await query(
    site.dataDir,
    `insert into client_cards (business_id, client_name, client_phone, source, written_at, created_at)
     select b.id, 'Lista ' || lpad(n::text, 2, '0'), '+5731588899' || lpad(n::text, 2, '0'), 'owner', now(), now()
     from businesses b, generate_series(1, 45) n where b.email = 'demo@enpunto.example'`,
  )
  await onDay(site, 'Carla Ficha', 0, '17:00')
  ;[own] = (await query(
    site.dataDir,
    `select professional_id as id from appointments where client_name = 'Carla Ficha'`,
  )) as [typeof own]
  await query(
    site.dataDir,
    `with person as (
       insert into users (email, name, password_hash)
       select '${PROFESSIONAL.email}', 'Vale', password_hash from users where email = 'demo@enpunto.example' returning id)
     insert into memberships (business_id, user_id, role, professional_id)
     select 1, person.id, 'professional', ${own.id} from person`,
  )
})

const idOf = async (name: string) =>
  (
    (await query<{ id: number }>(
      site.dataDir,
      `select id from client_cards where client_name = '${name}'`,
    )) as [{ id: number }]
  )[0].id
const shown = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
const noWider = async (page: Page) =>
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`from a list that was searched, turned and scrolled, and back to it as it was (${size})`, async () => {
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/clients`)
    await page.getByRole('searchbox').fill('lista')
    await page.getByRole('group', { name: 'Mostrar' }).getByRole('button', { name: 'Nuevo' }).click()
    await page.getByText(/^1 a 20 de 45 clientes/).waitFor()
    // Beside each other, on a phone too.
    const pages = page.getByRole('navigation', { name: 'Páginas de clientes' })
    const [back, on] = await Promise.all(
      ['Anterior', 'Siguiente'].map((name) => pages.getByRole('button', { name }).boundingBox()),
    )
    assert.ok(back!.y === on!.y && back!.x < on!.x, JSON.stringify([back, on]))
    await page.getByRole('button', { name: /^Siguiente/ }).click()
    // It is read from its first row on.
    const first = page.getByRole('link', { name: /^Lista 21/ })
    await first.waitFor()
    await until(async () => {
      const { y } = (await first.boundingBox())!
      return y > 0 && y < page.viewportSize()!.height / 2
    })
    const row = page.getByRole('link', { name: /^Lista 38/ })
    await row.scrollIntoViewIfNeeded()
    const y = await page.evaluate(() => scrollY)
    assert.ok(y > 100, String(y))
    const isAsItWas = async () => {
      await row.waitFor()
      assert.equal(await page.getByRole('searchbox').inputValue(), 'lista')
      assert.equal(
        await page.getByRole('button', { name: 'Nuevo', exact: true }).getAttribute('aria-pressed'),
        'true',
      )
      await until(async () => Math.abs((await page.evaluate(() => scrollY)) - y) < 3)
    }
    await row.click()
    await shown(page, 'Lista 38')
    assert.equal(await page.evaluate(() => scrollY), 0)
    await page.goBack()
    await isAsItWas()
    await row.click()
    await shown(page, 'Lista 38')
    await page.getByRole('main').getByRole('link', { name: 'Clientes' }).click()
    await isAsItWas()

    // A reload of the card loses neither its tab nor the way back.
    await row.click()
    await page.getByRole('tab', { name: 'Notas' }).click()
    await page.reload()
    await page.getByRole('tabpanel', { name: 'Notas' }).waitFor()
    await axe(page)
    await page.getByRole('main').getByRole('link', { name: 'Clientes' }).click()
    await isAsItWas()
    assert.equal(new URL(page.url()).search, '', 'what was searched is not in the address')
    await page.context().close()
  })

test('in another tab, from its address alone, the card shows, and leads to the clients', async () => {
  const context = await desktop(browser)
  const page = await context.newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/clients`)
  await page.getByRole('searchbox').fill('lista 07')
  await page.getByText('1 cliente con').waitFor()
  const href = await page.getByRole('link', { name: /^Lista 07/ }).getAttribute('href')
  assert.equal(href, `/dashboard/clients/${await idOf('Lista 07')}`)
  const other = await context.newPage()
  await signIn(other, site)
  await other.goto(site.url + href)
  await shown(other, 'Lista 07')
  await other.setViewportSize({ width: 768, height: 1024 })
  await noWider(other)
  await axe(other)
  await other.getByRole('main').getByRole('link', { name: 'Clientes' }).click()
  await other.getByRole('table').waitFor()
  await context.close()
})

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`from an appointment, and back to it (${size})`, async () => {
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    const [{ id }] = (await query<{ id: number }>(
      site.dataDir,
      `select id from appointments where client_name = 'Carla Ficha'`,
    )) as [{ id: number }]
    await page.goto(`${site.url}/dashboard/appointments?cita=${id}`)
    const detail = page.getByRole('dialog', { name: 'Detalle de la cita' })
    await detail.getByRole('link', { name: 'Carla Ficha, ver su ficha' }).click()
    await shown(page, 'Carla Ficha')
    const visit = page.getByRole('region', { name: 'Historial de citas' }).getByRole('link')
    assert.equal(await visit.count(), 1)
    await noWider(page)
    await axe(page)
    await visit.click()
    await detail.getByText('Carla Ficha').first().waitFor()
    await page.context().close()
  })

test('a visit says that the client confirmed, or is here; once it is over, how it ended', async () => {
  await onDay(site, 'Clara Dijo', 2, '10:00')
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  const badge = async (change: string) => {
    await query(site.dataDir, `update appointments set ${change} where client_name = 'Clara Dijo'`)
    await page.goto(`${site.url}/dashboard/clients/${await idOf('Clara Dijo')}`)
    return page.getByRole('region', { name: 'Historial de citas' }).locator('.badge').first().textContent()
  }
  assert.equal(await badge('client_confirmed_at = null'), 'Programada')
  assert.equal(await badge('client_confirmed_at = now()'), 'Confirmó')
  await axe(page)
  assert.equal(await badge('arrived_at = now()'), 'Llegó')
  assert.equal(await badge(`status = 'cancelled'`), 'Cancelada')
})

test('of more than a hundred appointments the last hundred are shown, and the others are found from there', async () => {
  await query(
    site.dataDir,
    `insert into client_cards (business_id, client_name, client_phone, source, written_at, created_at)
     values (1, 'Constanza Fiel', '+573004447788', 'owner', now(), now()) returning id`,
  )
  await query(
    site.dataDir,
    `insert into appointments (business_id, card_id, client_name, client_phone, client_email, service_id, service_name,
       professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
       price, booked_by, status, attendance_status)
     select business_id, (select id from client_cards where client_name = 'Constanza Fiel'), 'Constanza Fiel',
       '+573004447788', null, service_id, service_name, professional_id,
       professional_name, d::date, '03:00', 30, d + interval '8 hours', d + interval '8 hours 30 minutes', price, 'owner',
       'completed', 'attended'
     from (select * from appointments where business_id = 1 order by id limit 1) a,
       generate_series(timestamptz '2024-01-01T00:00Z', timestamptz '2024-04-29T00:00Z', interval '1 day') d returning id`,
  )
  // The appointments keep the name that the card had.
  await query(
    site.dataDir,
    `update client_cards set client_name = 'Constanza Renombrada' where client_name = 'Constanza Fiel' returning id`,
  )
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/clients/${await idOf('Constanza Renombrada')}`)
  const history = page.getByRole('region', { name: 'Historial de citas' })
  // One of an earlier year says which, in one line of its own.
  const when = history.locator('.cli-when').first()
  assert.match(await when.innerText(), /^29 abr 2024\n+3:00 am$/)
  assert.ok((await when.boundingBox())!.height < 50, 'two lines')
  await history.getByRole('button', { name: 'Ver las últimas 100 citas' }).click()
  await history.getByText('Antes hubo 20 citas más.').waitFor()
  await history.getByRole('link', { name: 'Buscarlas' }).click()
  await page.getByText('120 citas', { exact: true }).waitFor()
  assert.equal(await page.getByRole('searchbox').inputValue(), '+573004447788')
  // Whoever leaves the list comes back to what is next.
  await page.waitForURL((url) => !url.searchParams.has('pasadas'))
  await page.getByRole('button', { name: 'Calendario' }).click()
  await page.getByRole('button', { name: 'Lista' }).click()
  await page.getByRole('button', { name: 'Próximas' }).and(page.locator('[aria-pressed=true]')).waitFor()
})

test('from cards that look alike', async () => {
  await query(
    site.dataDir,
    `insert into client_cards (business_id, client_name, client_phone, source, written_at, created_at)
     select b.id, name, '+573007779999', 'owner', now(), now()
     from businesses b, unnest(array['Gemela Uno', 'Gemela Dos']) name where b.email = 'demo@enpunto.example'`,
  )
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/clients/duplicates`)
  await page.getByRole('link', { name: 'Ver ficha de Gemela Dos' }).click()
  await shown(page, 'Gemela Dos')
  await page.context().close()
})

test('a card that is not theirs, or that cannot be: said in a sentence, and no refusal is left open', async () => {
  const page = await (await phone(browser, { expects: [/status of 404/] })).newPage()
  const refused: string[] = []
  page.on('response', (response) => {
    if ([401, 403, 500].includes(response.status())) refused.push(response.url())
  })
  await signIn(page, site, PROFESSIONAL)
  for (const id of [await idOf('Lista 01'), 999_999_999, 'ninguna', '0', '1e5']) {
    await page.goto(`${site.url}/dashboard/clients/${id}`)
    await page.getByRole('heading', { name: 'No encontramos esta ficha' }).waitFor()
    await axe(page)
  }
  await page.getByRole('link', { name: 'Ver mis clientes' }).click()
  await page.getByRole('heading', { name: 'Mis clientes', level: 1 }).waitFor()
  await page.getByRole('link', { name: /^Carla Ficha/ }).click()
  await shown(page, 'Carla Ficha')
  for (const tab of ['Notas', 'Fotos', 'Datos', 'Historial']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel', { name: tab }).waitFor()
    await axe(page)
  }
  assert.equal(await page.getByRole('button', { name: 'Borrar los datos de este cliente' }).count(), 0)
  assert.deepEqual(refused, [])
})

test('one small form of the card is stored while another is being typed in, here and by a colleague', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  const id = await idOf('Lista 07')
  await page.goto(`${site.url}/dashboard/clients/${id}`)
  const card = page.getByRole('main')
  await card.getByRole('tab', { name: 'Datos' }).click()
  const facts = card.getByRole('tabpanel', { name: 'Datos' })
  const [alert, day, month] = ['Alerta', 'Día', 'Mes'].map((label) =>
    facts.getByLabel(label, { exact: true }),
  )
  const birthday = (text: string) => facts.getByRole('definition').getByText(text, { exact: true }).waitFor()
  await alert!.fill('Alergia al látex')
  await day!.selectOption('14')
  await month!.selectOption('05')
  await page.getByRole('button', { name: 'Guardar cumpleaños' }).press('Enter')
  await birthday('14 de mayo')
  assert.equal(await alert!.inputValue(), 'Alergia al látex')
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Guardar cumpleaños')

  const colleague = (changes: object) =>
    page.evaluate(
      async ([id, body]) => {
        const { token } = JSON.parse(sessionStorage['enpunto.session'])
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        await fetch(`/api/clients/${id}`, { method: 'PATCH', headers, body: String(body) })
      },
      [id, JSON.stringify(changes)],
    )
  await colleague({ birthday: '1991-03-02' })
  await birthday('2 de marzo de 1991')
  await until(async () => (await day!.inputValue()) === '02' && (await month!.inputValue()) === '03')
  assert.equal(await alert!.inputValue(), 'Alergia al látex')

  await colleague({ alert: 'Usa audífono' })
  await facts.getByText('Esto cambió mientras lo editabas').waitFor()
  await facts.getByText('Usa audífono', { exact: true }).waitFor()
  await axe(page)
  assert.equal(await alert!.inputValue(), 'Alergia al látex')
  await page.getByRole('button', { name: 'Guardar alerta' }).click()
  await card.locator('.cli-alert').getByText('Alergia al látex').waitFor()
  assert.deepEqual(await query(site.dataDir, `select alert, birthday from client_cards where id = ${id}`), [
    { alert: 'Alergia al látex', birthday: '1991-03-02' },
  ])
  await facts.getByText('Esto cambió mientras lo editabas').waitFor({ state: 'detached' })
})

test('a card that another screen merges away or erases is shown no longer; a note that was being typed can be copied', async () => {
  const page = await (await phone(browser, { expects: [/status of 404/] })).newPage()
  await signIn(page, site)
  const colleague = (path: string, body?: object) =>
    page.evaluate(
      async ([path, body]) => {
        const { token } = JSON.parse(sessionStorage['enpunto.session'])
        const headers = {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        }
        return (await fetch(`/api/clients/${path}`, { method: 'POST', headers, ...(body && { body }) }))
          .status
      },
      [path, body && JSON.stringify(body)],
    )
  const [merged, kept] = [await idOf('Lista 40'), await idOf('Lista 41')]
  const gone = page.getByRole('heading', { name: 'No encontramos esta ficha' })
  await page.goto(`${site.url}/dashboard/clients/${merged}`)
  await page.getByRole('tab', { name: 'Notas' }).click()
  await page.getByLabel('Nueva nota').fill('Prefiere la silla del fondo')
  assert.equal(await colleague('merge', { keep: kept, merge: [merged] }), 200)
  await gone.waitFor()
  await page.getByText('Prefiere la silla del fondo').waitFor()
  await axe(page)

  await page.goto(`${site.url}/dashboard/clients/${kept}`)
  await shown(page, 'Lista 41')
  assert.equal(await colleague(`${kept}/forget`), 200)
  await gone.waitFor()
  assert.equal(await page.getByText('Lista 41').count(), 0)
  assert.equal(await page.getByText('quedó sin guardar').count(), 0)
  await page.getByRole('link', { name: 'Ver mis clientes' }).click()
  await page.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
  await page.context().close()
})

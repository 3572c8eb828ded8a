/** 'Mi agenda' of a professional: who is here, and who comes after. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
const account = { email: 'midia@correo.example', password: 'demo2026' }

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await query(
    site.dataDir,
    `with person as (
       insert into users (email, name, password_hash)
       select '${account.email}', 'Vale', password_hash from users where email = 'demo@enpunto.example' returning id),
     who as (
       insert into professionals (business_id, professional_name) select id, 'Vale Mi Día' from businesses
       where email = 'demo@enpunto.example' returning id, business_id)
     insert into memberships (business_id, user_id, role, professional_id)
     select who.business_id, person.id, 'professional', who.id from person, who`,
  )
})

/** Appointments of the professional, by minutes from now; those of a day that has not so many are cut to it. */
async function day(list: [name: string, from: number, minutes: number, more?: string][]) {
  await query(
    site.dataDir,
    `update appointments set status = 'cancelled', attendance_status = 'pending' where professional_name = 'Vale Mi Día'`,
  )
  for (const [name, from, minutes, arrived = 'null'] of list)
    await query(
      site.dataDir,
      `insert into appointments (business_id, service_id, professional_id, service_name, professional_name, client_name,
         client_phone, client_email, price, appointment_date, appointment_time, duration_minutes, booked_by, starts_at, ends_at,
         status, attendance_status, arrived_at)
       select b.id, s.id, p.id, s.service_name, p.professional_name, '${name}', '+573005550${String(100 + list.findIndex((one) => one[0] === name))}',
         'midia${from}@correo.example', 50000, (at at time zone b.timezone)::date, (at at time zone b.timezone)::time, ${minutes},
         'client', at, at + interval '${minutes} minutes', 'scheduled', 'pending', ${arrived}
       from businesses b
       join professionals p on p.business_id = b.id and p.professional_name = 'Vale Mi Día'
       join lateral (select * from services where business_id = b.id order by id limit 1) s on true
       cross join lateral (select date_trunc('minute', now()) + interval '${from} minutes' as at) moment
       where b.email = 'demo@enpunto.example'`,
    )
}

/** How long ago it began, on a day that may be young. */
const ago = async () => -Math.min(10, 24 * 60 - 1 - (await leftOfToday()))

/** The day need not be long enough for who comes later. */
const leftOfToday = async () =>
  (
    (await query<{ minutes: number }>(
      site.dataDir,
      `select (extract(epoch from date_trunc('day', t) + interval '1 day' - t) / 60)::int as minutes
       from (select now() at time zone 'America/Bogota' as t) local`,
    )) as [{ minutes: number }]
  )[0].minutes

async function open(page: Page) {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  await signIn(page, site, account)
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.getByRole('heading', { name: 'Mi agenda', level: 1 }).waitFor()
  return refused
}
const alert = () =>
  query(
    site.dataDir,
    `update client_cards set alert = 'Alergia: amoníaco', written_at = now()
     where id in (select card_id from appointments where client_name = 'Sofía Ahora')`,
  )
const statusOf = async (name: string) =>
  (
    await query<{ attendance_status: string; arrived_at: string | null }>(
      site.dataDir,
      `select attendance_status, arrived_at from appointments where client_name = '${name}' order by id desc limit 1`,
    )
  )[0]!

test('beside the agenda: who is here, with what has to be known, and who comes after', async () => {
  const left = await leftOfToday()
  await day([
    ['Sofía Ahora', await ago(), 60],
    ...(left > 150
      ? ([
          ['Pilar Después', 60, 30],
          ['Camila Después', 100, 30],
        ] as [string, number, number][])
      : []),
  ])
  await alert()
  const page = await (await desktop(browser)).newPage()
  const refused = await open(page)
  const panel = page.getByRole('complementary', { name: 'Ahora y después' })
  const now = panel.getByRole('region', { name: 'Ahora, Sofía Ahora' })
  await now.getByText('Alergia: amoníaco').waitFor()
  await now.getByText(/300 •••/).waitFor()
  assert.equal(
    await page.getByRole('button', { name: 'Día', exact: true }).getAttribute('aria-pressed'),
    'true',
  )
  if (left > 150) {
    const later = panel.getByRole('region', { name: 'Después' })
    await later.getByText('2 citas').waitFor()
    assert.deepEqual(
      (await later.getByRole('button').locator('b').allInnerTexts()).map((text) => text.split(' ')[0]),
      ['Pilar', 'Camila'],
    )
    await later.getByRole('button', { name: /Pilar Después/ }).click()
    await page
      .getByRole('dialog', { name: 'Detalle de la cita' })
      .getByText('Pilar Después')
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
  }
  await axe(page)
  for (const [width, height] of [
    [900, 800],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      0,
      String(width),
    )
    const [box, side] = await Promise.all([page.locator('.calbox').boundingBox(), panel.boundingBox()])
    assert.ok(side!.x >= box!.x + box!.width && Math.abs(side!.y - box!.y) < 2, 'it stands beside it')
  }
  // Nothing of the tools takes a row for itself alone.
  const bottomOf = (name: string) =>
    page
      .locator('.calbox')
      .getByRole('button', { name, exact: true })
      .evaluate((one) => one.getBoundingClientRect().bottom)
  for (let width = 900; width <= 1300; width += 20) {
    await page.setViewportSize({ width, height: 800 })
    const [span, print] = await Promise.all([bottomOf('Semana'), bottomOf('Imprimir agenda')])
    assert.ok(Math.abs(span - print) < 10, `${width} px: ${span} ${print}`)
  }
  await now.getByRole('button', { name: 'Llegó' }).click()
  await now.getByRole('button', { name: 'Llegó' }).waitFor({ state: 'detached' })
  await now.getByText('Llegó').waitFor()
  assert.ok((await statusOf('Sofía Ahora')).arrived_at)
  await now.getByRole('button', { name: 'Asistió', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar asistencia' }).click()
  await now.waitFor({ state: 'detached' })
  await panel.getByText(left > 150 ? /^Libre hasta las? / : 'No tienes más citas hoy').waitFor()
  assert.equal((await statusOf('Sofía Ahora')).attendance_status, 'attended')
  await axe(page)
  assert.deepEqual(refused, [])
  await page.context().close()
})

test('on a phone: one line above the hours, and one tap', async () => {
  await day([['Sofía Ahora', await ago(), 60, 'now()']])
  await alert()
  const page = await (await phone(browser)).newPage()
  const refused = await open(page)
  const strip = page.getByRole('list', { name: 'Ahora' })
  await strip.getByText('Alergia: amoníaco').waitFor()
  await strip.getByText(/ · hasta \d/).waitFor()
  await axe(page)
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
  await strip.getByRole('button', { name: /^Sofía Ahora/ }).click()
  await page.getByRole('dialog', { name: 'Detalle de la cita' }).waitFor()
  await page.keyboard.press('Escape')
  await strip.getByRole('button', { name: 'Asistió' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar asistencia' }).click()
  await strip.waitFor({ state: 'detached' })
  assert.equal((await statusOf('Sofía Ahora')).attendance_status, 'attended')
  assert.deepEqual(refused, [])
  await page.context().close()
})

test('who sees everybody’s agenda has no such panel', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  assert.equal(await page.getByRole('complementary', { name: 'Ahora y después' }).count(), 0)
  await page.context().close()
})

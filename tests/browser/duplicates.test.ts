import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { button } from './booking.ts'
import { axe, desktop, hasFocus, launch, phone, quiet, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const insert = (values: string) =>
  query(
    site.dataDir,
    `insert into client_cards (business_id, client_name, client_phone, client_email, source, written_at, created_at)
     select b.id, v.*, 'owner', now(), now() from businesses b, (values ${values}) v
     where b.email = 'demo@enpunto.example'`,
  )
const live = (name: string) =>
  query<{ client_name: string }>(
    site.dataDir,
    `select client_name from client_cards where merged_into is null and client_name like '${name}%' order by 1`,
  ).then((rows) => rows.map(({ client_name }) => client_name))
const pair = (page: Page, name: string) => page.getByRole('region', { name })
const noWider = async (page: Page) =>
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`cards that look alike are made one, said to be two, and both taken back (${size})`, async () => {
    const name = `Zeta${size}`
    await insert(
      `('${name} Rojas', '+5730055${size.length}1001', '${name}@correo.example'), ('${name} R.', '+5730055${size.length}1001', null)`,
    )
    const context = await open(browser)
    const page = await context.newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/clients`)
    await page.getByText(/parecen repetidas\./).waitFor()
    await axe(page)
    await page.getByRole('link', { name: 'Revisar' }).click()
    await pair(page, name).waitFor()
    await axe(page)
    await noWider(page)
    // By the keyboard: the other one is kept.
    const radios = pair(page, name).getByRole('radio')
    await radios.nth((await radios.nth(0).isChecked()) ? 1 : 0).check()
    assert.match(await pair(page, name).innerText(), /Mismo teléfono/)
    const side = pair(page, name).locator('.dup-side').filter({ hasText: 'Rojas' })
    await side.click()
    await button(pair(page, name), `Unir ${name} Rojas y ${name} R.`).click()
    await page.getByText(`Uniste ${name} R. a la ficha de ${name} Rojas.`).waitFor()
    await pair(page, name).waitFor({ state: 'detached' })
    await hasFocus(page)
    assert.deepEqual(await live(name), [`${name} Rojas`])
    await page.getByRole('button', { name: /^Deshacer/ }).click()
    await pair(page, name).waitFor()
    await hasFocus(page)
    assert.deepEqual(await live(name), [`${name} R.`, `${name} Rojas`])
    await button(pair(page, name), 'No son la misma persona').click()
    await page.getByText(/son dos personas\./).waitFor()
    await pair(page, name).waitFor({ state: 'detached' })
    await hasFocus(page)
    await page.reload()
    await page.getByRole('heading', { name: 'No hay fichas repetidas' }).waitFor()
    assert.equal(await pair(page, name).count(), 0)
    await context.close()
  })

test('from a card: another one is found and becomes part of it, and the card takes that back', async () => {
  await insert(`('Quira Primera', '+573005599901', null), ('Otra Quira', '', 'quira@correo.example')`)
  const context = await desktop(browser)
  const page = await context.newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/clients`)
  await page.getByRole('searchbox').fill('quira primera')
  await page.getByText('1 cliente con').waitFor()
  await page.locator('.cli-who a').first().click()
  await page.getByRole('link', { name: 'Unir con otra ficha' }).click()
  await page.getByRole('heading', { name: 'Unir la ficha de Quira Primera' }).waitFor()
  await axe(page)
  await page.getByRole('searchbox').fill('otra quira')
  await page.getByRole('button', { name: /^Otra Quira/ }).click()
  await pair(page, 'Quira').waitFor()
  await button(pair(page, 'Quira'), 'Unir Quira Primera y Otra Quira').click()
  await page.getByText('Uniste Otra Quira a la ficha de Quira Primera.').waitFor()
  await quiet(page)
  // There is nothing to look for any more, and the card is one step away.
  assert.equal(await page.getByRole('searchbox').count(), 0)
  assert.equal(await page.getByText('Ninguna ficha se parece a esta').count(), 0)
  await axe(page)
  await page.getByRole('main').getByRole('link', { name: 'Quira Primera' }).click()
  await page.getByRole('heading', { name: 'Quira Primera' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Clientes' }).click()
  await page.getByRole('searchbox').fill('quira')
  await page.getByText('1 cliente con').waitFor()
  await page.locator('.cli-who a').first().click()
  await page.getByRole('main').getByText('Otra Quira').waitFor()
  await page.getByRole('main').getByText('quira@correo.example').first().waitFor()
  await axe(page)
  await button(page, 'Deshacer unión').click()
  await page.getByText('Las fichas están separadas otra vez').first().waitFor()
  assert.equal((await live('Otra Quira')).length, 1)
  await context.close()
})

test('a name that is one long word, as an e-mail is, runs off no edge of a phone', async () => {
  const name = 'maria.fernanda.gutierrez.castellanos@correo-de-clientes.example'
  await insert(`('${name}', '+573005599955', '${name}'), ('${name} Dos', '+573005599955', null)`)
  const context = await phone(browser)
  const page = await context.newPage()
  await signIn(page, site)
  const [{ id }] = (await query<{ id: number }>(
    site.dataDir,
    `select id from client_cards where client_name = '${name}'`,
  )) as [{ id: number }]
  const beyond = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth)
        .map(({ tagName, textContent }) => `${tagName} ${textContent}`),
    )
  await page.goto(`${site.url}/dashboard/clients/duplicates?ficha=${id}`)
  await page.getByRole('heading', { name: `Unir la ficha de ${name}` }).waitFor()
  const merge = page.getByRole('button', { name: /^Unir maria/ })
  await merge.waitFor()
  assert.deepEqual(await beyond(), [])
  await merge.click()
  await page.getByText(/^Uniste maria/).waitFor()
  assert.deepEqual(await beyond(), [])
  await context.close()
})

test('of three cards that are alike two pairs go at once, and the keyboard stays; a key that is held takes nothing back', async () => {
  await insert(
    `('Yola Uno', '+573005577701', null), ('Yola Dos', '+573005577701', null), ('Yola Tres', '+573005577701', null)`,
  )
  const context = await desktop(browser)
  const page = await context.newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/clients/duplicates`)
  await pair(page, 'Yola').nth(2).waitFor()
  // The second and the third have a card in common.
  await pair(page, 'Yola').nth(1).getByRole('button', { name: /^Unir/ }).focus()
  await page.keyboard.down('Enter')
  await until(async () => (await pair(page, 'Yola').count()) === 1)
  await hasFocus(page)
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  assert.equal(await page.getByRole('button', { name: /^Deshacer/, disabled: false }).count(), 1)
  assert.equal((await live('Yola')).length, 2)
  await query(site.dataDir, `update client_cards set client_phone = '' where client_name like 'Yola %'`)
  await context.close()
})

test('the other card chosen after a lost answer is not said to be kept, and what cannot be taken back yet can be later', async () => {
  await insert(
    `('Xime Uno', '+573005588801', null), ('Xime Dos', '+573005588801', null), ('Xime Tres', '+573005588801', null)`,
  )
  const context = await desktop(browser, { expects: [/ERR_FAILED/, /409/] })
  const page = await context.newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/clients/duplicates`)
  const of = (a: string, b: string) =>
    page.getByRole('region', { name: new RegExp(`Xime (${a} y Xime ${b}|${b} y Xime ${a})$`) })
  await page.route(
    '**/api/clients/merge',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const kept = (a: string, b: string) => of(a, b).locator('.dup-side', { hasText: a }).getByRole('radio')
  await kept('Uno', 'Dos').check()
  const first = page.waitForEvent('requestfailed')
  await of('Uno', 'Dos').getByRole('button', { name: /^Unir/ }).click()
  await first
  await kept('Dos', 'Uno').check()
  await of('Dos', 'Uno').getByRole('button', { name: /^Unir/ }).click()
  await page.getByText('Una de estas fichas ya se unió con otra. Revisa cómo quedó ahora.').first().waitFor()
  assert.equal(await page.getByText(/^Uniste/).count(), 0)
  assert.deepEqual(await live('Xime'), ['Xime Tres', 'Xime Uno'])
  await query(site.dataDir, `update client_cards set merged_into = null where client_name = 'Xime Dos'`)
  await query(site.dataDir, `delete from card_merges where undone_at is null`)

  await page.reload()
  for (const other of ['Dos', 'Tres']) {
    await kept('Uno', other).check()
    await of('Uno', other).getByRole('button', { name: /^Unir/ }).click()
    await page.getByText(`Uniste Xime ${other} a la ficha de Xime Uno.`).waitFor()
  }
  const undo = (other: string) => page.getByRole('button', { name: new RegExp(`^Deshacer.*Xime ${other}$`) })
  await undo('Dos').click()
  await page.getByText('Primero deshaz la unión más reciente de esta ficha').first().waitFor()
  await undo('Tres').click()
  await undo('Tres').waitFor({ state: 'detached' })
  await undo('Dos').click()
  await undo('Dos').waitFor({ state: 'detached' })
  assert.deepEqual(await live('Xime'), ['Xime Dos', 'Xime Tres', 'Xime Uno'])
  await context.close()
})

test('that cards look alike is said above the list at once, and moves nothing', async () => {
  await insert(
    `('Omega Rojas', '+573005599001', 'omega@correo.example'), ('Omega R.', '+573005599001', null)`,
  )
  const page = await (await phone(browser)).newPage()
  await signIn(page, site)
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as any[]) (window as any).shifted += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The list comes first.
  await page.route('**/api/clients/duplicates*', async (route) => {
    await sleep(150)
    await route.continue()
  })
  await page.goto(`${site.url}/dashboard/clients`)
  await page.getByText(/parecen? repetidas?\./).waitFor()
  await page.locator('.cli-table tbody tr').first().waitFor()
  await quiet(page)
  assert.ok((await page.evaluate(() => (window as any).shifted)) < 0.005, 'nothing moves')
})

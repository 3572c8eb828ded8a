import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { axe, desktop, hold, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await query(
    site.dataDir,
    `insert into client_cards (business_id, client_name, client_phone, source, written_at, created_at)
     select id, name, '+573005550077', 'owner', now(), now()
     from businesses, unnest(array['Zoé Salud', 'Zulma Salud']) name where email = 'demo@enpunto.example'`,
  )
})

const reads = async () =>
  (
    (await query<{ n: number }>(
      site.dataDir,
      `select count(*)::int as n from activity where act = 'health_read'`,
    )) as [{ n: number }]
  )[0].n

async function openCard(page: Page, name: string) {
  await page.goto(`${site.url}/dashboard/clients`)
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  return page.getByRole('main')
}

for (const [size, open, name] of [
  ['phone', phone, 'Zoé Salud'],
  ['desktop', desktop, 'Zulma Salud'],
] as const)
  test(`a note on health asks for the client’s consent, is told apart, and goes with it (${size})`, async () => {
    const context = await open(browser)
    const page = await context.newPage()
    await signIn(page, site)
    const card = await openCard(page, name)
    await card.getByRole('tab', { name: 'Notas' }).click()
    const text = card.getByLabel('Nueva nota')
    await text.fill('Reacción al amoníaco')
    await card.getByRole('checkbox', { name: 'Dato de salud' }).check()
    const sentence = 'Los datos de salud requieren autorización expresa del cliente'
    await card.getByText(`${sentence}.`).waitFor()
    await text.press('Tab')
    await card.getByRole('button', { name: 'Guardar nota' }).press('Enter')
    await card.getByText(sentence, { exact: true }).waitFor()
    assert.equal(await text.inputValue(), 'Reacción al amoníaco', 'nothing typed is lost')
    await axe(page)
    const before = await reads()
    await card.getByLabel('El cliente me autorizó').check()
    await card.getByRole('button', { name: 'Guardar nota' }).press('Enter')
    const note = card.locator('.cli-health')
    await note.getByText('Reacción al amoníaco').waitFor()
    await note.getByText('Dato de salud').waitFor()
    await note.getByText(/con autorización del cliente$/).waitFor()
    await card.getByRole('tab', { name: 'Notas 1' }).waitFor()
    assert.equal(await reads(), before + 1, 'looked at once')
    // The next one asks for nothing.
    await text.fill('Prueba de parche')
    await card.getByRole('checkbox', { name: 'Dato de salud' }).check()
    assert.equal(await card.getByLabel('El cliente me autorizó').count(), 0)
    await card.getByRole('button', { name: 'Guardar nota' }).click()
    await card.getByRole('tab', { name: 'Notas 2' }).waitFor()
    await axe(page)

    await card.getByRole('button', { name: 'Retirar la autorización' }).click()
    const asked = page.getByRole('dialog', { name: '¿Retirar la autorización?' })
    await asked.waitFor()
    await asked.getByRole('button', { name: 'Retirar y borrar' }).click()
    await page.getByText('Autorización retirada y datos de salud borrados').first().waitFor()
    await card.getByText('Todavía no hay notas de este cliente.').waitFor()
    await context.close()
  })

test('a note that is completed after a lost answer is stored as it is then', async () => {
  const context = await desktop(browser, { expects: [/ERR_FAILED/] })
  const page = await context.newPage()
  await signIn(page, site)
  const card = await openCard(page, 'Zoé Salud')
  await card.getByRole('tab', { name: /^Notas/ }).click()
  await page.route(
    /\/(notes|health)$/,
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const text = card.getByLabel('Nueva nota')
  const save = card.getByRole('button', { name: 'Guardar nota' })
  await text.fill('Alérgica al')
  const lost = page.waitForEvent('requestfailed')
  await save.click()
  await lost
  await text.fill('Alérgica al amoníaco')
  await save.click()
  await card.locator('.cli-notes').getByText('Alérgica al amoníaco', { exact: true }).waitFor()
  await card.locator('.cli-notes').getByText('Alérgica al', { exact: true }).waitFor()
  assert.equal(await text.inputValue(), '')
  await context.close()
})

test('for a client under age it asks who is responsible, and says it afterwards', async () => {
  await query(
    site.dataDir,
    `insert into client_cards (business_id, client_name, birthday, source, written_at, created_at)
     select id, 'Zara Menor', to_char(now() - interval '9 years', 'YYYY-MM-DD'), 'owner', now(), now()
     from businesses where email = 'demo@enpunto.example'`,
  )
  const context = await phone(browser)
  const page = await context.newPage()
  await signIn(page, site)
  const card = await openCard(page, 'Zara Menor')
  await card.getByRole('tab', { name: 'Notas' }).click()
  await card.getByLabel('Nueva nota').fill('Alergia al látex')
  await card.getByRole('checkbox', { name: 'Dato de salud' }).check()
  await card.getByLabel('Me autorizó expresamente').check()
  await card.getByRole('button', { name: 'Guardar nota' }).click()
  await card.getByText('Es menor de edad: escribe quién lo autoriza').waitFor()
  await axe(page)
  await card.getByLabel('Quién autoriza').fill('Marta Rojas')
  await card.getByRole('button', { name: 'Guardar nota' }).click()
  await card.locator('.cli-health').getByText('Alergia al látex').waitFor()
  await card.getByText('Marta Rojas autorizó guardar sus datos de salud').waitFor()
  await context.close()
})

test('the button that saves a note stays where it is when what is known of health arrives', async () => {
  const context = await phone(browser)
  const page = await context.newPage()
  await signIn(page, site)
  const card = await openCard(page, 'Zoé Salud')
  const release = await hold(page, '**/api/clients/*/health')
  await card.getByRole('tab', { name: 'Notas' }).click()
  const save = card.getByRole('button', { name: 'Guardar nota' })
  const before = await save.boundingBox()
  const box = card.getByRole('checkbox', { name: 'Dato de salud' })
  assert.equal(await box.isDisabled(), true)
  release()
  await box.and(card.locator(':enabled')).waitFor()
  assert.deepEqual(await save.boundingBox(), before)
  await context.close()
})

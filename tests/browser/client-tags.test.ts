import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { axe, desktop, hasFocus, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`a card gets a tag by the keyboard, the list is divided by it, and it is renamed and removed (${size})`, async () => {
    await query(
      site.dataDir,
      `insert into client_cards (business_id, client_name, source, written_at, created_at)
       select id, 'Aarona ${size}', 'owner', now(), now() from businesses where email = 'demo@enpunto.example'`,
    )
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/clients`)
    const row = page.getByRole('link', { name: new RegExp(`^Aarona ${size}`) })
    await row.click()
    await page.getByRole('button', { name: 'Agregar etiqueta' }).click()
    const typed = page.getByRole('textbox', { name: 'Etiqueta nueva' })
    await typed.fill('nuevo')
    await typed.press('Enter')
    await page.getByText('«nuevo» se pone sola, según las visitas').waitFor()
    await axe(page)
    await typed.fill(`Color ${size}`)
    await typed.press('Enter')
    await page.getByRole('button', { name: `Quitar Color ${size}` }).waitFor()
    await axe(page)
    await page.getByRole('main').getByRole('link', { name: 'Clientes' }).click()
    const groups = page.getByRole('group', { name: 'Mostrar' })
    await groups.getByRole('button', { name: `Color ${size}` }).click()
    await page.getByRole('status').filter({ hasText: '1 cliente' }).waitFor()
    assert.equal(await row.count(), 1)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    await axe(page)
    await groups.getByRole('button', { name: 'Editar etiquetas' }).click()
    const name = page.getByRole('textbox', { name: `Nombre de Color ${size}` })
    await name.fill(`Tinte ${size}`)
    await name.press('Enter')
    await page.getByRole('textbox', { name: `Nombre de Tinte ${size}` }).waitFor()
    await hasFocus(page)
    await axe(page)
    await page.getByRole('button', { name: `Eliminar Tinte ${size}` }).click()
    await page.getByText('Los clientes siguen.').waitFor()
    await page
      .getByRole('button', { name: `Eliminar Tinte ${size}` })
      .last()
      .click()
    await page.getByText('No tienes etiquetas.').waitFor()
    await hasFocus(page)
    await page.keyboard.press('Escape')
    await groups.getByRole('button', { name: 'Todos', pressed: true }).waitFor()
  })

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { query } from '../server.ts'
import { axe, launch, phone, signIn, startSite } from './helper.ts'

test('the owner downloads the business as one file, and the administrator brings it', async () => {
  const [site, browser] = await Promise.all([startSite(), launch()])
  const expects = [/status of 409/]
  const owner = await (await phone(browser, { expects })).newPage()
  await signIn(owner, site)
  await owner.goto(`${site.url}/dashboard/settings?seccion=datos`)
  const downloaded = owner.waitForEvent('download')
  await owner.getByRole('button', { name: 'Descargar todo' }).click()
  const path = await (await downloaded).path()
  assert.equal((await readFile(path)).toString('latin1', 0, 2), 'PK')
  await axe(owner)

  const admin = await (await phone(browser, { expects })).newPage()
  await admin.goto(`${site.url}/admin/login`)
  await admin.getByLabel('Correo electrónico').fill('admin@enpunto.example')
  await admin.getByLabel('Contraseña').fill('admin2026')
  await admin.keyboard.press('Enter')
  await admin.getByRole('heading', { name: 'Traer un negocio' }).waitFor()
  await axe(admin)
  const bring = async () => {
    const chosen = admin.waitForEvent('filechooser')
    await admin.getByRole('button', { name: 'Elegir archivo' }).click()
    await (
      await chosen
    ).setFiles({ name: 'enpunto.zip', mimeType: 'application/zip', buffer: await readFile(path) })
  }
  // The business is here already.
  await bring()
  await admin
    .getByText(/^Ya hay un negocio con el correo/)
    .first()
    .waitFor()
  await query(site.dataDir, "update businesses set email = 'otra@correo.example'")
  await bring()
  await admin
    .getByText(/^Negocio traído: \/negocio\/.+-2$/)
    .first()
    .waitFor()
})

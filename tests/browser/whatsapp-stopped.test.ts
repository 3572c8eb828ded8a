/** What the administrator's panel says of WhatsApp. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { whatsAppEnv } from '../standin/whatsapp.ts'
import { isWiderThanScreen } from './booking.ts'
import { axe, desktop, launch, phone, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
const [EMAIL, PASSWORD] = ['jefa@enpunto.example', 'una-clave-larga']
before(async () => {
  const env = {
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    ...whatsAppEnv('http://127.0.0.1:9/v25.0'),
  }
  ;[site, browser] = await Promise.all([startSite({ env }), launch()])
})

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`‘WhatsApp está desconectado’, since when, and which templates are stopped (${size})`, async () => {
    const page = await (await open(browser)).newPage()
    await query(site.dataDir, `delete from installation where name = 'whatsapp_disconnected'`)
    await query(site.dataDir, `delete from whatsapp_templates`)
    await page.goto(`${site.url}/admin/login`)
    await page.getByLabel('Correo electrónico').fill(EMAIL)
    await page.getByLabel('Contraseña').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Negocios Registrados' }).waitFor()
    assert.equal(await page.getByText('WhatsApp está desconectado').count(), 0)

    await query(
      site.dataDir,
      `insert into installation (name, value) values ('whatsapp_disconnected', '2026-01-05T15:12:00Z')`,
    )
    await query(
      site.dataDir,
      `insert into whatsapp_templates (name, language, status, reason, status_at, category, next_category, category_at)
        values ('cita_confirmada_v1', 'es_CO', 'PAUSED', 'LOW_QUALITY', '2026-01-05T15:12:00Z', null, null, null),
          ('recordatorio_v1', 'es_CO', null, null, null, 'MARKETING', null, '2026-01-05T15:12:00Z'),
          ('cita_cambiada_v1', 'es_CO', null, null, null, 'UTILITY', 'MARKETING', '2026-01-05T15:12:00Z')`,
    )
    await page.reload()
    const told = page.locator('.banner', { hasText: 'WhatsApp está desconectado' })
    await told.waitFor()
    assert.equal(
      await told.innerText(),
      'WhatsApp está desconectado desde el lunes 5 de enero, 10:12 am: rechaza nuestra clave. Los mensajes esperan. Revisa WHATSAPP_TOKEN.',
    )
    const templates = await page.locator('.banner', { hasText: 'La plantilla' }).allInnerTexts()
    assert.deepEqual(
      templates.map((text) => /^La plantilla .*?(?:\.|\)\.)(?= )/.exec(text)?.[0]),
      [
        'La plantilla cita_cambiada_v1 (es_CO) va a ser publicidad para WhatsApp: lo avisó el lunes 5 de enero, 10:12 am.',
        'La plantilla cita_confirmada_v1 (es_CO) está detenida desde el lunes 5 de enero, 10:12 am (PAUSED, LOW_QUALITY).',
        'La plantilla recordatorio_v1 (es_CO) es publicidad para WhatsApp desde el lunes 5 de enero, 10:12 am.',
      ],
    )
    await axe(page)
    assert.equal(await isWiderThanScreen(page), false)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/stopped-${size}.png` })
  })

/** A network that neighbours have used up: the pages do the work that is asked for, and nobody is refused. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { query } from '../server.ts'
import { button, freeTime, newClient, onPhone, title, toast, toConfirm } from './booking.ts'
import { toasted } from './catalogue.ts'
import { startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

/** What this machine's network has of each, used up by others. */
const usedUp = (what: string) => {
  const hash = createHash('sha256').update(`${what} from 127.0.0.1`).digest('hex')
  return query(
    site.dataDir,
    `insert into attempts (subject, count, until) values ('\\x${hash}', 30, now() + interval '50 minutes')
     on conflict (subject) do update set count = 30, until = excluded.until`,
  )
}

test('a mistyped e-mail is corrected, data are copied and asked for', async () => {
  for (const what of ['e-mails corrected', 'data copies', 'data requests']) await usedUp(what)
  const page = await onPhone({ expects: [/429/] })
  const client = newClient()
  const name = client.email.split('@')[0]
  await toConfirm(page, site, await freeTime(site), { ...client, email: `${name}@gmial.com` })
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  await button(page, 'Sí, cambiarlo').click()
  await button(page, 'Enviar a este correo').click()
  await toast(page, `Listo: te enviamos la confirmación a ${name}@gmail.com`).waitFor()

  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(secret).digest('hex')
  const rows = await query<{ business_id: number }>(
    site.dataDir,
    `insert into portal_tokens (business_id, client_email, token_hash, created_at)
     select business_id, client_email, '\\x${hash}', created_at from appointments
     where client_email = '${name}@gmail.com' returning business_id`,
  )
  await page.goto(`${site.url}/client?token=${rows[0]!.business_id}.${secret}`)
  await button(page, 'Descargar mis datos').click()
  await page.getByRole('link', { name: 'Página para leer', exact: true }).waitFor()

  await button(page, 'Hacer una solicitud').click()
  const dialog = page.getByRole('dialog', { name: 'Solicitud sobre tus datos' })
  await dialog.getByLabel('Consultar').check()
  await button(page, 'Enviar solicitud').click()
  await toasted(page, 'Solicitud enviada. Aquí ves en qué va.')
  assert.equal(await dialog.count(), 0)
})

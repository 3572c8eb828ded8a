/** What two owners turn for the same member: nobody's switch undoes another's. What an invitation said outlives the session. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query } from '../server.ts'
import { browser, button, dialog, owner, site, sizes, toast } from './agenda.ts'
import { desktop, signIn } from './helper.ts'
import { reenter } from './screens.ts'

/** Somebody who attends in the demo salon. */
async function member(name: string, index: number): Promise<number> {
  const [row] = await query<{ user_id: number }>(
    site.dataDir,
    `with person as (
       insert into users (email, name, password_hash) values ('${name.toLowerCase()}@equipo.example', '${name}', 'x')
       returning id)
     insert into memberships (business_id, user_id, role, professional_id)
     select 1, id, 'professional', (select id from professionals where business_id = 1 order by id limit 1 offset ${index})
     from person returning user_id`,
  )
  return row!.user_id
}

const switchesOf = async (id: number) =>
  (await owner('/api/members')).members.find((one: { user_id: number }) => one.user_id === id).switches

for (const [index, [size, open]] of sizes.entries())
  test(`what another owner turned shows, and stays as they left it ${size}`, async () => {
    const name = ['Rosa', 'Delia'][index]!
    const id = await member(name, index)
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/settings?seccion=equipo`)
    await button(page, `Permisos de ${name}`).click()
    const [one, two] = [page.getByRole('switch').nth(0), page.getByRole('switch').nth(1)]
    const turn = async (which: typeof one) => {
      const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
      const shown = page.waitForResponse(
        (answer) => answer.request().method() === 'GET' && answer.url().endsWith('/api/members'),
      )
      await which.click()
      await Promise.all([stored, shown])
    }
    const before = await switchesOf(id)
    const wasOn = await one.isChecked()
    await turn(one)
    const after = await switchesOf(id)
    const turned = Object.keys(after).find((each) => after[each] !== before[each])!
    assert.equal(await one.isChecked(), !wasOn)
    // Another owner takes it back, which the next answer tells.
    await owner(`/api/members/${id}`, { switches: { [turned]: wasOn } }, 'PATCH')
    await turn(two)
    await page.getByRole('switch', { checked: wasOn }).and(one).waitFor()

    await page.getByRole('button', { name: `Acciones de ${name}` }).click()
    await page
      .getByRole('button', { name: 'Cambiar lo que puede hacer' })
      .or(page.getByRole('menuitem', { name: 'Cambiar lo que puede hacer' }))
      .first()
      .click()
    const form = dialog(page, name)
    await owner(`/api/members/${id}`, { switches: { [turned]: !wasOn } }, 'PATCH')
    await form.getByRole('switch').nth(1).click()
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await button(form, 'Guardar cambios').click()
    assert.deepEqual(Object.keys((await sent).postDataJSON()), ['switches'])
    await toast(page, `Guardamos lo que puede hacer ${name}`).waitFor()
    await form.waitFor({ state: 'detached' })
    assert.equal((await switchesOf(id))[turned], !wasOn)
  })

test('whom somebody was inviting when the session ended is invited after it', async () => {
  const page = await (await desktop(browser, { expects: [/status of 401/] })).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=equipo`)
  await button(page, 'Invitar').click()
  const form = dialog(page, 'Invitar al equipo')
  await form.getByLabel('Correo').fill('nueva@equipo.example')
  await form.getByLabel('Administrador').check()
  await reenter(page)
  await form.waitFor()
  assert.equal(await form.getByLabel('Correo').inputValue(), 'nueva@equipo.example')
  assert.ok(await form.getByLabel('Administrador').isChecked())
  await button(form, 'Enviar invitación').click()
  await toast(page, 'Enviamos la invitación a nueva@equipo.example').waitFor()
})

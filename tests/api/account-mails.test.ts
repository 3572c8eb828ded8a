import type { Html } from '#emails/jsx-runtime'
import { smtpMailer } from '#server/mail/smtp.ts'
import { PRESSES_MS } from '#server/messages/asked/queries.ts'
import { sendDue } from '#server/messages/send.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createServer } from 'vite'
import type { EmailTemplates } from '../../emails/types.ts'
import { api, database } from '../helper.ts'
import { owner, PASSWORD } from '../owner.ts'
import { senderDeps } from '../sender.ts'
import { startSink } from '../smtp.ts'

const db = await database()
const { call, clock } = await api(db)
const sink = await startSink()
const mailer = smtpMailer(sink.url)
const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: {
    middlewareMode: true,
    ws: false,
    watch: null,
  },
  optimizeDeps: { noDiscovery: true },
  resolve: {
    alias: [
      {
        find: /^#domain\//,
        replacement: `${process.cwd()}/domain/`,
      },
    ],
  },
})
const render = (await vite.ssrLoadModule('/emails/index.tsx')) as unknown as EmailTemplates
after(async () => {
  await vite.close()
  await mailer.close()
  await sink.stop()
})

/** Sends what is due and returns the mails that arrived with it. */
async function sent() {
  const before = sink.received.length
  await sendDue(senderDeps(db, mailer, { now: () => clock.now + PRESSES_MS, render }))
  return sink.received
    .slice(before)
    .map(({ to, mail: { subject, text, html } }) => ({ to, subject, text: text!, html: html! }))
}

test('a changed password is told at the account’s e-mail, with what to do; a refused change is not', async () => {
  const mine = await owner(call)
  await sent()
  const change = (currentPassword: string, newPassword: string) =>
    mine.as('POST', '/api/businesses/change-password', { currentPassword, newPassword })
  assert.equal((await change('equivocada', 'otra-clave')).status, 400)
  assert.equal((await sent()).length, 0)
  assert.equal((await change(PASSWORD, 'otra-clave')).status, 200)
  const [mail, ...more] = await sent()
  assert.equal(more.length, 0)
  assert.deepEqual([mail!.to, mail!.subject], [[mine.email], 'Tu contraseña cambió en enpunto'])
  for (const body of [mail!.text, mail!.html]) {
    assert.match(body, /el viernes 20 de noviembre, 10:00 am/)
    assert.match(body, /Si no fuiste tú/)
    assert.ok(body!.includes('https://agenda.example.com/forgot-password'))
  }
})

test('a password is changed ten times in a day at most, so that nobody gets mails about it for weeks', async () => {
  const mine = await owner(call)
  const change = () =>
    mine.as('POST', '/api/businesses/change-password', {
      currentPassword: PASSWORD,
      newPassword: PASSWORD,
    })
  const statuses = []
  for (let n = 0; n < 12; n++) statuses.push((await change()).status)
  assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429, 429])
  assert.equal((await sent()).filter(({ to }) => to[0] === mine.email).length <= 11, true)
})

test('a reset password is told too', async () => {
  const mine = await owner(call)
  await sent()
  await call('POST', '/api/auth/forgot-password', { body: { email: mine.email } })
  const [link] = await sent()
  const token = /token=([\w.-]+)/.exec(link!.text)![1]
  const { status } = await call('POST', '/api/auth/reset-password', {
    body: { token, password: 'nueva-clave' },
  })
  assert.equal(status, 200)
  assert.deepEqual(
    (await sent()).map(({ to, subject }) => [to, subject]),
    [[[mine.email], 'Tu contraseña cambió en enpunto']],
  )
})

test('a password that was reset and another e-mail are in the activity, by whose they are', async () => {
  const mine = await owner(call)
  await sent()
  await call('POST', '/api/auth/forgot-password', { body: { email: mine.email } })
  const token = /token=([\w.-]+)/.exec((await sent())[0]!.text)![1]
  const password = 'nueva-clave'
  const reset = () => call('POST', '/api/auth/reset-password', { body: { token, password } })
  assert.deepEqual([(await reset()).status, (await reset()).status], [200, 200])
  const { token: session } = (
    await call('POST', '/api/auth/login', { body: { email: mine.email, password } })
  ).body
  const headers = { authorization: `Bearer ${session}` }
  const email = 'otra.persona@otro.example'
  const body = { email, currentPassword: password }
  for (const _ of [1, 2])
    assert.equal((await call('PATCH', '/api/businesses/profile', { headers, body })).status, 200)
  const { activity } = (await call('GET', '/api/activity', { headers })).body
  assert.deepEqual(
    activity.map(({ user_name, text }: { user_name: string; text: string }) => [user_name, text]),
    [
      [email, 'cambió el correo con el que entra'],
      [email, 'entró'],
      [email, 'cambió su contraseña con el enlace de un correo'],
    ],
  )
})

test('a changed e-mail is told at the former one, the new one mostly hidden; other capitals are no change', async () => {
  const mine = await owner(call)
  await sent()
  const set = (email: string) =>
    mine.as('PUT', '/api/businesses/profile', { email, currentPassword: PASSWORD })
  assert.equal((await set(mine.email.toUpperCase())).status, 200)
  assert.equal((await set('mal')).status, 400)
  assert.equal((await mine.as('PUT', '/api/businesses/profile', { description: 'x' })).status, 200)
  assert.equal((await sent()).length, 0)
  assert.equal((await set('nueva.persona@otro.example')).status, 200)
  const [mail, toNew, ...more] = await sent()
  assert.equal(more.length, 0)
  assert.deepEqual(
    [toNew!.to, toNew!.subject],
    [['nueva.persona@otro.example'], 'Confirma tu correo en enpunto'],
  )
  assert.deepEqual(
    [mail!.to.map((to) => to.toLowerCase()), mail!.subject],
    [[mine.email.toLowerCase()], 'El correo de tu cuenta cambió en enpunto'],
  )
  assert.ok(mail!.text.includes('n•••@otro.example') && !mail!.text.includes('nueva.persona'))
  assert.equal(mail!.html.includes('nueva.persona'), false)
})

test('in the price of a mail the sign stays on the line of its amount', async () => {
  type Part = (props: { label: string; children: string }) => Html
  const { Price } = (await vite.ssrLoadModule('/emails/parts.tsx')) as { Price: Part }
  for (const [price, shown] of [
    ['Desde $ 55.000*', 'Desde $\u00a055.000*'],
    ['Desde US$ 12,50*', 'Desde US$\u00a012,50*'],
    ['45,50 €', '45,50\u00a0€'],
    ['A convenir', 'A convenir'],
  ] as const)
    assert.ok(Price({ label: 'Precio', children: price }).text.includes(`>${shown}<`), price)
})

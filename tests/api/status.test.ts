/** What anybody is told of the installation, and what its operator is mailed. */
import type { EmailTemplates } from '../../emails/types.ts'
import { MailError, type Mail } from '#server/mail/mailer.ts'
import { loadBuild } from '#server/pages/routes.ts'
import { noteStatus } from '#server/watch/status.ts'
import { operatorTeller, type TellDeps } from '#server/watch/tell.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { database, NOW, salon } from '../helper.ts'
import { headOf, site } from '../pages.ts'

const db = await database()
const { app, call, clock, get } = await site(db)
const render = (await (await loadBuild()).entry()).emails as EmailTemplates
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const config = {
  dataDir: '/nowhere',
  backups: undefined,
  lacksBackups: false,
  whatsapp: undefined,
  push: undefined,
}
const deps = { db, now: () => clock.now, config, vitals: app.vitals }
const note = () => noteStatus(deps)

beforeEach(async () => {
  clock.now = NOW
  app.vitals.jobsSince = undefined
  await sql`delete from status_days`.execute(db)
  await sql`delete from installation where name = 'state looked at' or name like 'operator %'`.execute(db)
  await sql`delete from backup_runs`.execute(db)
})

const partsOf = async () => {
  const { status, body } = await call('GET', '/api/status')
  assert.equal(status, 200)
  return Object.fromEntries(
    (body.parts as { part: string; state: string; days: object[] }[]).map(({ part, ...rest }) => [
      part,
      rest,
    ]),
  )
}
const day = (minutes: number, down: number, date = '2026-11-20') => ({ day: date, minutes, down })

describe('the state of the installation', () => {
  test('each minute counts once, whoever looks; before anybody looked nothing is known', async () => {
    const nothing = { state: 'unknown', days: [] }
    assert.deepEqual(await partsOf(), { bookings: nothing, email: nothing, reminders: nothing })
    await Promise.all([note(), note(), note(), note()])
    clock.now += MINUTE
    await Promise.all([note(), note()])
    const works = { state: 'works', days: [day(2, 0)] }
    assert.deepEqual(await partsOf(), { bookings: works, email: works, reminders: works })
    clock.now += 6 * MINUTE
    assert.equal((await partsOf())['bookings']!.state, 'unknown')
  })

  test('minutes that nobody noted are those without bookings, each of its own day', async () => {
    await note()
    // From 10:00 to 00:03 of the day after tomorrow.
    clock.now += (14 * 60 + 24 * 60 + 3) * MINUTE
    await note()
    assert.deepEqual((await partsOf())['bookings'], {
      state: 'works',
      days: [day(14 * 60, 14 * 60 - 1), day(1440, 1440, '2026-11-21'), day(4, 3, '2026-11-22')],
    })
    assert.deepEqual((await partsOf())['email']!.days, [day(1, 0), day(1, 0, '2026-11-22')])
  })

  test('mails and reminders that stand still are told while they do', async () => {
    const { business_id } = await salon(db)
    const waiting = (kind: string) =>
      sql`insert into messages (business_id, kind, recipient, once, due_at)
        values (${business_id}, ${kind}, 'x@correo.example', ${kind}, ${new Date(NOW).toISOString()})`.execute(
        db,
      )
    app.vitals.jobsSince = NOW
    app.vitals.jobs.set('plan reminders', { doneAt: NOW + DAY, failures: 0 })
    await waiting('welcome')
    await waiting('reminder_advance')
    clock.now = NOW + 6 * MINUTE
    await note()
    assert.deepEqual(
      Object.entries(await partsOf()).map(([part, { state }]) => [part, state]),
      [
        ['bookings', 'works'],
        ['email', 'down'],
        ['reminders', 'works'],
      ],
    )
    clock.now = NOW + 31 * MINUTE
    await note()
    assert.equal((await partsOf())['reminders']!.state, 'down')
    await sql`update messages set state = 'sent'`.execute(db)
    clock.now += MINUTE
    await note()
    const { email, reminders } = await partsOf()
    assert.deepEqual([email!.state, email!.days], ['works', [day(3, 2)]])
    assert.deepEqual([reminders!.state, reminders!.days], ['works', [day(3, 1)]])
    app.vitals.jobs.clear()
  })

  test('90 days are told, and older ones forgotten', async () => {
    for (let n = 0; n < 100; n++) {
      await note()
      clock.now += DAY
    }
    clock.now -= DAY
    const { days } = (await partsOf())['email']!
    assert.equal(days.length, 90)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from status_days`.execute(db)
    assert.ok(rows[0]!.n <= 3 * 91)
  })

  test('a clock that was wrong is not waited for', async () => {
    clock.now = NOW + 10 * DAY
    await note()
    clock.now = NOW
    await note()
    clock.now += MINUTE
    await note()
    assert.deepEqual((await partsOf())['email']!.days, [day(2, 0), day(1, 0, '2026-11-30')])
  })

  test('the page says it in words; without a database too', async () => {
    await note()
    clock.now += 11 * MINUTE
    await note()
    const page = await get('/estado')
    assert.equal(page.status, 200)
    const text = page.body.replaceAll(/<!--.*?-->/g, '')
    for (const words of ['Todo funciona', 'Reservas y páginas', 'Un día con fallas', '10 minutos', '16,66 %'])
      assert.ok(text.includes(words), words)
    assert.equal((text.match(/data-level="none"/g) ?? []).length, 3 * 89)
    await sql`alter table status_days rename to gone`.execute(db)
    try {
      const without = await get('/estado')
      assert.equal(without.status, 503)
      assert.match(without.body, /En este momento no se puede reservar/)
    } finally {
      await sql`alter table gone rename to status_days`.execute(db)
    }
  })
})

describe('the operator', () => {
  const mails: Mail[] = []
  let refuse = false
  const tellDeps: TellDeps = {
    ...deps,
    config: {
      ...config,
      backups: { to: { folder: '/copias' }, hour: 3, zone: 'America/Bogota', besideData: false },
    },
    log: { error() {} },
    mailer: {
      async send(mail, beforeLastByte) {
        if (refuse) throw new MailError('connect', 'nobody there')
        await beforeLastByte()
        mails.push(mail)
      },
    },
    render,
    mails: {
      mailFrom: 'enpunto <citas@x.example>',
      publicUrl: 'https://x.example',
      operatorEmail: undefined,
    },
  }
  const ran = (at: number) =>
    sql`insert into backup_runs (kind, at, rows, name) values ('backup', ${new Date(at).toISOString()}, 1, 'x')`.execute(
      db,
    )
  beforeEach(async () => {
    mails.length = 0
    refuse = false
    await sql`delete from administrators`.execute(db)
    await sql`insert into administrators (email, password_hash) values ('uno@x.example', ''), ('dos@x.example', '')`.execute(
      db,
    )
  })

  test('is mailed of a backup that is late, once a day, by one of all processes', async () => {
    await ran(NOW - 26 * 60 * MINUTE)
    const processes = [operatorTeller(), operatorTeller()]
    const tell = () => Promise.all(processes.map((one) => one(tellDeps)))
    await tell()
    clock.now += MINUTE
    await tell()
    clock.now += 9 * MINUTE
    await tell()
    assert.equal(mails.length, 0, 'a moment may mend it')
    clock.now += MINUTE
    await tell()
    assert.deepEqual(mails.map(({ to }) => to).sort(), ['dos@x.example', 'uno@x.example'])
    const [{ subject, text }] = mails as [Mail]
    assert.equal(subject, 'enpunto: No hay copia de seguridad desde hace más de 26 horas')
    assert.match(text, /La última copia completa es del 19 de noviembre, 8:00 am/)
    clock.now += DAY - MINUTE
    await tell()
    assert.equal(mails.length, 2)
    clock.now += MINUTE
    await tell()
    assert.equal(mails.length, 4)
    await ran(clock.now)
    clock.now += 2 * DAY
    await ran(clock.now)
    await tell()
    assert.equal(mails.length, 4)
  })

  test('is mailed later when the mail server takes nothing, and at the address of the settings', async () => {
    await ran(NOW - 27 * 60 * MINUTE)
    const tell = operatorTeller()
    const named = { ...tellDeps, mails: { ...tellDeps.mails, operatorEmail: 'quien@opera.example' } }
    refuse = true
    await tell(named)
    clock.now += 10 * MINUTE
    await tell(named)
    refuse = false
    clock.now += 29 * MINUTE
    await tell(named)
    assert.equal(mails.length, 0)
    clock.now += MINUTE
    await tell(named)
    assert.deepEqual(
      mails.map(({ to }) => to),
      ['quien@opera.example'],
    )
  })

  test('is mailed by another process where one dies before its mail leaves, and not twice where it dies after', async () => {
    await ran(NOW - 27 * 60 * MINUTE)
    const [dying, other] = [operatorTeller(), operatorTeller()]
    const dies = (isSent: boolean) => {
      const died = Promise.withResolvers<void>()
      const send: typeof tellDeps.mailer.send = async (mail, beforeLastByte) => {
        if (isSent) {
          await beforeLastByte()
          mails.push(mail)
        }
        died.resolve()
        await new Promise(() => {})
      }
      void dying({ ...tellDeps, mailer: { send } })
      return died.promise
    }
    for (const tell of [dying, other]) await tell(tellDeps)
    clock.now += 10 * MINUTE
    await dies(false)
    clock.now += 29 * MINUTE
    await other(tellDeps)
    assert.equal(mails.length, 0)
    clock.now += MINUTE
    await other(tellDeps)
    assert.equal(mails.length, 2)
    clock.now += DAY
    await dies(true)
    assert.equal(mails.length, 3)
    clock.now += DAY - MINUTE
    await other(tellDeps)
    assert.equal(mails.length, 3)
    clock.now += MINUTE
    await other(tellDeps)
    assert.equal(mails.length, 5)
  })

  test('is mailed of a rehearsal once a week for each reason', async () => {
    await ran(NOW)
    const failed = (at: number, fault: string) =>
      sql`insert into backup_runs (kind, at, fault) values ('rehearsal', ${new Date(at).toISOString()}, ${fault})`.execute(
        db,
      )
    const tell = operatorTeller()
    const days: number[] = []
    for (let day = 0; day <= 8; day++) {
      clock.now = NOW + day * DAY + 10 * MINUTE
      await ran(clock.now)
      const isDamaged = day === 3
      await failed(
        clock.now,
        isDamaged ? 'A file is damaged.' : `There is too little room (${day}.0 GiB free).`,
      )
      const before = mails.length
      await tell(tellDeps)
      clock.now += 10 * MINUTE
      await tell(tellDeps)
      if (mails.length > before) days.push(day)
    }
    assert.deepEqual(days, [0, 3, 7])
    assert.match(mails[0]!.text, /falta espacio, hay fotos dañadas o la copia no sirve.*una vez a la semana/s)
  })

  test('reads of the last backup where backups are what is wrong, and nowhere else', async () => {
    await ran(NOW)
    await sql`insert into installation (name, value) values ('unknown addresses', ${String(NOW)})
      on conflict (name) do update set value = excluded.value`.execute(db)
    const tell = operatorTeller()
    await tell(tellDeps)
    clock.now += 10 * MINUTE
    await tell(tellDeps)
    await sql`delete from installation where name = 'unknown addresses'`.execute(db)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      Array(2).fill('enpunto: Un negocio escribe a muchos correos que no existen'),
    )
    assert.doesNotMatch(mails[0]!.text, /copia/)
  })

  test('hears nothing while backups are made, nor where none are asked for', async () => {
    await ran(NOW)
    const tell = operatorTeller()
    for (let n = 0; n < 12; n++) {
      await tell(tellDeps)
      clock.now += MINUTE
    }
    await sql`delete from backup_runs`.execute(db)
    const none = operatorTeller()
    for (let n = 0; n < 12; n++) {
      await none({ ...tellDeps, config })
      clock.now += MINUTE
    }
    assert.equal(mails.length, 0)
  })
})

test('search engines leave a page out until its business’s e-mail was confirmed once', async () => {
  const place = await salon(db, { email_confirmed_at: null })
  const robots = async () => headOf((await get(`/negocio/${place.slug}`)).body).meta('robots')
  const page = await get(`/negocio/${place.slug}`)
  assert.equal(page.status, 200)
  assert.equal(page.headers['x-robots-tag'], 'noindex')
  assert.equal(await robots(), 'noindex')
  const confirm = (at: number | null) =>
    sql`update businesses set email_confirmed_at = ${at && new Date(at).toISOString()} where id = ${place.business_id}`.execute(
      db,
    )
  await confirm(NOW)
  assert.equal(await robots(), undefined)
  assert.equal((await get(`/negocio/${place.slug}`)).headers['x-robots-tag'], undefined)
  // A known page stays known while a new e-mail waits to be confirmed.
  await sql`update businesses set email = 'nuevo.correo@x.example' where id = ${place.business_id}`.execute(
    db,
  )
  const { rows } = await sql<{
    email_confirmed_at: null
  }>`select email_confirmed_at from businesses where id = ${place.business_id}`.execute(db)
  assert.equal(rows[0]!.email_confirmed_at, null)
  assert.equal(await robots(), undefined)
})

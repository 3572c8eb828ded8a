import assert from 'node:assert/strict'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import { HOLD_KINDS, statusLabel, type StatusFields } from '#domain/appointment.ts'
import { ensureAdministrator } from '#server/admin/queries.ts'
import type { BusinessId } from '#server/accounts/session.ts'
import { table, type Cell } from '#server/appointments/csv.ts'
import type { Db } from '#server/database/db.ts'
import { folderFiles } from '#server/files/files.ts'
import { clientsOf } from '#server/privacy/export-queries.ts'
import { planGreetings } from '#server/birthdays/plan.ts'
import { queueDue } from '#server/reminders/plan.ts'
import { queueDueByWhatsApp } from '#server/whatsapp/plan.ts'
import { openArchive, type Archive } from '#server/transfer/read.ts'
import { removeLeftArchives } from '#server/transfer/nameless.ts'
import type { Row } from '#server/transfer/queries.ts'
import { dataFile, MANIFEST, PEOPLE, REFERRING, TRANSFERRED } from '#server/transfer/tables.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import yazl from 'yazl'
import { api, appointmentRow, database, ownerHeaders } from '../helper.ts'
import { multipart } from '../multipart.ts'
import { until } from '../smtp.ts'
import { owner, withOffer } from '../owner.ts'
import { filledBusiness } from './filled-business.ts'
import { OF_A_BUSINESS } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-transfer-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** An installation with its own database, files and administrator. */
async function installation(name: string) {
  const db = await database()
  const files = folderFiles(join(folder, name))
  const served = await api(db, { files })
  const who = { email: 'jefa@enpunto.example', password: 'una-clave-larga' }
  await ensureAdministrator(db, who)
  const { body } = await served.call('POST', '/api/admin/login', { body: who })
  const headers = { authorization: `Bearer ${body.token}` }
  const bring = async (archive: Buffer) => {
    const { payload, type } = multipart([{ field: 'archive', content: archive, filename: 'enpunto.zip' }])
    const answer = await served.app.inject({
      method: 'POST',
      url: '/api/admin/import',
      headers: { ...headers, 'content-type': type },
      payload,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const take = async (headers: Record<string, string>) => {
    const answer = await served.app.inject({ url: '/api/businesses/export.zip', headers })
    return { status: answer.statusCode, content: answer.rawPayload }
  }
  return { db, files, ...served, headers, bring, take }
}
const [here, there] = await Promise.all([installation('here'), installation('there')])

let archives = 0
async function opened(content: Buffer): Promise<Archive> {
  const path = join(folder, `${++archives}.zip`)
  await writeFile(path, content)
  return await openArchive(openSync(path, 'r'))
}

/** An archive with these entries instead of its own. */
async function changed(content: Buffer, entries: Record<string, string | Buffer | null>): Promise<Buffer> {
  const archive = await opened(content)
  const zip = new yazl.ZipFile()
  const own = [...TRANSFERRED.map(({ table }) => table), 'businesses', PEOPLE]
  const all: Record<string, string | Buffer | null> = { [MANIFEST]: JSON.stringify(await archive.manifest()) }
  for (const table of own)
    all[dataFile(table)] = JSON.stringify(await rowsOf(archive, table))
      .replaceAll('},{', '},\n{')
      .replace(/^\[/, '[\n')
      .replace(/\]$/, '\n]')
  for (const [name, text] of Object.entries({ ...all, ...entries }))
    if (text !== null) zip.addBuffer(Buffer.from(text as string), name)
  zip.end()
  const path = join(folder, `${++archives}.zip`)
  await pipeline(zip.outputStream, createWriteStream(path))
  archive.close()
  return await readFile(path)
}

async function rowsOf(archive: Archive, table: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of archive.rows(table)) rows.push(...page)
  return rows
}

/** What an archive holds, with ids as their place in it, and pictures as 'picture'. */
async function meaningOf(content: Buffer): Promise<Record<string, unknown>> {
  const archive = await opened(content)
  const ranks = new Map<string, string>()
  const people = await rowsOf(archive, PEOPLE)
  for (const { id, email } of people) ranks.set(`${PEOPLE} ${id}`, String(email))
  const tables = new Map<string, Row[]>()
  for (const { table, hasId } of TRANSFERRED) {
    const rows = await rowsOf(archive, table)
    tables.set(table, rows)
    if (hasId) rows.forEach(({ id }, rank) => ranks.set(`${table} ${id}`, `${table} #${rank}`))
  }
  const told = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(told)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const kind = REFERRING[key]
        return [
          key,
          kind && typeof inner === 'number' ? (ranks.get(`${kind} ${inner}`) ?? 'gone') : told(inner),
        ]
      }),
    )
  }
  const meaning: Record<string, unknown> = {
    people: people.map(({ email, name }) => `${email} ${name}`).sort(),
    businesses: (await rowsOf(archive, 'businesses')).map((row) => told(row)),
    pictures: archive.pictures.map((name) => name.replace(/[0-9a-f]{32}/, 'picture')).sort(),
  }
  for (const { table, hasId, refers = {}, tells = [] } of TRANSFERRED)
    meaning[table] = tables
      .get(table)!
      .map((row) => {
        const same: Row = { ...row }
        if (hasId) same['id'] = ranks.get(`${table} ${row['id']}`)
        for (const [column, kind] of Object.entries(refers))
          if (row[column] !== null) same[column] = ranks.get(`${kind} ${row[column]}`) ?? 'gone'
        for (const column of tells) same[column] = told(row[column])
        if (table === 'client_files') same['image'] = 'picture'
        return JSON.stringify(same).replace(/[0-9a-f]{32}(?=-\d+\.webp)/g, 'picture')
      })
      .sort()
  meaning['businesses'] = JSON.stringify(meaning['businesses']).replace(
    /[0-9a-f]{32}(?=-\d+\.webp)/g,
    'picture',
  )
  archive.close()
  return meaning
}

/** A whole business with a picture, a client who was forgotten and an appointment within a time off. */
async function whole() {
  const place = await filledBusiness(here.db, here)
  const webp = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
  const { client } = (await place.as('POST', '/api/clients', { client_name: 'Con Foto' })).body
  for (const [field, url] of [
    ['logo', '/api/uploads/business/logo'],
    ['image', `/api/uploads/client/${client.id}/file?kind=before`],
  ] as const) {
    const { payload, type } = multipart([{ field, content: webp, filename: 'logo.webp', type: 'image/webp' }])
    const answer = await here.app.inject({
      method: 'POST',
      url,
      headers: { ...place.headers, 'content-type': type },
      payload,
    })
    assert.ok(answer.statusCode < 300, answer.body)
  }
  await here.db.deleteFrom('business_deletions').where('business_id', '=', place.business_id).execute()
  return place
}
const place = await whole()
const first = await here.take(place.headers)

test('what is exported of a business is in its archive: every table of it', () => {
  const inArchive = new Set(['businesses', ...TRANSFERRED.map(({ table }) => table)])
  // Counted anew where it comes to, from the appointments that it is made of.
  const made = ['figures_by_client']
  for (const [table, { exported }] of Object.entries(OF_A_BUSINESS)) {
    if ('as' in exported && !made.includes(table))
      assert.ok(inArchive.has(table), `the archive has no ${table}`)
    // The sums of the movements, and what pictures there are, are no use without being the same there.
    if ('not' in exported && !['credit_accounts', 'images'].includes(table))
      assert.ok(!inArchive.has(table), `the archive has ${table}: ${exported.not}`)
  }
})

test('an archive brought into another installation, and taken from there, is the same but for ids', async () => {
  assert.equal(first.status, 200)
  const before = await meaningOf(first.content)
  for (const { table } of TRANSFERRED)
    assert.ok((before[table] as unknown[]).length > 0, `${table} is empty: write a row in filledBusiness()`)
  assert.deepEqual(
    before['pictures'],
    ['fotos', 'imagenes'].flatMap((folder) =>
      [160, 320, 400].map((width) => `${folder}/picture-${width}.webp`),
    ),
  )
  // Ids that are not those of before.
  await owner(there.call).then(withOffer)
  const { status, body } = await there.bring(first.content)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.slug, place.slug)
  const { user_id } = await there.db
    .selectFrom('memberships')
    .select('user_id')
    .where('business_id', '=', body.business_id)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  const headers = await ownerHeaders(there.db, { business_id: body.business_id, user_id })
  const again = await there.take(headers)
  assert.equal(again.status, 200)
  const { activity: acts, ...rest } = await meaningOf(again.content)
  const { activity: actsBefore, ...restBefore } = before
  assert.deepEqual(rest, restBefore)
  // What was noted there since: that it was taken from here, and from there.
  assert.ok((actsBefore as string[]).every((act) => (acts as string[]).includes(act)))
  // A client's photo is there for the team, and for nobody else.
  const { clients } = (await there.call('GET', '/api/clients?q=Con%20Foto', { headers })).body
  const card = `/api/clients/${clients[0].id}`
  const [photo] = (await there.call('GET', card, { headers })).body.client.files
  assert.equal((await there.app.inject({ url: `${card}/files/${photo.id}`, headers })).statusCode, 200)
  const hidden = (await there.files.list()).filter((name) => name.startsWith('p_'))
  assert.equal(hidden.length, 3)
  for (const name of hidden)
    for (const url of [`/files/${name}`, `/files/${name.slice(2)}`])
      assert.equal((await there.app.inject(url)).statusCode, 404)
  // It is there for its customers, with its picture, and noted.
  const page = (await there.call('GET', `/api/businesses/public/slug/${place.slug}`)).body.business
  const logo = await there.files.read(page.logo_url.slice('/files/'.length))
  assert.ok(logo && logo.size > 0)
  logo.content.destroy()
  const { acts: audit } = (await there.call('GET', '/api/admin/audit', { headers: there.headers })).body
  assert.equal(audit[0].act, 'import_business')
  // Nobody knows a password of those who came; the second time their e-mail has a business.
  assert.equal((await there.bring(first.content)).status, 409)
})

const counts = async (db: Db) => {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from businesses)::int + (select count(*) from users)::int + (select count(*) from slugs)::int as n`.execute(
    db,
  )
  return rows[0]!.n
}

test('what is no archive, or more than one, is refused with a sentence, and nothing of it stays', async () => {
  await there.db
    .updateTable('businesses')
    .set({ email: 'otra@correo.example' })
    .where('slug', '=', place.slug)
    .execute()
  const n = [await counts(there.db), (await there.files.list()).length]
  const rows = async (table: string) => {
    const archive = await opened(first.content)
    const read = await rowsOf(archive, table)
    archive.close()
    return read
  }
  const [appointment] = await rows('appointments')
  const [business] = await rows('businesses')
  const wrong: Record<string, Buffer> = {
    'no zip': Buffer.from('hola'),
    'a cut one': first.content.subarray(0, first.content.length - 400),
    'a path': await changed(first.content, { 'datos/x.json': '[]' }),
    'no table': await changed(first.content, { [dataFile('services')]: null }),
    'a bomb': await changed(first.content, {
      [dataFile('reviews')]: `[\n${' '.repeat(64 * 1024 * 1024)}\n]`,
    }),
    'no JSON': await changed(first.content, { [dataFile('reviews')]: '[\n{"id":1,\n]' }),
    'an appointment of nobody': await changed(first.content, {
      [dataFile('appointments')]: `[\n${JSON.stringify({ ...appointment, professional_id: 999_999 })}\n]`,
    }),
    'a wrong kind': await changed(first.content, {
      [dataFile('businesses')]: `[\n${JSON.stringify({ ...business, latitude: 'aquí' })}\n]`,
    }),
    'a photo of no name': await changed(first.content, {
      [dataFile('client_files')]:
        `[\n${JSON.stringify({ ...(await rows('client_files'))[0], image: '../x' })}\n]`,
    }),
    ...Object.fromEntries(
      await Promise.all(
        Object.entries({
          timezone: 'Mars/Phobos',
          currency: '<b>',
          business_name: 'Ana\r\nBcc: x@correo.example',
          website: 'javascript:alert(1)',
          featured_image: 'data:text/html,x',
          gallery_images: '["javascript:alert(1)"]',
        }).map(async ([name, value]) => [
          `a business with such a ${name}`,
          await changed(first.content, {
            [dataFile('businesses')]: `[\n${JSON.stringify({ ...business, [name]: value })}\n]`,
          }),
        ]),
      ),
    ),
    'a name of two lines': await changed(first.content, {
      [dataFile('appointments')]: `[\n${JSON.stringify({ ...appointment, client_name: 'Ana\nBcc: x' })}\n]`,
    }),
    'an address that runs': await changed(first.content, {
      [dataFile('services')]:
        `[\n${JSON.stringify({ ...(await rows('services'))[0], image_url: 'javascript:alert(1)' })}\n]`,
    }),
    'a script for a picture': await changed(first.content, {
      [`imagenes/${/([0-9a-f]{32})-/.exec(String(business!['logo_url']))![1]}-400.webp`]: '<script>',
    }),
  }
  for (const [what, archive] of Object.entries(wrong)) {
    const { status, body } = await there.bring(archive)
    assert.equal(status, 400, `${what}: ${JSON.stringify(body)}`)
    assert.match(body.error, /^El archivo no es una copia de enpunto que se pueda leer: /, what)
  }
  const newer = await changed(first.content, {
    [MANIFEST]: JSON.stringify({ format: 1, schema: '9999_later', made_at: '', business_name: '' }),
  })
  assert.equal((await there.bring(newer)).status, 409)
  assert.deepEqual([await counts(there.db), (await there.files.list()).length], n)
})

test('its address is taken there: it gets the next one', async () => {
  const { status, body } = await there.bring(first.content)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.slug, `${place.slug}-2`)
})

test('whom it reminded and greeted where it comes from is reminded and greeted by what falls due from there on', async () => {
  const who = await owner(here.call)
  const shop = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const { client } = (
    await who.as('POST', '/api/clients', {
      client_name: 'Cumple Hoy',
      client_phone: '+573001230009',
      client_email: 'cumple@correo.example',
      birthday: '11-20',
    })
  ).body
  await sql`insert into consents (business_id, card_id, purpose, given, channel, text_version, at)
    select business_id, id, purpose, true, 'owner', '1', now() from client_cards,
      unnest(array['marketing', 'whatsapp']) purpose where business_id = ${who.business_id} and id = ${client.id}`.execute(
    here.db,
  )
  await sql`update businesses set greets_birthdays = true, reminder_channel = 'both', reminder_hours = 24
    where id = ${who.business_id}`.execute(here.db)
  const booked = (date: string, time: string, client_email: string) => ({
    ...appointmentRow(shop, date, time),
    client_email,
    client_phone: '+573001230009',
    card_id: client.id,
    created_at: '2026-11-13T15:00:00Z',
  })
  // It arrives at 10:00 of the twentieth: its first reminder was due yesterday, and the one of two hours is not yet.
  await here.db
    .insertInto('appointments')
    .values([
      booked('2026-11-20', '20:00', 'hoy@correo.example'),
      booked('2026-11-21', '11:00', 'manana@correo.example'),
    ])
    .execute()
  const { status, body } = await there.bring((await here.take(who.headers)).content)
  assert.equal(status, 200, JSON.stringify(body))
  const told = async (at: string) => {
    const now = Date.parse(at)
    await queueDue(there.db, now, undefined, undefined, { hasWhatsApp: true })
    await queueDueByWhatsApp(there.db, now)
    await planGreetings({ db: there.db, now: () => now, hasWhatsApp: true })
    const { rows } = await sql<{ told: string }>`
      select kind || ' ' || recipient as told from messages
      where business_id = ${body.business_id} and kind like 'reminder%' order by 1`.execute(there.db)
    return rows.map(({ told }) => told)
  }
  assert.deepEqual(await told('2026-11-20T15:00:05Z'), [])
  assert.deepEqual(await told('2026-11-20T16:00:05Z'), [
    'reminder_advance manana@correo.example',
    'reminder_whatsapp_advance +573001230009',
  ])
  assert.equal((await told('2026-11-20T23:00:05Z')).length, 4)
  const nextYear = await told('2027-11-20T15:00:00Z')
  assert.deepEqual(
    nextYear.filter((each) => each.includes('birthday')),
    ['reminder_whatsapp_birthday +573001230009'],
  )
})

test('what fell due since it was suspended where it comes from is told once it is let go where it is', async () => {
  const who = await owner(here.call)
  const shop = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  await sql`update businesses set reminder_hours = 24 where id = ${who.business_id}`.execute(here.db)
  const booked = (time: string, client_email: string) => ({
    ...appointmentRow(shop, '2026-11-21', time),
    client_email,
    created_at: '2026-11-13T15:00:00Z',
  })
  await here.db
    .insertInto('appointments')
    .values([booked('07:00', 'antes@correo.example'), booked('09:00', 'desde@correo.example')])
    .execute()
  // At eight; it arrives at ten.
  await sql`update businesses set suspended_at = '2026-11-20T13:00:00.123456Z' where id = ${who.business_id}`.execute(
    here.db,
  )
  const { status, body } = await there.bring((await here.take(who.headers)).content)
  assert.equal(status, 200, JSON.stringify(body))
  const told = async (at: string) => {
    await queueDue(there.db, Date.parse(at))
    const { rows } = await sql<{ told: string }>`
      select state || ' ' || recipient as told from messages
      where business_id = ${body.business_id} and kind like 'reminder%' order by 1`.execute(there.db)
    return rows.map(({ told }) => told)
  }
  assert.deepEqual(await told('2026-11-20T15:00:05Z'), [])
  const path = `/api/admin/businesses/${body.business_id}`
  const act = async (name: string) =>
    assert.equal(
      (await there.call('POST', `${path}/${name}`, { headers: there.headers, body: {} })).status,
      200,
    )
  await act('reactivate')
  assert.deepEqual(await told('2026-11-20T15:01:05Z'), ['queued desde@correo.example'])
  // As any other from here on.
  await act('suspend')
  assert.deepEqual(await told('2026-11-21T12:30:00Z'), [
    'queued desde@correo.example',
    'skipped desde@correo.example',
  ])
})

/** The first line that is another one is told, not all of them. */
function sameLines(actual: string, expected: string) {
  const [one, other] = [actual.split('\r\n'), expected.split('\r\n')]
  const at = other.findIndex((line, n) => line !== one[n])
  assert.equal(one[at], other[at])
  assert.equal(one.length, other.length)
}

test('its spreadsheets are made by the database as they are made elsewhere, whatever stands in a cell', async () => {
  const who = await owner(here.call)
  const shop = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const bits = [
    '',
    'a',
    '=',
    '+',
    '-',
    '@',
    '＝',
    '"',
    "'",
    ',',
    ';',
    '\t',
    '\r',
    '\n',
    ' ',
    '\u00a0',
    '\u2028',
    '1',
  ]
  const texts = [
    '+573001112233',
    '+57',
    '\\',
    '$1',
    '\u0001',
    '=1+1',
    '--',
    "'=x",
    'Ñandú\r\n=1',
    'a;b',
    '🙂-',
  ]
  for (const first of bits)
    for (const second of bits) texts.push(`${first}${second}=x`, `b${first}${second}-`)
  const style = { separator: ';', decimal: ',' } as const
  const states = [
    {},
    { status: 'completed' as const },
    { status: 'cancelled' as const },
    { status: 'completed' as const, attendance_status: 'attended' as const },
    { attendance_status: 'no_show' as const },
    { rescheduled_from: '2022-12-01T10:00:00Z' },
    ...HOLD_KINDS.map((hold_kind) => ({
      status: 'held' as const,
      hold_kind,
      hold_expires_at: '2023-01-01T00:00:00Z',
    })),
  ]
  await here.db
    .insertInto('appointments')
    .values(
      texts.map((notes, n) => ({
        ...appointmentRow(shop, new Date(Date.UTC(2023, 0, 1 + n)).toISOString().slice(0, 10), '10:00'),
        client_name: notes.trim() || 'Ana',
        client_phone: `+5730055${String(10_000 + n)}`,
        notes,
        price: n % 7 ? (n % 3 ? n : n + 0.5) : 0,
        price_kind: n % 14 ? ('from' as const) : ('ask' as const),
        ...states[n % states.length],
      })),
    )
    .execute()
  await here.db
    .updateTable('services')
    .set({ description: null })
    .where('business_id', '=', who.business_id)
    .execute()
  const other = await who.as('POST', '/api/services', {
    service_name: 'Retirado',
    duration_minutes: 30,
    price: 1,
  })
  assert.equal((await who.as('DELETE', `/api/services/${other.body.service.id}`)).status, 200)
  const archive = await opened((await here.take(who.headers)).content)
  const linesOf = async (name: string) => (await archive.text(name)).replace(/^[^\n]*\n/, '')
  const written = (rows: (string | number | null)[][]) => table([], rows, style).replace(/^[^\n]*\n/, '')
  const rows = await rowsOf(archive, 'appointments')
  const columns =
    'appointment_date clock duration_minutes client_name client_phone client_email client_id service_name professional_name label stated_price actual_price notes'
  sameLines(
    await linesOf('citas.csv'),
    written(
      // A hold is no appointment.
      rows
        .filter(({ hold_kind }) => hold_kind === null)
        .map((row) => {
          const shown = {
            ...row,
            clock: String(row['appointment_time']).slice(0, 5),
            label: statusLabel(row as StatusFields),
            stated_price: row['price_kind'] === 'ask' && !row['price'] ? null : row['price'],
          } as Record<string, Cell>
          return columns.split(' ').map((name) => shown[name]!)
        }),
    ),
  )
  const clients = []
  for await (const page of clientsOf(here.db, who.business_id as BusinessId)) clients.push(...page)
  assert.ok(clients.length > 300)
  sameLines(
    await linesOf('clientes.csv'),
    written(
      clients.map((each) => [
        each.client_name,
        each.client_phone,
        each.client_email,
        each.client_id,
        each.appointments,
        each.first_appointment,
        each.last_appointment,
      ]),
    ),
  )
  assert.match(await linesOf('servicios.csv'), /^"[^"]+";;\d+;\d+\r\n$/)
  archive.close()
})

test('one archive of a business at a time, five an hour; nobody but its owner, and no owner brings one', async () => {
  const who = await owner(here.call)
  const shop = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  await here.db
    .insertInto('appointments')
    .values(
      Array.from({ length: 400 }, (_, day) => ({
        ...appointmentRow(shop, new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10), '10:00'),
        client_name: '=HYPERLINK("x")',
      })),
    )
    .execute()
  const statuses = (await Promise.all([1, 2, 3].map(() => here.take(who.headers)))).map(
    ({ status }) => status,
  )
  assert.ok(statuses.includes(200), String(statuses))
  assert.ok(
    statuses.every((status) => [200, 409, 503].includes(status)),
    String(statuses),
  )
  const archive = await here.take(who.headers)
  assert.equal(archive.status, 200)
  // A formula in a spreadsheet is text.
  const read = await opened(archive.content)
  const csv = (await read.text('citas.csv')).split('\r\n')
  assert.match(csv[1]!, /"'=HYPERLINK\(""x""\)"/)
  read.close()
  assert.equal((await here.take(who.headers)).status, 200)
  assert.equal((await here.take(who.headers)).status, 429)
  assert.equal((await here.take({})).status, 401)
  const answer = await here.app.inject({ method: 'POST', url: '/api/admin/import', headers: who.headers })
  assert.equal(answer.statusCode, 401)
})

test('an archive that nobody waits for any more leaves nothing in the temporary folder, nor open', async () => {
  const who = await owner(here.call)
  const own = join(folder, 'temporary')
  mkdirSync(own)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = own
  after(() => (before === undefined ? delete process.env['TMPDIR'] : (process.env['TMPDIR'] = before)))
  const url = await here.app.listen({ host: '127.0.0.1', port: 0 })
  const gone = new AbortController()
  const acts = () => here.db.selectFrom('activity').select('act').where('business_id', '=', who.business_id)
  const written = async () => (await acts().where('act', '=', 'exported').execute()).length
  // It goes while the archive is written, which waits for a table.
  await here.db.transaction().execute(async (tx) => {
    await sql`lock table services in access exclusive mode`.execute(tx)
    const asked = fetch(`${url}/api/businesses/export.zip`, { headers: who.headers, signal: gone.signal })
    const waits = sql<{ n: number }>`
      select count(*)::int as n from pg_locks where not granted and relation = 'services'::regclass
        and database = (select oid from pg_database where datname = current_database())`
    await until(async () => (await waits.execute(tx)).rows[0]!.n > 0)
    gone.abort()
    await assert.rejects(asked)
  })
  await until(async () => (await written()) === 1)
  await until(() => openIn(own) === 0)
  assert.deepEqual(readdirSync(own), [])
  const bad = await here.bring(Buffer.from('no es un zip'))
  assert.equal(bad.status, 400)
  assert.deepEqual([readdirSync(own), openIn(own)], [[], 0])
  assert.equal((await here.take(who.headers)).status, 200)
  await until(() => openIn(own) === 0)

  // What earlier versions left is removed at a start, after a day; nothing of others.
  for (const [name, hours] of [
    ['enpunto-archive-Ab3dE6', 25],
    ['enpunto-import-Ab3dE6', 25],
    ['enpunto-archive-new', 1],
    ['otra', 25],
  ] as const) {
    mkdirSync(join(own, name))
    const seconds = (Date.now() - hours * 3_600_000) / 1000
    utimesSync(join(own, name), seconds, seconds)
  }
  await removeLeftArchives(Date.now())
  assert.deepEqual(readdirSync(own).sort(), ['enpunto-archive-new', 'otra'])
})

/** How many files below `folder`, removed ones too, this process has open. Linux says it; elsewhere none. */
const openIn = (folder: string) =>
  existsSync('/proc/self/fd')
    ? readdirSync('/proc/self/fd').filter((fd) => targetOf(`/proc/self/fd/${fd}`).startsWith(folder)).length
    : 0

function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}

import { forgetImports } from '#server/imports/queries.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { api, appointmentRow, database } from '../helper.ts'
import { importing } from '../imports.ts'
import { withOffer } from '../owner.ts'

const db = await database()
const served = await api(db, { env: { REQUEST_SECONDS: '290' } })
const { clock } = served
const DAY = 24 * 3_600_000

const LIST = `Nombre,Celular,Correo,Cédula,Notas
Ana Ruiz,300 123 45 67,ana@correo.example,,Prefiere las mañanas
Pedro Ruiz,3001234567,,1020345678,
ana,+57 3001234567,,,
Marta Gil,,marta@,,
,3015550199,,,
Luis Peña,30012,,,
=Óscar,,oscar@correo.example,,'=1+1
Sola,,,,
`
const counts = (made: { made: number; updated: number; known: number; failed: number }) => [
  made.made,
  made.updated,
  made.known,
  made.failed,
]

describe('a list of clients', () => {
  test('is kept as a draft with its columns and guesses; nothing is stored before it is imported', async () => {
    const { send, looked, as, cards } = await importing(db, served)
    const { status, body } = await send(LIST)
    assert.equal(status, 201)
    assert.deepEqual(body.columns, ['Nombre', 'Celular', 'Correo', 'Cédula', 'Notas'])
    assert.deepEqual(
      body.guesses.map(({ target }: { target: string }) => target),
      ['client_name', 'client_phone', 'client_email', 'client_id', 'note'],
    )
    assert.equal(body.sample[0][0], 'Ana Ruiz')
    assert.equal((await send(LIST)).body.import_id, body.import_id, 'the same file again is the same draft')
    const { id, counts, file_name } = await looked(LIST)
    assert.deepEqual([id, file_name], [body.import_id, 'clientes.csv'])
    assert.deepEqual(counts, { new: 4, known: 1, update: 0, error: 3, hours: 0 })
    const { rows, total } = (await as('GET', `/api/clients/import/${id}/rows`)).body
    assert.equal(total, 3)
    assert.deepEqual(
      rows.map((row: any) => [row.n, row.field, row.error, row.typed.client_name]),
      [
        [5, 'client_email', 'El correo «marta@» está incompleto.', 'Marta Gil'],
        [6, 'client_name', 'Falta el nombre.', ''],
        [7, 'client_phone', 'El celular «30012» tiene 5 dígitos; en Colombia son 10.', 'Luis Peña'],
      ],
    )
    assert.deepEqual(await cards(), [])
  })

  test('becomes cards; again it changes nothing', async () => {
    const { imported, cards, notes } = await importing(db, served)
    const first = await imported(LIST)
    assert.deepEqual([first.state, counts(first)], ['done', [4, 0, 1, 3]])
    const made = await cards()
    assert.deepEqual(
      made.map(({ client_name, client_phone, client_email, client_id, source }) => [
        client_name,
        client_phone,
        client_email,
        client_id,
        source,
      ]),
      [
        ['Ana Ruiz', '+573001234567', 'ana@correo.example', null, 'import'],
        ['Pedro Ruiz', '+573001234567', null, '1020345678', 'import'],
        ['=Óscar', '', 'oscar@correo.example', null, 'import'],
        ['Sola', '', null, null, 'import'],
      ],
    )
    assert.deepEqual(await notes(), ['Prefiere las mañanas', '=1+1'])
    const again = await imported(LIST)
    assert.notEqual(again.id, first.id)
    assert.deepEqual(
      [again.counts, counts(again)],
      [{ new: 0, known: 5, update: 0, error: 3, hours: 0 }, [0, 0, 5, 3]],
    )
    assert.deepEqual(await cards(), made)
    assert.equal((await notes()).length, 2)
  })

  test('fills what known cards lack, and overwrites nothing', async () => {
    const { looked, act, work, of, as, cards, notes } = await importing(db, served)
    const { client } = (
      await as('POST', '/api/clients', {
        client_name: 'Ana Ruiz',
        client_phone: '+573001234567',
        alert: 'Acetona',
      })
    ).body
    const list = `Nombre,Celular,Correo,Alerta,Notas\nAna R,3001234567,ana@correo.example,Nueces,Tinto\nAna Ruiz,3001234567,,,\n`
    const { id, counts: preview } = await looked(list)
    assert.deepEqual(preview, { new: 0, known: 1, update: 1, error: 0, hours: 0 })
    await act(id, 'run')
    await work()
    assert.deepEqual(counts(await of(id)), [0, 1, 1, 0])
    const [card] = await cards()
    assert.deepEqual(
      [card!.id, card!.client_name, card!.client_email, card!.alert],
      [client.id, 'Ana Ruiz', 'ana@correo.example', 'Acetona'],
    )
    assert.deepEqual(await notes(), ['Tinto'])
  })

  test('gives the consent of service alone, from the import', async () => {
    const { imported, business_id } = await importing(db, served)
    const { id } = await imported('Nombre,Celular\nAna,3001234567\nLuz,3001234568\n')
    const rows = await db
      .selectFrom('consents')
      .select(['purpose', 'given', 'channel', 'evidence'])
      .where('business_id', '=', business_id)
      .execute()
    const consent = { purpose: 'service', given: true, channel: 'import', evidence: { import: id } }
    assert.deepEqual(rows, [consent, consent])
  })

  test('a wrong row is corrected, with the field’s sentence while it is wrong', async () => {
    const { looked, as, act, work, cards, headers } = await importing(db, served)
    const { id } = await looked(LIST)
    const correct = (n: number, body: object) => as('PATCH', `/api/clients/import/${id}/rows/${n}`, body)
    const wrong = await correct(7, { client_phone: '3001' })
    assert.deepEqual(
      [wrong.status, wrong.body.fields],
      [400, { client_phone: 'El celular «3001» tiene 4 dígitos; en Colombia son 10.' }],
    )
    const right = await correct(7, { client_phone: '310 555 0199' })
    assert.deepEqual([right.status, right.body.import.counts.error], [200, 2])
    assert.equal((await correct(99, {})).status, 404)
    const url = `/api/clients/import/${id}/errors.csv`
    const file = await served.app.inject({ method: 'GET', url, headers })
    assert.match(
      file.body,
      /^\uFEFF"Fila";"Error";"Nombre"[^]*5;"El correo «marta@» está incompleto\.";"Marta Gil"/,
    )
    await act(id, 'run')
    await work()
    assert.ok((await cards()).some(({ client_phone }) => client_phone === '+573105550199'))
  })

  test('files made by LibreOffice become cards', async () => {
    const { imported, cards } = await importing(db, served)
    const file = readFileSync(join(import.meta.dirname, '../lists/libreoffice.xlsx'))
    const { made, failed, origin, file_name } = await imported(file, 'clientes-agendapro.xlsx')
    assert.deepEqual([made, failed, origin, file_name], [3, 3, 'AgendaPro', 'clientes-agendapro.xlsx'])
    assert.deepEqual(
      (await cards()).map(({ client_name, client_phone }) => [client_name, client_phone]),
      [
        ['Camila Rojas Muñoz', '+573004128819'],
        ['Óscar Díaz', '+573105550102'],
        ['Añejo & Cía', ''],
      ],
    )
  })

  test('what cannot be read, too much, and columns without a name are refused with a sentence', async () => {
    const { send, as } = await importing(db, served)
    const refusal = async (content: string | Buffer) => {
      const { status, body } = await send(content)
      return [status, body.error]
    }
    assert.deepEqual(await refusal(Buffer.from([1, 0, 2, 0, 0, 0, 3, 9, 9, 9, 9, 9])), [
      400,
      'No pudimos leer el archivo. Sube un archivo CSV, Excel (.xlsx) o vCard (.vcf).',
    ])
    assert.deepEqual(await refusal(''), [
      400,
      'Ese archivo está vacío. Vuelve a descargarlo de tu otra agenda.',
    ])
    for (const megabytes of [5, 6])
      assert.deepEqual(await refusal(`Nombre\n${'x'.repeat(megabytes * 1024 * 1024)}`), [
        413,
        'El archivo es demasiado grande. Máximo 5MB',
      ])
    const { import_id } = (await send('A,B\nx,y\n')).body
    const put = (mapping: unknown) => as('PUT', `/api/clients/import/${import_id}/mapping`, { mapping })
    for (const mapping of [['client_phone', 'skip'], 'x', ['client_name', 'nothing'], null])
      assert.equal((await put(mapping)).status, 400, JSON.stringify(mapping))
    assert.equal((await put(['client_name'])).body.error, 'Dinos qué es cada columna')
    assert.equal((await put(['client_name', 'note'])).body.import.counts.new, 1)
    assert.equal((await as('POST', `/api/clients/import/${import_id + 1000}/run`)).status, 404)
  })

  test('drafts are few, and go after a day; nothing of theirs is left', async () => {
    const { send, as, of, business_id } = await importing(db, served)
    const ids = []
    for (let n = 0; n < 7; n++) ids.push((await send(`Nombre\nAna ${n}\n`)).body.import_id)
    assert.equal(await of(ids[0]), undefined)
    assert.equal((await of(ids[2])).state, 'draft')
    assert.equal((await as('DELETE', `/api/clients/import/${ids[6]}`)).status, 200)
    assert.equal((await as('DELETE', `/api/clients/import/${ids[6]}`)).status, 404)
    await forgetImports(db, clock.now + DAY + 60_000)
    const left = await sql<{ n: number }>`
      select (select count(*) from client_imports where business_id = ${business_id})::int
        + (select count(*) from client_import_rows where business_id = ${business_id})::int as n`.execute(db)
    assert.equal(left.rows[0]!.n, 0)
  })
})

describe('taking an import back', () => {
  test('removes the cards and empties what was filled; what changed since stays and is named', async () => {
    const { imported, undone, as, cards, notes, business_id } = await importing(db, served)
    await as('POST', '/api/clients', { client_name: 'Conocida', client_phone: '+573009990001' })
    await as('POST', '/api/clients', { client_name: 'Tocada', client_phone: '+573009990002' })
    const before = await cards()
    const { id, undo_until } = await imported(
      `Nombre,Celular,Correo,Notas\nNueva,3001234501,,Tinto\nEditada,3001234502,,\nAnotada,3001234503,,\nConocida,3009990001,c@correo.example,Jazz\nTocada,3009990002,t@correo.example,\n`,
    )
    assert.equal(Date.parse(undo_until), clock.now + 7 * DAY)
    const cardOf = async (name: string) => (await cards()).find(({ client_name }) => client_name === name)!.id
    await as('PATCH', `/api/clients/${await cardOf('Editada')}`, { alert: 'Acetona' })
    await as('POST', `/api/clients/${await cardOf('Anotada')}/notes`, { body: 'Otra' })
    await as('PATCH', `/api/clients/${await cardOf('Tocada')}`, { client_email: 'otro@correo.example' })
    const after = await undone(id)
    assert.deepEqual([after.state, after.removed, after.restored, after.stayed], ['undone', 1, 1, 3])
    assert.deepEqual(
      (await cards()).map(({ client_name, client_email }) => [client_name, client_email]),
      [
        ['Conocida', null],
        ['Tocada', 'otro@correo.example'],
        ['Editada', null],
        ['Anotada', null],
      ],
    )
    assert.deepEqual(await notes(), ['Otra'])
    assert.deepEqual((await cards())[0], before[0])
    const { rows } = (await as('GET', `/api/clients/import/${id}/rows?only=stayed`)).body
    assert.deepEqual(
      rows.map(({ client_name }: { client_name: string }) => client_name),
      ['Editada', 'Anotada', 'Tocada'],
    )
    const consents = await db
      .selectFrom('consents')
      .select('card_id')
      .where('business_id', '=', business_id)
      .execute()
    assert.equal(consents.length, 2, 'of those who stay')
    assert.equal((await undone(id)).removed, 1, 'once')
  })

  test('a client with an appointment stays; after seven days nothing is taken back, and the rows are gone', async () => {
    const who = await importing(db, served)
    const { imported, undone, act, of, business_id } = who
    const { id } = await imported('Nombre,Celular\nAna,3001234567\nLuz,3001234568\n')
    const row = appointmentRow(
      { business_id, slug: who.slug, ...(await withOffer(who)) },
      '2026-11-25',
      '10:00',
    )
    await db
      .insertInto('appointments')
      .values({ ...row, client_name: 'Ana', client_phone: '+573001234567', client_email: null })
      .execute()
    const after = await undone(id)
    assert.deepEqual([after.removed, after.stayed], [1, 1])

    const late = await imported('Nombre,Celular\nMar,3001234569\n')
    const ended_at = new Date(clock.now - 7 * DAY - 1000).toISOString()
    await db.updateTable('client_imports').set({ ended_at }).where('id', '=', late.id).execute()
    assert.deepEqual(
      (await act(late.id, 'undo')).body.error,
      'Ya pasaron los 7 días para deshacer esta importación.',
    )
    assert.equal((await of(late.id)).undo_until, null)
    await forgetImports(db, clock.now + 3_600_000)
    const left = await db
      .selectFrom('client_import_rows')
      .select('n')
      .where('import_id', '=', late.id)
      .execute()
    assert.deepEqual(left, [])
  })
})

describe('at the same time', () => {
  test('one import of a business is at work; sent twice it is one', async () => {
    const { looked, act, work, of } = await importing(db, served)
    const [one, two] = [await looked('Nombre\nAna\n'), await looked('Nombre\nLuz\n')]
    const runs = await Promise.all([act(one.id, 'run'), act(one.id, 'run')])
    assert.deepEqual(
      runs.map(({ status }) => status),
      [200, 200],
    )
    const other = await act(two.id, 'run')
    assert.deepEqual(
      [other.status, other.body.error],
      [409, 'Ya hay una importación en marcha. Espera a que termine.'],
    )
    await Promise.all([work(), work(), work()])
    assert.deepEqual(counts(await of(one.id)), [1, 0, 0, 0])
    assert.equal((await act(two.id, 'run')).status, 200)
    await work()
  })

  test('one that fails holds up no other', async () => {
    const [one, other] = [await importing(db, served), await importing(db, served)]
    const [first, second] = [await one.looked(LIST), await other.looked(LIST)]
    for (const [who, { id }] of [
      [one, first],
      [other, second],
    ] as const)
      assert.equal((await who.act(id, 'run')).status, 200)
    await sql`create function refuse_cards() returns trigger language plpgsql as $$
      begin raise exception 'no such cards'; end $$`.execute(db)
    await sql`create trigger refuse_cards before insert on client_cards for each row
      when (new.business_id = ${sql.lit(one.business_id)}) execute function refuse_cards()`.execute(db)
    await assert.rejects(one.work(), /no such cards/)
    assert.deepEqual([(await one.of(first.id)).state, (await other.of(second.id)).state], ['running', 'done'])
    await sql`drop function refuse_cards cascade`.execute(db)
    await one.work()
    assert.equal((await one.of(first.id)).state, 'done')
  })

  test('two uploads of one file are one draft', async () => {
    const { send } = await importing(db, served)
    const answers = await Promise.all([send(LIST), send(LIST), send(LIST)])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.equal(new Set(answers.map(({ body }) => body.import_id)).size, 1)
  })

  test('stopped it stays as far as it is, goes on, and is taken back', async () => {
    const { looked, act, work, of, undone, cards } = await importing(db, served)
    const list = `Nombre,Celular\n${Array.from({ length: 1200 }, (_, n) => `C ${n},300${String(n).padStart(7, '0')}`).join('\n')}`
    const { id } = await looked(list)
    await act(id, 'run')
    assert.equal((await act(id, 'stop')).body.import.state, 'stopped')
    await work()
    assert.equal((await cards()).length, 0)
    await act(id, 'run')
    const working = work()
    while ((await of(id)).made === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await act(id, 'stop')
    await working
    const half = await of(id)
    assert.ok(half.made > 0 && half.made <= 1200, String(half.made))
    assert.equal((await cards()).length, half.made)
    // Its rows are forgotten after seven days: then it does not go on as if there were none.
    const endedAt = (msAgo: number) =>
      db
        .updateTable('client_imports')
        .set({ ended_at: new Date(clock.now - msAgo).toISOString() })
        .where('id', '=', id)
        .execute()
    await endedAt(7 * DAY + 1000)
    const late = await act(id, 'run')
    assert.deepEqual(
      [late.status, late.body.error],
      [409, 'Ya pasaron los 7 días: sube el archivo otra vez.'],
    )
    await endedAt(0)
    await act(id, 'run')
    await work()
    assert.deepEqual([(await of(id)).made, (await cards()).length], [1200, 1200])
    assert.equal((await undone(id)).removed, 1200)
    assert.deepEqual(await cards(), [])
  })
})

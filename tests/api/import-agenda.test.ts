/** Lists of future appointments: looked at, booked in batches, taken back. Now is Friday the 20th of November 2026, 10:00. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { queueDue } from '#server/reminders/plan.ts'
import { api, booking, database } from '../helper.ts'
import { importingAgenda } from '../imports.ts'
import { memberOf } from '../roles.ts'
import { xlsx } from '../zip.ts'

const db = await database()
const served = await api(db, { env: { REQUEST_SECONDS: '290' } })

const HEAD = 'Fecha,Hora,Servicio,Profesional,Cliente,Celular,Correo\n'
const LIST = `${HEAD}24/11/2026,9:00 a. m.,Corte,Inés Prada,Ana Ruiz,300 123 45 67,ana@correo.example
24/11/2026,10:00 a. m.,corte,ines prada,Luis Peña,3015550199,
25/11/2026,14:30,Corte,Inés Prada,Ana Ruiz,3001234567,
`
const facts = ({ made, known, failed }: Record<string, number>) => [made, known, failed]

describe('a list of appointments', () => {
  test('is looked at and becomes appointments with cards, from an import, and nobody is told; again it changes nothing', async () => {
    const { looked, act, work, of, appointments, cards, messages, imported, service_id, professional_id } =
      await importingAgenda(db, served)
    const draft = await looked(LIST)
    assert.deepEqual(
      [draft.kind, draft.state, draft.counts],
      ['appointments', 'draft', { new: 3, known: 0, update: 0, error: 0, hours: 0 }],
    )
    assert.deepEqual(draft.agenda, {
      order: 'dmy',
      order_is_sure: true,
      services: [{ name: 'Corte', rows: 3, id: service_id, is_sure: true }],
      professionals: [{ name: 'Inés Prada', rows: 3, id: professional_id, is_sure: true }],
      outside_hours: false,
      tells_clients: false,
    })
    assert.deepEqual([await appointments(), await cards()], [[], []], 'nothing is stored yet')
    const running = await act(draft.id, 'run')
    assert.equal(running.body.import.state, 'running')
    await work()
    const done = await of(draft.id)
    assert.deepEqual([done.state, facts(done)], ['done', [3, 0, 0]])
    const rows = await appointments()
    assert.deepEqual(
      rows.map((row) => [
        row.appointment_date,
        row.appointment_time.slice(0, 5),
        row.client_name,
        row.client_phone,
        row.client_email,
        row.service_id,
        row.professional_id,
        row.duration_minutes,
        row.price,
        row.status,
        row.booked_by,
        row.source,
      ]),
      [
        ['2026-11-24', '09:00', 'Ana Ruiz', '+573001234567', 'ana@correo.example'],
        ['2026-11-24', '10:00', 'Luis Peña', '+573015550199', null],
        ['2026-11-25', '14:30', 'Ana Ruiz', '+573001234567', null],
      ].map((row) => [...row, service_id, professional_id, 60, 40_000, 'scheduled', 'owner', 'import']),
    )
    const made = await cards()
    assert.deepEqual(
      made.map(({ client_name, source }) => [client_name, source]),
      [
        ['Ana Ruiz', 'import'],
        ['Luis Peña', 'import'],
      ],
    )
    assert.deepEqual(
      rows.map(({ card_id }) => card_id),
      [made[0]!.id, made[1]!.id, made[0]!.id],
    )
    assert.deepEqual(await messages(), [])

    const again = await imported(LIST)
    assert.notEqual(again.id, draft.id)
    assert.deepEqual([again.counts.known, facts(again)], [3, [0, 3, 0]])
    const written = await imported(LIST.replace('Cliente', 'Nombre del cliente'))
    assert.deepEqual(facts(written), [0, 3, 0], 'another file that says the same')
    assert.deepEqual([(await appointments()).length, (await cards()).length], [3, 2])
  })

  test('what was moved or cancelled since is not brought back by the same file', async () => {
    const { imported, appointments, as } = await importingAgenda(db, served)
    await imported(LIST)
    const [one, two] = await appointments()
    await as('POST', `/api/appointments/${one!.id}/cancel`, {})
    const moved = await as('PATCH', `/api/appointments/${two!.id}`, { appointment_time: '16:00' })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    assert.deepEqual(facts(await imported(LIST)), [0, 3, 0])
    assert.equal((await appointments()).length, 3)
  })

  test('says of each row why it cannot be', async () => {
    const who = await importingAgenda(db, served)
    const { looked, errors, as, professional_id } = who
    const lunes = (time: string, more = {}) =>
      booking(who, { appointment_date: '2026-11-23', appointment_time: time, ...more })
    assert.equal((await as('POST', '/api/appointments', lunes('11:00'))).status, 201)
    const block = await as('POST', '/api/time-off', {
      professional_id,
      kind: 'block',
      first_date: '2026-11-23',
      from_time: '15:00',
      to_time: '16:00',
    })
    assert.ok(block.status < 300, JSON.stringify(block.body))
    const row = (date: string, time: string, more = 'Corte,Inés Prada,Ana Ruiz,3001234567,,') =>
      `${date},${time},${more}\n`
    const list =
      'Fecha,Hora,Servicio,Profesional,Cliente,Celular,Estado,Duración\n' +
      row('19/11/2026', '10:00') +
      row('20/11/2026', '9:00') +
      row('23/11/2026', '11:30') +
      row('23/11/2026', '15:30') +
      row('22/11/2026', '10:00') +
      row('23/11/2026', '17:30') +
      row('23/11/2026', '9:00') +
      row('23/11/2026', '9:30', 'Corte,Inés Prada,Luis Peña,3015550199,,') +
      row('23/11/2026', '12:00', 'Uñas acrílicas,Inés Prada,Luis Peña,3015550199,,') +
      row('23/11/2026', '12:00', 'Corte,Marta,Luis Peña,3015550199,,') +
      row('23/11/2026', '12:00', 'Corte,Inés Prada,Luis Peña,3015550199,Cancelada,') +
      row('ayer', '12:00') +
      row('23/11/2026', 'tarde') +
      row('23/11/2026', '') +
      row('23/11/2027', '12:00') +
      row('24/11/2028', '12:00') +
      row('23/11/2026', '12:00', 'Corte,Inés Prada,,3015550199,,') +
      row('23/11/2026', '12:00', 'Corte,Inés Prada,Luis Peña,30155,,') +
      row('23/11/2026', '12:00', 'Corte,Inés Prada,Luis Peña,3015550199,,5 min')
    const { id, counts } = await looked(list)
    assert.deepEqual(await errors(id), [
      [2, 'date', 'El 19 de noviembre de 2026 ya pasó.'],
      [3, 'time', 'Esa hora ya pasó.'],
      [4, 'time', 'Inés Prada ya tiene una cita a las 11:00 am.'],
      [5, 'time', 'Inés Prada tiene un bloqueo a esa hora.'],
      [6, 'hours', 'El negocio está cerrado a esa hora.'],
      [7, 'hours', 'La cita terminaría después del horario.'],
      [9, 'time', 'Se cruza con la fila 8: Inés Prada ya está con otra persona.'],
      [10, 'service', 'El servicio «Uñas acrílicas» no está en tu catálogo. Dinos cuál es.'],
      [11, 'professional', '«Marta» no es de tu equipo. Dinos quién es.'],
      [12, 'status', 'En el archivo dice «Cancelada»: no se importa.'],
      [13, 'date', 'La fecha «ayer» no se entiende. Ejemplo: 27/11/2026.'],
      [14, 'time', 'La hora «tarde» no se entiende. Ejemplo: 14:30 o 2:30 p. m.'],
      [15, 'time', 'Falta la hora.'],
      [17, 'date', 'La fecha está a más de 400 días: revísala.'],
      [18, 'client_name', 'Falta el nombre.'],
      [19, 'client_phone', 'El celular «30155» tiene 5 dígitos; en Colombia son 10.'],
      [20, 'duration', 'La duración va de 15 a 720 minutos.'],
    ])
    assert.deepEqual(counts, { new: 2, known: 0, update: 0, error: 17, hours: 2 })
    const wider = await looked(list, { outside_hours: true })
    assert.deepEqual([wider.id, wider.counts], [id, { new: 4, known: 0, update: 0, error: 15, hours: 0 }])
    const url = `/api/clients/import/${id}/errors.csv`
    const file = await served.app.inject({ method: 'GET', url, headers: who.headers })
    assert.match(file.body, /10;"El servicio «Uñas acrílicas» no está en tu catálogo\. Dinos cuál es\."/)
  })

  test('names that are not the business’s are said once; order, length and a note are the file’s', async () => {
    const { looked, imported, appointments, service_id, professional_id } = await importingAgenda(db, served)
    const list =
      'Date,Start time,Duration,Service name,Staffer,Customer,Phone,Notes\n' +
      '12/03/2026,2:30 PM,45 min,Haircut,Jenny,Ana Ruiz,3001234567,Trae su tinte\n' +
      '12/15/2026,9:00 AM,,Haircut,,Luis Peña,3015550199,\n'
    const first = await looked(list)
    assert.deepEqual(first.agenda.services, [{ name: 'Haircut', rows: 2, id: null, is_sure: false }])
    assert.deepEqual(first.agenda.professionals, [
      { name: 'Jenny', rows: 1, id: null, is_sure: false },
      // Of one professional nobody needs to say who it is.
      { name: '', rows: 1, id: professional_id, is_sure: true },
    ])
    assert.deepEqual([first.agenda.order, first.agenda.order_is_sure, first.counts.error], ['mdy', true, 2])
    const choices = {
      services: [{ name: 'Haircut', id: service_id }],
      professionals: [{ name: 'Jenny', id: professional_id }],
    }
    assert.deepEqual(
      (await looked(list, { ...choices, order: 'dmy' })).counts.new,
      1,
      'the 12th of March is past',
    )
    assert.deepEqual(facts(await imported(list, { ...choices, order: 'mdy' })), [2, 0, 0])
    assert.deepEqual(
      (await appointments()).map((row) => [
        row.appointment_date,
        row.appointment_time.slice(0, 5),
        row.duration_minutes,
        row.notes,
      ]),
      [
        ['2026-12-03', '14:30', 45, 'Trae su tinte'],
        ['2026-12-15', '09:00', 60, null],
      ],
    )
  })

  test('clients who are known keep their card; a name alone is somebody of that name', async () => {
    const { imported, appointments, cards, as } = await importingAgenda(db, served)
    const client = async (body: object) => (await as('POST', '/api/clients', body)).body.client.id
    const ana = await client({ client_name: 'Ana María Ruiz', client_phone: '+573001234567' })
    const luz = await client({ client_name: 'Luz Gil' })
    const list = `${HEAD}24/11/2026,9:00,Corte,Inés Prada,Ana Ruiz,3001234567,ana@correo.example
24/11/2026,10:00,Corte,Inés Prada,luz gil,,
24/11/2026,11:00,Corte,Inés Prada,Óscar Díaz,,
24/11/2026,12:00,Corte,Inés Prada,Óscar Díaz,,
`
    assert.deepEqual(facts(await imported(list)), [4, 0, 0])
    const made = await cards()
    assert.deepEqual(
      made.map(({ client_name }) => client_name),
      ['Ana María Ruiz', 'Luz Gil', 'Óscar Díaz'],
    )
    const oscar = made[2]!.id
    assert.deepEqual(
      (await appointments()).map(({ card_id }) => card_id),
      [ana, luz, oscar, oscar],
    )
  })

  test('clients are told when that is asked for, and only those with an e-mail', async () => {
    const { imported, messages } = await importingAgenda(db, served)
    await imported(LIST, { tells_clients: true })
    assert.deepEqual(await messages(), [['booked_client', 'ana@correo.example']])
  })

  test('a row is corrected, with the field’s sentence while it is wrong', async () => {
    const who = await importingAgenda(db, served)
    const { looked, as, errors } = who
    await as(
      'POST',
      '/api/appointments',
      booking(who, { appointment_date: '2026-11-24', appointment_time: '16:00' }),
    )
    const { id } = await looked(`${LIST}24/11/2026,9:30,Corte,Inés Prada,Eva Mora,3025550100,\n`)
    assert.equal((await errors(id)).length, 1)
    const correct = (n: number, body: object) => as('PATCH', `/api/appointments/import/${id}/rows/${n}`, body)
    const fields = async (body: object) => (await correct(5, body)).body.fields
    assert.deepEqual(await fields({ time: '25:00' }), {
      time: 'La hora «25:00» no se entiende. Ejemplo: 14:30 o 2:30 p. m.',
    })
    assert.deepEqual(await fields({ time: '16:30' }), { time: 'Inés Prada ya tiene una cita a las 4:00 pm.' })
    assert.deepEqual(await fields({ time: '7:00' }), { time: 'El negocio está cerrado a esa hora.' })
    const right = await correct(5, { time: '2:00 pm' })
    assert.deepEqual(
      [right.status, right.body.import.counts.new, right.body.import.counts.error],
      [200, 4, 0],
    )
    assert.equal((await correct(99, {})).status, 404)
    assert.equal((await as('PATCH', `/api/clients/import/${id}/rows/5`, { client_name: 'Eva' })).status, 409)
  })

  test('one file may be a list of both, and neither is taken for the other', async () => {
    const who = await importingAgenda(db, served)
    const [{ body: ofClients }, { body: ofAppointments }] = [
      await who.send(LIST),
      await (
        await import('../multipart.ts')
      ).upload(served.app, who, '/api/clients/import', [
        { field: 'file', content: LIST, filename: 'citas.csv' },
      ]),
    ]
    assert.notEqual(ofClients.import_id, ofAppointments.import_id)
    const { id } = await who.imported(LIST)
    const listed = async (kind: string) =>
      (await who.as('GET', `/api/clients/import${kind}`)).body.imports.map((each: { id: number }) => each.id)
    assert.deepEqual([await listed('?kind=appointments'), await listed('')], [[id], []])
    const answer = await who.as('PUT', `/api/clients/import/${id}/mapping`, {
      mapping: Array(7).fill('client_name'),
    })
    assert.equal(answer.status, 409)
  })

  test('what cannot be read, and columns without date or name, are refused with a sentence', async () => {
    const { send, say } = await importingAgenda(db, served)
    const vcard = await send('BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nEND:VCARD\n', 'a.vcf')
    assert.deepEqual(
      [vcard.status, vcard.body.error],
      [400, 'Ese archivo es de contactos. Las citas vienen en un archivo CSV o Excel (.xlsx).'],
    )
    const { import_id } = (await send('A,B\nx,y\n')).body
    const refusal = async (mapping: unknown, more = {}) =>
      (await say(import_id, mapping as string[], more)).body.error
    assert.equal(await refusal(['skip', 'client_name']), 'Dinos qué columna es la fecha')
    assert.equal(await refusal(['date', 'skip']), 'Dinos qué columna es el nombre del cliente')
    assert.equal(await refusal(['date', 'alert']), 'Dinos qué es cada columna')
    assert.equal(await refusal(['date', 'client_name', 'skip']), 'Dinos qué es cada columna')
    assert.equal(
      await refusal(['date', 'client_name'], { services: [{ name: 'x', id: 'y' }] }),
      'Dinos qué es cada servicio del archivo',
    )
    assert.equal(
      await refusal(['date', 'client_name'], { order: 'ymd' }),
      'Dinos si va primero el día o el mes',
    )
  })
})

describe('files of others', () => {
  for (const name of ['libreoffice-citas.xlsx', 'libreoffice-citas.csv'])
    test(`${name} becomes appointments`, async () => {
      const { imported, appointments, errors } = await importingAgenda(db, served)
      const done = await imported(
        readFileSync(join(import.meta.dirname, '../lists', name)),
        {},
        'citas-agendapro.xlsx',
      )
      assert.deepEqual([done.origin, facts(done)], ['AgendaPro', [2, 0, 1]])
      assert.deepEqual(await errors(done.id), [
        [4, 'status', 'En el archivo dice «Cancelado»: no se importa.'],
      ])
      assert.deepEqual(
        (await appointments()).map((row) => [
          row.appointment_date,
          row.appointment_time.slice(0, 5),
          row.notes,
        ]),
        [
          ['2026-12-15', '09:00', 'Cabello largo'],
          ['2026-12-15', '14:30', null],
        ],
      )
    })

  test('Excel: dates as serial numbers with and without a format, dates with their time', async () => {
    const { imported, appointments } = await importingAgenda(db, served)
    const texts = ['Fecha', 'Hora', 'Servicio', 'Cliente', 'Corte', 'Ana Ruiz', 'Luis Peña', 'Eva Mora']
    const cell = (ref: string, index: number) => `<c r="${ref}" t="s"><v>${index}</v></c>`
    const number = (ref: string, value: string, style = 0) => `<c r="${ref}" s="${style}"><v>${value}</v></c>`
    const sheet = `<row r="1">${cell('A1', 0)}${cell('B1', 1)}${cell('C1', 2)}${cell('D1', 3)}</row>
      <row r="2">${number('A2', '46371', 2)}${number('B2', '0.375')}${cell('C2', 4)}${cell('D2', 5)}</row>
      <row r="3">${number('A3', '46371')}${number('B3', '0.604166666666667')}${cell('C3', 4)}${cell('D3', 6)}</row>
      <row r="4">${number('A4', '46372.458333333336', 3)}${number('B4', '46372.458333333336', 3)}${cell('C4', 4)}${cell('D4', 7)}</row>`
    const file = xlsx(sheet, texts.map((text) => `<si><t>${text}</t></si>`).join(''))
    assert.deepEqual(facts(await imported(file, {}, 'citas.xlsx')), [3, 0, 0])
    assert.deepEqual(
      (await appointments()).map((row) => [row.appointment_date, row.appointment_time.slice(0, 5)]),
      [
        ['2026-12-15', '09:00'],
        ['2026-12-15', '14:30'],
        ['2026-12-16', '11:00'],
      ],
    )
  })

  test('Excel: a date is what it is, also beside texts with the month first', async () => {
    const { imported, appointments } = await importingAgenda(db, served)
    const texts = [
      'Fecha',
      'Hora',
      'Servicio',
      'Cliente',
      '10:00',
      'Corte',
      'Ana Ruiz',
      '12/22/2026',
      'Eva Mora',
    ]
    const cell = (ref: string, index: number) => `<c r="${ref}" t="s"><v>${index}</v></c>`
    const sheet = `<row r="1">${[0, 1, 2, 3].map((index) => cell(`${'ABCD'[index]}1`, index)).join('')}</row>
      <row r="2"><c r="A2" s="2"><v>46389</v></c>${cell('B2', 4)}${cell('C2', 5)}${cell('D2', 6)}</row>
      <row r="3">${cell('A3', 7)}${cell('B3', 4)}${cell('C3', 5)}${cell('D3', 8)}</row>`
    const file = xlsx(sheet, texts.map((text) => `<si><t>${text}</t></si>`).join(''))
    assert.deepEqual(facts(await imported(file, {}, 'citas.xlsx')), [2, 0, 0])
    assert.deepEqual(
      (await appointments()).map((row) => row.appointment_date),
      ['2026-12-22', '2027-01-02'],
    )
  })

  const lists: [string, string][] = [
    [
      'AgendaPro',
      'Fecha de realización;Hora;Servicio;Prestador;Nombre;Apellido;Teléfono;Email;Estado\n15/12/2026;14:30;Corte;Inés Prada;Ana;Ruiz;3001234567;;Reservado\n',
    ],
    [
      'Fresha',
      'Ref #,Scheduled date,Time,Client,Mobile number,Service,Team member,Duration,Status,Created date\n#1,"Tue, 15 Dec 2026",2:30pm,Ana Ruiz,3001234567,Corte,Inés Prada,1h,Booked,1 Nov 2026\n',
    ],
    [
      'Booksy',
      'Booked from,Booked till,Service name,Staffer,Customer,Cell phone,Status\n2026-12-15 14:30,2026-12-15 15:30,Corte,Inés,Ana Ruiz,3001234567,Accepted\n',
    ],
    [
      'Google Sheets',
      'Fecha y hora,Servicio,Con quién,Nombre y apellido,WhatsApp\n15/12/2026 14:30:00,Corte,Inés Prada,Ana Ruiz,+57 300 123 4567\n',
    ],
    [
      'a calendar with its zone',
      'Start,Servicio,Cliente,Celular\n2026-12-15T19:30:00Z,Corte,Ana Ruiz,3001234567\n',
    ],
  ]
  for (const [name, list] of lists)
    test(`${name}: its headings are known`, async () => {
      const { imported, appointments } = await importingAgenda(db, served)
      const done = await imported(list)
      assert.deepEqual(facts(done), [1, 0, 0])
      assert.deepEqual(
        (await appointments()).map((row) => [
          row.appointment_date,
          row.appointment_time.slice(0, 5),
          row.duration_minutes,
          row.client_name,
          row.client_phone,
        ]),
        [['2026-12-15', '14:30', 60, 'Ana Ruiz', '+573001234567']],
      )
    })
})

describe('races', () => {
  test('a time that is booked after the look is refused by the database, and nobody gets a card for it', async () => {
    const who = await importingAgenda(db, served)
    const { id } = await who.looked(LIST)
    const body = booking(who, { appointment_date: '2026-11-24', appointment_time: '10:00' })
    assert.equal((await served.call('POST', '/api/appointments/public', { body })).status, 201)
    await who.act(id, 'run')
    await who.work()
    assert.deepEqual(facts(await who.of(id)), [2, 0, 1])
    assert.deepEqual(await who.errors(id), [[3, 'time', 'Inés Prada ya tiene una cita a las 10:00 am.']])
    assert.equal((await who.cards()).filter(({ client_name }) => client_name === 'Luis Peña').length, 0)
  })

  test('bookings of the same times beside an import: each time is taken once', async () => {
    const who = await importingAgenda(db, served)
    const slots = ['24', '25', '26', '27'].flatMap((day) =>
      ['09:00', '10:00', '11:00', '12:00', '14:00', '15:00', '16:00'].map((time) => [day, time] as const),
    )
    const { id, counts } = await who.looked(
      HEAD +
        slots
          .map(
            ([day, time], n) => `${day}/11/2026,${time},Corte,Inés Prada,Persona${n} Gil,30155501${10 + n},`,
          )
          .join('\n'),
    )
    assert.equal(counts.new, slots.length)
    await who.act(id, 'run')
    const booked = slots.map(async ([day, time], n) => {
      const body = booking(who, {
        appointment_date: `2026-11-${day}`,
        appointment_time: time,
        client_email: `otro${n}@correo.example`,
        client_phone: `+5731055502${10 + n}`,
      })
      return (await served.call('POST', '/api/appointments/public', { body })).status
    })
    const [, ...statuses] = await Promise.all([who.work(), ...booked])
    const won = statuses.filter((status) => status === 201).length
    const { made, failed } = await who.of(id)
    assert.deepEqual([made + won, failed], [slots.length, won])
    const rows = await who.appointments()
    assert.equal(rows.length, slots.length)
    assert.equal(new Set(rows.map(({ starts_at }) => starts_at)).size, slots.length)
    const { rows: idle } = await sql<{ n: number }>`
      select count(*)::int as n from client_cards c where c.business_id = ${who.business_id} and c.source = 'import'
        and not exists (select from appointments a where a.business_id = c.business_id and a.card_id = c.id)`.execute(
      db,
    )
    assert.equal(idle[0]!.n, 0, 'no card without an appointment')
  })

  test('a block that comes before the work is respected', async () => {
    const { looked, act, work, of, as, professional_id } = await importingAgenda(db, served)
    const { id } = await looked(LIST)
    await as('POST', '/api/time-off', {
      professional_id,
      kind: 'block',
      first_date: '2026-11-24',
    })
    await act(id, 'run')
    await work()
    assert.deepEqual(facts(await of(id)), [1, 0, 2])
  })
})

describe('taking an import of appointments back', () => {
  test('removes what is as it was, with the cards it made; what changed since stays and is named', async () => {
    const who = await importingAgenda(db, served)
    const list = `${LIST}26/11/2026,9:00,Corte,Inés Prada,Eva Mora,3025550100,\n`
    const { id, undo_until } = await who.imported(list)
    assert.equal(Date.parse(undo_until), served.clock.now + 7 * 24 * 3_600_000)
    const eva = (await who.appointments()).at(-1)!
    await who.as('PATCH', `/api/appointments/${eva.id}`, { appointment_time: '11:00' })
    await who.fold()
    const after = await who.undone(id)
    assert.deepEqual([after.state, after.removed, after.restored, after.stayed], ['undone', 3, 0, 1])
    assert.deepEqual(
      (await who.appointments()).map(({ id }) => id),
      [eva.id],
    )
    assert.deepEqual(
      (await who.cards()).map(({ client_name }) => client_name),
      ['Eva Mora'],
    )
    const { rows } = (await who.as('GET', `/api/clients/import/${id}/rows?only=stayed`)).body
    assert.deepEqual(
      rows.map((row: any) => [row.client_name, row.appointment_id, row.appointment_date]),
      [['Eva Mora', eva.id, '2026-11-26']],
    )
    assert.deepEqual(facts(await who.imported(list)), [3, 1, 0], 'and it can be brought again')
  })

  test('takes along what another time zone moved meanwhile, which nobody changed', async () => {
    const who = await importingAgenda(db, served)
    const { id } = await who.imported(LIST)
    const [ana] = await who.appointments()
    for (const timezone of ['America/Mexico_City', 'Europe/Madrid'])
      assert.equal((await who.as('PATCH', '/api/businesses/profile', { timezone })).status, 200)
    await who.as('PATCH', `/api/appointments/${ana!.id}`, { appointment_time: '12:00' })
    assert.equal(
      (await who.as('PATCH', '/api/businesses/profile', { timezone: 'America/New_York' })).status,
      200,
    )
    const after = await who.undone(id)
    assert.deepEqual([after.removed, after.stayed], [2, 1])
    assert.deepEqual(
      (await who.appointments()).map((row) => [row.id, row.appointment_time.slice(0, 5)]),
      [[ana!.id, '12:00']],
    )
  })

  test('whose client was told is cancelled with a message, and can be brought again', async () => {
    const who = await importingAgenda(db, served)
    const { id } = await who.imported(LIST, { tells_clients: true })
    const after = await who.undone(id)
    assert.deepEqual([after.removed, after.restored, after.stayed], [2, 1, 0])
    assert.deepEqual(
      (await who.appointments()).map(({ client_name, status }) => [client_name, status]),
      [['Ana Ruiz', 'cancelled']],
    )
    assert.deepEqual((await who.messages()).map(([kind]) => kind).sort(), [
      'booked_client',
      'cancelled_client',
    ])
    assert.deepEqual(facts(await who.imported(LIST)), [3, 0, 0])
  })

  test('leaves what has begun as it is, and the history names who takes it back', async () => {
    const who = await importingAgenda(db, served)
    const { id } = await who.imported(
      `${HEAD}20/11/2026,11:00,Corte,Inés Prada,Ana Ruiz,3001234567,ana@correo.example
20/11/2026,15:00,Corte,Inés Prada,Luis Peña,3015550199,luis@correo.example
`,
      { tells_clients: true },
    )
    const [ana, luis] = await who.appointments()
    const before = served.clock.now
    served.clock.now = ana!.starts_at
    const { headers, user_id } = await memberOf(db, who.business_id, 'manager')
    const undone = await served.call('POST', `/api/clients/import/${id}/undo`, { headers })
    assert.equal(undone.status, 200, JSON.stringify(undone.body))
    await who.work()
    const after = await who.of(id)
    served.clock.now = before
    assert.deepEqual([after.state, after.removed, after.restored, after.stayed], ['undone', 0, 1, 1])
    assert.deepEqual(
      (await who.appointments()).map(({ client_name, status }) => [client_name, status]),
      [
        ['Ana Ruiz', 'scheduled'],
        ['Luis Peña', 'cancelled'],
      ],
    )
    assert.deepEqual((await who.messages()).filter(([kind]) => kind === 'cancelled_client').length, 1)
    const history = await db
      .selectFrom('appointment_history')
      .select(['appointment_id', 'user_id'])
      .where('business_id', '=', who.business_id)
      .where('change', '=', 'cancelled')
      .execute()
    assert.deepEqual(history, [{ appointment_id: luis!.id, user_id }])
  })

  test('is told to nobody to whom nothing went: a reminder that was skipped goes along, a paid one stays with its appointment', async () => {
    const who = await importingAgenda(db, served)
    await sql`update businesses set reminder_hours = 24 where id = ${who.business_id}`.execute(db)
    const { id } = await who.imported(
      `${HEAD}24/11/2026,9:00,Corte,Inés Prada,Ana Ruiz,3001234567,ana@correo.example
24/11/2026,11:00,Corte,Inés Prada,Luis Peña,3015550199,luis@correo.example
`,
    )
    for (const at of ['14:05', '16:05']) await queueDue(db, Date.parse(`2026-11-23T${at}:00Z`))
    assert.equal((await who.messages()).length, 2)
    const [ana, luis] = await who.appointments()
    await sql`delete from credit_movements c using messages m
      where m.business_id = c.business_id and m.id = c.message_id and m.appointment_id = ${ana!.id}`.execute(
      db,
    )
    await sql`update messages set state = 'skipped', last_error = 'suspended', settled_at = now()
      where business_id = ${who.business_id} and kind like 'reminder%'`.execute(db)
    const after = await who.undone(id)
    assert.deepEqual([after.state, after.removed, after.restored, after.stayed], ['undone', 1, 1, 0])
    assert.deepEqual(
      (await who.appointments()).map(({ id, status }) => [id, status]),
      [[luis!.id, 'cancelled']],
    )
    assert.deepEqual(
      (await who.messages()).map(([kind]) => kind),
      ['reminder_advance'],
    )
  })

  test('is noted in Actividad, with whom and of which file; one import of a business is at work', async () => {
    const who = await importingAgenda(db, served)
    const { id } = await who.imported(LIST)
    await who.undone(id)
    const { rows } = await sql<{ act: string; subject: string }>`
      select act, subject from activity where business_id = ${who.business_id} and act like '%import%' order by id`.execute(
      db,
    )
    assert.deepEqual(rows, [
      { act: 'appointments_imported', subject: 'citas.csv' },
      { act: 'import_undone', subject: 'citas.csv' },
    ])
    const one = await who.looked(`${LIST}27/11/2026,9:00,Corte,Inés Prada,Uno Dos,3025550100,\n`)
    const two = await who.looked(`${LIST}27/11/2026,11:00,Corte,Inés Prada,Tres Dos,3025550100,\n`)
    const runs = await Promise.all([who.act(one.id, 'run'), who.act(one.id, 'run')])
    assert.deepEqual(
      runs.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await who.act(two.id, 'run')).status, 409)
    await Promise.all([who.work(), who.work()])
    assert.equal((await who.appointments()).length, 4)
  })
})

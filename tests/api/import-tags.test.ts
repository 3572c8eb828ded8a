import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { importing } from '../imports.ts'

const db = await database()
const served = await api(db, { env: { REQUEST_SECONDS: '290' } })

const LIST = `Nombre,Celular,F. nac.,Etiquetas
Ana Ruiz,300 123 45 67,14/05/1991,"Color, VIP"
Pedro Ruiz,3001234567,3 de abril,vip
ana,+57 3001234567,,Novia
Marta Gil,3015550101,31/02/1990,
Luz Mar,3015550102,,"a,b,c,d,e,f,g,h,i"
Rosa Paz,3015550103,,${'x'.repeat(31)}
`

async function business() {
  const mine = await importing(db, served)
  const people = async () =>
    (await mine.as('GET', '/api/clients?limit=100')).body.clients.map((one: any) => [
      one.client_name,
      one.birthday,
      one.tags.map(({ label }: { label: string }) => label),
    ])
  const labels = async () =>
    (await mine.as('GET', '/api/clients/tags')).body.tags.map(({ label }: { label: string }) => label)
  const made = async (body: object, ...tags: string[]) => {
    const { client } = (await mine.as('POST', '/api/clients', body)).body
    for (const label of tags)
      assert.equal((await mine.as('POST', `/api/clients/${client.id}/tags`, { label })).status, 200)
    return client.id as number
  }
  const errors = async (id: number) =>
    (await mine.as('GET', `/api/clients/import/${id}/rows?limit=100`)).body.rows.map((row: any) => [
      row.n,
      row.field,
      row.error,
    ])
  return { ...mine, people, labels, made, errors }
}

test('birthdays and tags come with the list; again it changes nothing; taken back nothing is left', async () => {
  const { imported, looked, undone, people, labels, errors } = await business()
  const preview = await looked(LIST)
  assert.deepEqual(
    preview.guesses.map(({ target, is_sure }: any) => [target, is_sure]),
    [
      ['client_name', true],
      ['client_phone', true],
      ['birthday', true],
      ['tags', true],
    ],
  )
  assert.deepEqual(preview.counts, { new: 2, known: 1, update: 0, error: 3, hours: 0 })
  assert.deepEqual(await errors(preview.id), [
    [5, 'birthday', 'El cumpleaños «31/02/1990» no se entiende. Ejemplo: 14/05, o 14/05/1991.'],
    [6, 'tags', 'La fila tiene 9 etiquetas; una ficha tiene hasta 8.'],
    [7, 'tags', `La etiqueta «${'x'.repeat(31)}» no sirve: no puede exceder 30 caracteres.`],
  ])
  assert.deepEqual([await people(), await labels()], [[], []], 'nothing is stored before it is imported')

  const first = await imported(LIST)
  const after = [
    ['Ana Ruiz', '1991-05-14', ['Color', 'Novia', 'VIP']],
    ['Pedro Ruiz', '04-03', ['VIP']],
  ]
  assert.deepEqual(await people(), after)
  assert.deepEqual(await labels(), ['Color', 'Novia', 'VIP'])
  const again = await imported(`${LIST}\n`)
  assert.deepEqual([again.made, again.updated, again.known, again.failed], [0, 0, 3, 3])
  assert.deepEqual(await people(), after)

  assert.equal((await undone(again.id)).removed, 0)
  assert.deepEqual(await people(), after)
  assert.deepEqual((await undone(first.id)).removed, 2)
  assert.deepEqual([await people(), await labels()], [[], []])
})

test('a card that is there gets what it lacks, and loses that alone when it is taken back', async () => {
  const { imported, undone, people, labels, made, as } = await business()
  await made({ client_name: 'Ana Ruiz', client_phone: '+573001234567', birthday: '01-02' }, 'vip')
  await made({ client_name: 'Pedro Ruiz', client_phone: '+573001234567' }, ...'abcdefg')
  const before = await people()
  const run = await imported(LIST)
  assert.deepEqual([run.made, run.updated], [0, 3])
  assert.deepEqual(await people(), [
    ['Ana Ruiz', '01-02', ['Color', 'Novia', 'vip']],
    ['Pedro Ruiz', '04-03', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'vip']],
  ])
  // What somebody took away meanwhile is no trace of the import; what they added stays.
  const { tags } = (await as('GET', '/api/clients/tags')).body
  const novia = tags.find(({ label }: any) => label === 'Novia')
  assert.equal((await as('PATCH', `/api/clients/tags/${novia.id}`, { label: 'Novias' })).status, 200)
  const back = await undone(run.id)
  assert.deepEqual([back.restored, back.stayed], [3, 0])
  assert.deepEqual(await people(), before)
  assert.deepEqual(await labels(), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'Novias', 'vip'])
})

test('a card that got another tag since stays, with its tags', async () => {
  const { imported, undone, people, as } = await business()
  const run = await imported('Nombre,Celular,Tags\nAna,3001234567,VIP\nLuz,3001234568,VIP\n')
  const { clients } = (await as('GET', '/api/clients')).body
  assert.equal((await as('POST', `/api/clients/${clients[0].id}/tags`, { label: 'Mía' })).status, 200)
  const back = await undone(run.id)
  assert.deepEqual([back.removed, back.stayed], [1, 1])
  assert.deepEqual(await people(), [['Ana', null, ['Mía', 'VIP']]])
})

test('more tags than a business may have are errors of their rows, in the preview and in the import', async () => {
  const { looked, act, work, of, errors, labels, made } = await business()
  await made({ client_name: 'Yo' }, 'VIP')
  const rows = Array.from({ length: 31 }, (_, n) => `Cliente ${n},30012345${10 + n},Etiqueta ${n}`)
  const { id, counts } = await looked(`Nombre,Celular,Etiquetas\n${rows.join('\n')}\nLuz,3015550102,vip\n`)
  assert.deepEqual([counts.new, counts.error], [30, 2])
  const expected = [
    [31, 'tags', 'La etiqueta «Etiqueta 29» no cabe: tu negocio tiene hasta 30 etiquetas.'],
    [32, 'tags', 'La etiqueta «Etiqueta 30» no cabe: tu negocio tiene hasta 30 etiquetas.'],
  ]
  assert.deepEqual(await errors(id), expected)
  assert.equal((await act(id, 'run')).status, 200)
  await work()
  const run = await of(id)
  assert.deepEqual([run.made, run.failed], [30, 2])
  assert.deepEqual(await errors(id), expected)
  assert.equal((await labels()).length, 30)
})

test('the month may come first, which the dates of the whole file say; a wrong row is corrected', async () => {
  const { looked, imported, people, as } = await business()
  const list =
    'First Name,Last Name,Cell phone,Email,Birthday\nAna,Ruiz,3001234567,,03/04/1990\nLuz,Mar,3001234568,,12/31/1985\nEva,Paz,3001234569,,pronto\n'
  const { id, origin } = await looked(list)
  assert.equal(origin, null)
  const corrected = await as('PATCH', `/api/clients/import/${id}/rows/4`, { birthday: '2/1', tags: 'VIP' })
  assert.equal(corrected.status, 200, JSON.stringify(corrected.body))
  assert.deepEqual(corrected.body.import.counts.error, 0)
  const wrong = await as('PATCH', `/api/clients/import/${id}/rows/4`, { birthday: '2/31' })
  assert.deepEqual(
    [wrong.status, wrong.body.fields],
    [400, { birthday: 'El cumpleaños «2/31» no se entiende. Ejemplo: 14/05, o 14/05/1991.' }],
  )
  await imported(list)
  assert.deepEqual(await people(), [
    ['Ana Ruiz', '1990-03-04', []],
    ['Eva Paz', '02-01', ['VIP']],
    ['Luz Mar', '1985-12-31', []],
  ])
})

test('a corrected row follows the columns in all that was not corrected', async () => {
  const { send, as, act, work, people } = await business()
  const { import_id } = (await send('Nombre,F. nac.,Otra\nEva Paz,pronto,Color\n')).body
  const mapped = (mapping: string[]) => as('PUT', `/api/clients/import/${import_id}/mapping`, { mapping })
  assert.equal((await mapped(['client_name', 'birthday', 'skip'])).status, 200)
  const path = `/api/clients/import/${import_id}/rows/2`
  assert.equal((await as('PATCH', path, { birthday: '2/1' })).status, 200)
  assert.equal((await mapped(['client_name', 'birthday', 'tags'])).status, 200)
  assert.equal((await act(import_id, 'run')).status, 200)
  await work()
  assert.deepEqual(await people(), [['Eva Paz', '01-02', ['Color']]])
})

test('an address book brings birthdays and groups, and the own spreadsheet comes back as it went', async () => {
  const one = await business()
  await one.imported(
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Ana Ruiz',
      'TEL;TYPE=CELL:3001234567',
      'BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-14',
      'CATEGORIES:myContacts,Uñas\\, pies,VIP',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Luz Mar',
      'BDAY:19910503',
      'END:VCARD',
      '',
    ].join('\r\n'),
    'contactos.vcf',
  )
  await one.made({ client_name: 'Marta Gil' }, 'Color, rubio')
  await one.made({ client_name: 'Nora Paz' }, '#VIP')
  await one.made({ client_name: 'Olga Sanz' }, 'A|B', '+50 años')
  await one.made({ client_name: 'Pía Toro' }, '+50 años')
  const expected = [
    ['Ana Ruiz', '05-14', ['Uñas, pies', 'VIP']],
    ['Luz Mar', '1991-05-03', []],
    ['Marta Gil', null, ['Color, rubio']],
    ['Nora Paz', null, ['#VIP']],
    ['Olga Sanz', null, ['+50 años', 'A|B']],
    ['Pía Toro', null, ['+50 años']],
  ]
  assert.deepEqual(await one.people(), expected)
  const { body } = await served.app.inject({ url: '/api/businesses/clients.csv', headers: one.headers })
  assert.match(body, /"14 de mayo";"Uñas, pies; VIP"/)
  const other = await business()
  const { made } = await other.imported(body)
  assert.equal(made, 6)
  assert.deepEqual(await other.people(), expected)
})

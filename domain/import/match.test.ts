import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sorter } from './match.ts'
import { mayBeOne, similarNames } from './names-alike.ts'

const NAMES: [one: string, other: string, similar: boolean][] = [
  ['ana maria ruiz', 'Ana María', true],
  ['Ana Ruiz', 'Ana Pérez', true],
  ['Dra. Ana Ruiz', 'ana ruiz', true],
  ['Ruiz Ana', 'Ana', true],
  ['Ana Ruiz', 'Pedro Ruiz', false],
  ['Sra Marta', 'Marta Gil', true],
]
for (const [one, other, similar] of NAMES)
  test(`${one} · ${other}`, () => assert.equal(similarNames(one, other), similar))

const PEOPLE: [
  one: [phone: string, email: string | null],
  other: [phone: string, email: string | null],
  one: boolean,
][] = [
  [['', null], ['', null], true],
  [['+573001234567', null], ['', null], true],
  [['+573001234567', null], ['+573001234567', 'ana@correo.example'], true],
  [['+573001234567', 'a@correo.example'], ['+573001234567', 'b@correo.example'], true],
  [['+573001234567', null], ['+573015550199', null], false],
  [['+573001234567', 'ana@correo.example'], ['+573015550199', 'ana@correo.example'], false],
  [['', 'ana@correo.example'], ['+573015550199', 'ANA@correo.example'], true],
  [['', 'a@correo.example'], ['+573015550199', 'b@correo.example'], false],
]
for (const [[phone, email], [other_phone, other_email], isOne] of PEOPLE)
  test(`Ana ${phone} ${email} · Ana Ruiz ${other_phone} ${other_email}`, () => {
    const other = { client_phone: other_phone, client_email: other_email }
    const one = { client_name: 'Ana', client_phone: phone, client_email: email }
    assert.equal(mayBeOne(one, { client_name: 'Ana Ruiz', ...other }), isOne)
    assert.equal(mayBeOne(one, { client_name: 'Pedro Ruiz', ...other }), false)
  })

const row = (client_name: string, more: object = {}) => ({
  client_name,
  client_phone: '',
  client_email: null,
  client_id: null,
  birthday: null,
  tags: [],
  note: null,
  alert: null,
  ...more,
})
const lacks = {
  client_phone: true,
  client_email: true,
  client_id: true,
  birthday: true,
  alert: true,
  note: true,
}
const tags = { lacked: [], room: 8 }

test('rows of one new person are one; two with one telephone are two', () => {
  const sort = sorter()
  const phone = { client_phone: '+573001234567' }
  const first = sort(row('Ana Ruiz', phone), undefined)
  assert.equal(first.outcome, 'new')
  const again = sort(row('ana', { ...phone, client_email: 'ana@correo.example' }), undefined)
  assert.ok(again.outcome === 'again' && first.outcome === 'new' && again.person === first.person)
  assert.equal(first.person.row.client_email, 'ana@correo.example', 'and knows what all of them say')
  assert.equal(sort(row('Ana R', { client_email: 'ANA@correo.example' }), undefined).outcome, 'again')
  assert.equal(sort(row('Pedro Ruiz', phone), undefined).outcome, 'new')
  assert.equal(sort(row('Otra Ana'), undefined).outcome, 'new')
  assert.equal(sort(row('otra ana'), undefined).outcome, 'again', 'nothing but the same name')
})

test('a card that is known gets what it lacks, once', () => {
  const sort = sorter()
  const known = { id: 7, lacks: { ...lacks, client_phone: false }, tags }
  const one = row('Ana', { client_phone: '+573001234567', client_email: 'ana@correo.example' })
  assert.deepEqual(sort(one, known), {
    outcome: 'update',
    card: 7,
    filled: { client_email: 'ana@correo.example' },
  })
  assert.deepEqual(sort(one, known), { outcome: 'known', card: 7 })
})

test('tags of several rows are added up, as many as a card may have', () => {
  const sort = sorter()
  const known = { id: 7, lacks, tags: { lacked: ['VIP', 'Color'], room: 2 } }
  const tagged = row('Ana', { tags: ['VIP', 'Color'] })
  assert.deepEqual(sort(tagged, known), { outcome: 'update', card: 7, filled: { tags: ['VIP', 'Color'] } })
  assert.deepEqual(sort(tagged, known), { outcome: 'known', card: 7 })
  const more = { ...known, tags: { lacked: ['Uñas'], room: 2 } }
  assert.deepEqual(sort(row('Ana', { tags: ['Uñas'] }), more), { outcome: 'known', card: 7 })
  const first = sort(row('Luz', { tags: ['VIP'] }), undefined)
  sort(row('luz', { tags: ['vip', 'Color'], birthday: '05-14' }), undefined)
  assert.ok(first.outcome === 'new')
  assert.deepEqual([first.person.row.tags, first.person.row.birthday], [['VIP', 'Color'], '05-14'])
})

for (const field of ['client_phone', 'client_email'] as const)
  test(`of thousands of people with one ${field}, a name is compared with 200 at most`, () => {
    const sort = sorter()
    const shared = { [field]: 'recepcion@correo.example' }
    const made = (name: string) => sort(row(name, shared), undefined)
    const nth = (n: number) => `Persona${n} Gil`
    const first = Array.from({ length: 3000 }, (_, n) => made(nth(n)))
    assert.ok(first.every(({ outcome }) => outcome === 'new'))
    const person = (of: ReturnType<typeof sort>) => 'person' in of && of.person
    assert.equal(person(made('persona2999 GIL')), person(first[2999]!), 'the same name is found')
    assert.equal(person(made('Persona2998')), person(first[2998]!), 'and who begins with the same word')
    assert.equal(person(made('Gil Persona150')), person(first[150]!))
    assert.equal(made('Gil Persona2500').outcome, 'new', 'nobody looks through all of them')
  })

test('of several who share a telephone, the one of the same name goes before the earlier one', () => {
  const sort = sorter()
  const made = (name: string) => sort(row(name, { client_phone: '+573001234567' }), undefined)
  made('Ana María Ruiz')
  made('Pedro Gil')
  const ana = made('Gil Ana')
  assert.ok(ana.outcome === 'new')
  assert.deepEqual(made('gil ana'), { outcome: 'again', person: ana.person })
})

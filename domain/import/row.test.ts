import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Target } from './columns.ts'
import { readPhone, readRow, typedOf } from './row.ts'

describe('a telephone', () => {
  const PHONES: [iso: string, typed: string, read: string][] = [
    ['CO', '300 123 45 67', '+573001234567'],
    ['CO', '(300) 123-4567', '+573001234567'],
    ['CO', '+57 300 123 4567', '+573001234567'],
    ['CO', '57 300 1234567', '+573001234567'],
    ['CO', '3.001234567E+09', '+573001234567'],
    ['CO', '3,001234567E+09', '+573001234567'],
    ['CO', '3.00123456E+09', '+573001234560'],
    ['CO', '5.73001234567E+11', '+573001234567'],
    ['CO', '3001234567.0', '+573001234567'],
    ['CO', "'3001234567", '+573001234567'],
    ['CO', 'tel:+57-300-123-4567', '+573001234567'],
    ['CO', '0051 912 345 678', '+51912345678'],
    ['MX', '55 1234 5678', '+525512345678'],
    ['MX', '+52 1 55 1234 5678', '+525512345678'],
    ['MX', '5215512345678', '+525512345678'],
    ['MX', '044 55 1234 5678', '+525512345678'],
    ['CO', '5215512345678', '+525512345678'],
    ['MX', '13051234567', '+13051234567'],
    ['MX', '1 (619) 555-0134', '+16195550134'],
    ['CO', '+52 1 55 1234 5678', '+525512345678'],
    ['MX', '+52 1 55 1234 56789', 'El celular «+52 1 55 1234 56789» tiene 12 dígitos; en México son 10.'],
    ['MX', '+57 300 123 4567', '+573001234567'],
    ['CO', '', ''],
    ['CO', ' - ', ''],
    ['CO', '30012', 'El celular «30012» tiene 5 dígitos; en Colombia son 10.'],
    [
      'CO',
      '3.00123E+09',
      'Excel recortó el celular «3.00123E+09»: escríbelo completo, o sube el archivo como XLSX.',
    ],
    ['CO', '601 234 5678', 'El celular «601 234 5678» no es un celular de Colombia. Ejemplo: 3001234567.'],
    ['CO', '+44 7700 900123', 'El celular «+44 7700 900123» es de un país con el que todavía no trabajamos.'],
    ['PE', '91234', 'El celular «91234» tiene 5 dígitos; en Perú son 9.'],
    ['CO', 'no tiene', 'El celular «no tiene» no tiene números.'],
  ]
  for (const [iso, typed, read] of PHONES)
    test(`${iso} '${typed}'`, () => {
      const answer = readPhone(typed, iso)
      assert.equal(answer.error ?? answer.phone, read)
    })
})

const MAPPING: Target[] = [
  'last_name',
  'client_name',
  'client_phone',
  'client_phone',
  'client_email',
  'note',
  'note',
]
const HEADINGS = ['Apellido', 'Nombre', 'Tel', 'Tel 2', 'Correo', 'Obs', 'Gustos']
const CO = { iso: 'CO', headings: HEADINGS }
const read = (cells: string[], mapping = MAPPING) => readRow(typedOf(cells, mapping, CO), 'CO')
const rowOf = (cells: string[]) => {
  const answer = read(cells)
  assert.ok('row' in answer, JSON.stringify(answer))
  return answer.row
}
const errorOf = (cells: string[]) => {
  const answer = read(cells)
  assert.ok('error' in answer)
  return [answer.field, answer.error]
}

test('several columns are taken together; of several numbers the mobile', () => {
  assert.deepEqual(
    rowOf([
      'Ruiz',
      'Ana  María',
      '601 234 5678',
      '300 1234567 ::: 3015550000',
      'ana@correo.example',
      'Tinto',
      'Jazz',
    ]),
    {
      client_name: 'Ana María Ruiz',
      client_phone: '+573001234567',
      client_email: 'ana@correo.example',
      client_id: null,
      birthday: null,
      tags: [],
      note: 'Obs: Tinto\nGustos: Jazz',
      alert: null,
    },
  )
  assert.equal(rowOf(['', 'Ana', '', '', '', 'Tinto', '']).note, 'Obs: Tinto')
})

test('what begins like a formula stays a text, without the apostrophe that made it one', () => {
  assert.equal(rowOf(['', '=1+1', '', '', '', "'=HYPERLINK(1)", '']).client_name, '=1+1')
  assert.equal(rowOf(['', '@ana', '', '', '', "'=HYPERLINK(1)", '']).note, 'Obs: =HYPERLINK(1)')
  assert.equal(rowOf(['', 'Ana', '="3001234567"', '', '', '', '']).client_phone, '+573001234567')
})

test('errors have a sentence', () => {
  assert.deepEqual(errorOf(['', '', '3001234567', '', '', '', '']), ['client_name', 'Falta el nombre.'])
  assert.deepEqual(errorOf(['', 'Marta', '', '', 'marta@', '', '']), [
    'client_email',
    'El correo «marta@» está incompleto.',
  ])
  assert.deepEqual(errorOf(['', 'Marta', '', '', 'marta gil@correo.example', '', '']), [
    'client_email',
    'El correo «marta gil@correo.example» no es válido.',
  ])
  assert.equal(errorOf(['', 'a'.repeat(121), '', '', '', '', ''])[0], 'client_name')
  assert.equal(errorOf(['', 'Ana', '', '', '', 'n'.repeat(2001), ''])[0], 'note')
  const withId = readRow(typedOf(['Ana', '12.345'], ['client_name', 'client_id'], CO), 'CO')
  assert.ok('error' in withId && withId.error === 'La cédula «12.345» debe tener entre 8 y 12 dígitos.')
  for (const cut of ['1.02E+09', '1,02346E+09', '1.02034567E+09']) {
    const answer = readRow(typedOf(['Ana', cut], ['client_name', 'client_id'], CO), 'CO')
    assert.deepEqual('error' in answer && [answer.field, answer.error], [
      'client_id',
      `Excel recortó la cédula «${cut}»: escríbela completa, o sube el archivo como XLSX.`,
    ])
  }
  const powered = readRow(typedOf(['Ana', '1.020345678E+09'], ['client_name', 'client_id'], CO), 'CO')
  assert.ok('row' in powered && powered.row.client_id === '1020345678')
  const id = readRow(typedOf(['Ana', '1.020.345.678'], ['client_name', 'client_id'], CO), 'CO')
  assert.ok('row' in id && id.row.client_id === '1020345678')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessColumns, originOf } from './columns.ts'

const guessed = (line: string, rows: string[][] = []) =>
  guessColumns(line.split(','), rows)
    .map(({ target, is_sure }) =>
      target === 'skip' ? '-' : target.replace('client_', '') + (is_sure ? '' : '?'),
    )
    .join(' ')

const FILES: [what: string, origin: string | undefined, headings: string, guesses: string][] = [
  [
    'a list in Spanish',
    undefined,
    'Nombre completo,Tel. móvil,E-mail,F. nac.,Obs.,Puntos',
    'name phone email birthday note -',
  ],
  [
    'in English',
    undefined,
    'Client Name,Mobile,Email Address,Allergies,Comments',
    'name phone email alert note',
  ],
  [
    'in Portuguese',
    undefined,
    'Nome,Sobrenome,Telefone celular,E-mail,CPF,Observações',
    'name last_name phone email id note',
  ],
  [
    'AgendaPro',
    'agendapro',
    'Número de cliente,Nombre,Apellido,Email,Teléfono,Segundo teléfono,Número de identificación,Género,Comuna,Notas',
    '- name last_name email phone phone id - - note',
  ],
  ['a document by two names', undefined, 'Nombre,Apellido,Celular,RUT/Cédula', 'name last_name phone id'],
  [
    'AgendaPro of another country',
    'agendapro',
    'Nombre,Apellido,RUT/DNI,Email,Teléfono,Segundo teléfono,Comuna,Fecha de nacimiento,Número de ficha',
    'name last_name id email phone phone - birthday -',
  ],
  [
    'Fresha',
    'fresha',
    'Client ID,First Name,Last Name,Full Name,Blocked,Gender,Mobile Number,Telephone,Email,Accepts Marketing,Note',
    '- name last_name - - - phone phone email - note',
  ],
  [
    'Booksy',
    'booksy',
    'First name,Last name,Cell phone,Email,Birthday,Visits count,Last visit',
    'name last_name phone email birthday - -',
  ],
  [
    'Google Contacts',
    'google',
    'First Name,Middle Name,Last Name,File As,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - City',
    'name name last_name - note tags - email - phone -',
  ],
  [
    'Google Contacts of before',
    'google',
    'Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
    '- name last_name tags - email - phone',
  ],
]

for (const [what, origin, headings, guesses] of FILES)
  test(`the columns of ${what}`, () => {
    assert.equal(guessed(headings), guesses)
    assert.equal(originOf('lista.csv', headings.split(',')), origin)
  })

test('without headings the cells say it, and nothing is sure; a note of an allergy is to be looked at', () => {
  const rows = [
    ['Ana Ruiz', '300 123 4567', 'ana@correo.example', '12'],
    ['Luz', '', 'luz@correo.example', '7'],
  ]
  assert.equal(guessed('Columna 1,Columna 2,Columna 3,Columna 4', rows), 'name? phone? email? -')
  assert.equal(guessed('Nombre,Obs', [['Ana', 'Alérgica a la acetona']]), 'name note?')
  assert.equal(guessed('Nombre,Obs', [['Ana', 'Prefiere las mañanas']]), 'name note')
})

test('the name of the file says where it comes from', () => {
  assert.equal(originOf('clientes-agendapro.xlsx', ['Nombre']), 'agendapro')
  assert.equal(originOf('Fresha clients (2).csv', []), 'fresha')
  assert.equal(originOf('clientes.csv', ['Nombre', 'Celular']), undefined)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstName, initial, initials } from './people-names.ts'
import { initialsOf, shortNames } from './team-names.ts'

const team = ['Dra. Diana Agudelo', 'Dra. Daniela Arango', 'Dr. Óscar Iván Bedoya', 'Luz Dary', 'María'].map(
  (professional_name, id) => ({ id, professional_name }),
)

for (const [name, letters] of [
  ['Dra. María Fernanda Echeverri', 'MF'],
  ['dr Óscar Bedoya', 'ÓB'],
  ['Drago Peña', 'DP'],
  ['Sra. Luz', 'L'],
  ['  Ana   (recepción)', 'A'],
  ['𝓜𝓪𝓻í𝓪 Peña', '𝓜P'],
  ['', ''],
] as const)
  test(`initials of '${name}': '${letters}'`, () => assert.equal(initials(name), letters))

for (const [name, letter] of [
  ['Salón Bugambilia', 'S'],
  ['💅 Uñas', 'U'],
  ['«3 Hermanos»', '3'],
  ['💈', '💈'],
  ['', ''],
] as const)
  test(`the letter of a business '${name}': '${letter}'`, () => assert.equal(initial(name), letter))

test('the first name is none of the titles', () => {
  assert.equal(firstName('Dra. María Echeverri'), 'María')
  assert.equal(firstName('Luz Dary'), 'Luz')
})

test('in a team nobody has the initials of another', () => {
  assert.deepEqual([...initialsOf(team).values()], ['DAg', 'DAr', 'ÓI', 'LD', 'M'])
})

for (const [names, letters] of [
  [
    ['Ana Ramírez', 'Ana Ramos'],
    ['ARí', 'ARo'],
  ],
  [
    ['Ana Ramírez', 'Ana Rojas', 'Ana Ramos'],
    ['ARí', 'ARo', 'ARs'],
  ],
  [
    ['Diana', 'DANIELA', 'Doris Iglesias'],
    ['Di', 'Da', 'DI'],
  ],
  [
    ['Laura Peña', 'Luis Peña'],
    ['LaP', 'LuP'],
  ],
  [
    ['Dra. María Fernanda Echeverri', 'María Fernanda Ruiz'],
    ['MFE', 'MFR'],
  ],
  [
    ['Ana Ruiz', 'Ana Ruiz', 'Ana Ríos'],
    ['AR1', 'AR2', 'ARí'],
  ],
  [
    ['Ana R.', 'Ana Ruiz', '💅', '💈'],
    ['AR.', 'ARu', '1', '2'],
  ],
] as const)
  test(`the letters of ${names.join(', ')} are told apart: ${letters.join(', ')}`, () => {
    const people = names.map((professional_name, id) => ({ id, professional_name }))
    assert.deepEqual(
      people.map(({ id }) => initialsOf(people).get(id)),
      letters,
    )
  })

test('in a team the first name is enough, unless two have it', () => {
  assert.deepEqual([...shortNames(team).values()], ['Diana', 'Daniela', 'Óscar', 'Luz', 'María'])
  const two = [...team, { id: 9, professional_name: 'Diana Ruiz' }]
  assert.equal(shortNames(two).get(0), 'Dra. Diana Agudelo')
  assert.equal(shortNames(two).get(9), 'Diana Ruiz')
})

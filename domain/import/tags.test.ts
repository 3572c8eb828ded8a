import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTags, tagCell, tagRoom, tagsIn } from './tags.ts'

test('tags are divided as lists and address books do it, each once', () => {
  for (const [cell, tags] of [
    ['Color, VIP', ['Color', 'VIP']],
    ['Color; Corte, largo', ['Color', 'Corte, largo']],
    ['Color|VIP\nUñas', ['Color', 'VIP', 'Uñas']],
    ['* myContacts ::: Salón ::: * starred', ['Salón']],
    ['myContacts,Salón', ['Salón']],
    ['#color, COLOR,  color ', ['color']],
    ['Unas, uñas', ['Unas']],
    ['Nuevo, Frecuente, Novia', ['Novia']],
    ['#VIP;', ['#VIP']],
    ['Color, rubio;', ['Color, rubio']],
    ["A|B;' +50 años; Corte,' -10 %", ['A|B', '+50 años', 'Corte, -10 %']],
    ["d'Or", ["d'Or"]],
    ['', []],
    [' , ;', []],
  ] as const)
    assert.deepEqual(tagsIn(cell), tags, cell)
})

test('tags that are written into a cell are the same when it is read', () => {
  for (const tags of [
    ['Color, rubio'],
    ['#VIP'],
    ['A|B'],
    ['a:::b'],
    ['Uñas', 'Color, rubio', '#VIP'],
    ['VIP'],
    [],
  ])
    assert.deepEqual(tagsIn(tagCell(tags)), tags, tagCell(tags))
  assert.equal(tagCell(['VIP']), 'VIP')
})

test('a tag that is none has a sentence', () => {
  assert.deepEqual(readTags('Color, VIP'), { tags: ['Color', 'VIP'] })
  const long = readTags(`Color, ${'x'.repeat(31)}`)
  assert.match(long.error ?? '', /^La etiqueta «x{31}» no sirve: .*30/)
  const faces = readTags(`a${'💅'.repeat(50)}`)
  assert.equal(faces.error?.split('»')[0], `La etiqueta «a${'💅'.repeat(39)}`)
  assert.deepEqual(readTags('a,b,c,d,e,f,g,h,i'), {
    error: 'La fila tiene 9 etiquetas; una ficha tiene hasta 8.',
  })
})

test('a business has up to thirty: rows that bring more are refused, those that bring known ones are not', () => {
  const fits = tagRoom(Array.from({ length: 29 }, (_, n) => `Etiqueta ${n}`))
  assert.equal(fits({ tags: ['Uñas', 'etiqueta 3'] }), undefined)
  assert.equal(fits({ tags: ['UNAS'] }), undefined)
  assert.equal(fits({ tags: ['VIP'] }), 'La etiqueta «VIP» no cabe: tu negocio tiene hasta 30 etiquetas.')
})

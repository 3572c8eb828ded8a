import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberIn, tokenIn } from './link-token.ts'

const TOKENS = [
  '12.GEPsBQkptAkuo_DFVw9f0Q1cvqBSe7iXyiRyNwi9Dx-',
  '12.c1432.GEPsBQkptAkuo-DFVw9f0Q1cvqBSe7iXyiRyNwi9Dx_',
]
const MESSES = ['', '.', ',', '>', ')', ').', '"', '”', '=', ' ', '\n', '…', '*']

for (const token of TOKENS)
  test(`${token}, whatever stands beside it`, () => {
    for (const mess of MESSES) {
      assert.equal(tokenIn(new URLSearchParams({ token: token + mess })), token, JSON.stringify(mess))
      assert.equal(tokenIn(new URLSearchParams(`token=3D${token}${encodeURIComponent(mess)}`)), token)
    }
  })

test('what is no token stays as it is, to be refused', () => {
  const cases: [string, string | null][] = [
    ['', null],
    ['token=', ''],
    ['token=abc', 'abc'],
    ['token=3Dabc', '3Dabc'],
    ['token=12.GEPs%0ABQ', '12.GEPs\nBQ'],
  ]
  for (const [search, token] of cases) assert.equal(tokenIn(new URLSearchParams(search)), token, search)
})

test('the number of an appointment too', () => {
  for (const mess of MESSES)
    assert.equal(numberIn(new URLSearchParams({ cita: `1432${mess}` }), 'cita'), 1432)
  assert.equal(numberIn(new URLSearchParams('cita=3D1432'), 'cita'), 1432)
  assert.equal(numberIn(new URLSearchParams(''), 'cita'), 0)
})

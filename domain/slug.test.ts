import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { numberedSlug, slugError, slugify } from './slug.ts'

test('slugs out of names', () => {
  const cases: [string, string][] = [
    ['Peluquería Doña Inés', 'peluqueria-dona-ines'],
    ['  Spa & Café -- "El Ñandú"  ', 'spa-cafe-el-nandu'],
    ['ÁÉÍÓÚ Ü', 'aeiou-u'],
    ['2024', 'negocio-2024'],
    ['Yo', 'negocio-yo'],
    ['Admin', 'negocio-admin'],
    ['Correos', 'negocio-correos'],
    ['女の子', 'negocio-nuevo'],
    ['', 'negocio-nuevo'],
    ['a'.repeat(59) + ' b', 'a'.repeat(59)],
  ]
  for (const [name, slug] of cases) assert.equal(slugify(name), slug)
})

test('slugs that are refused', () => {
  for (const good of ['salon', 'salon-2', 'a1b', 'dos--guiones'])
    assert.equal(slugError(good), undefined, good)
  const bad = [
    '',
    'ab',
    '123',
    '12-34',
    'Salon',
    'salón',
    'sa lon',
    'salon/x',
    '-salon',
    'salon-',
    'admin',
    'api',
    'correos',
    'files',
    'tiles',
    'sitemap',
    'reset-password',
  ]
  for (const no of [...bad, 'a'.repeat(61), 'salon\n', null, 5])
    assert.notEqual(slugError(no), undefined, String(no))
})

test('every name has a slug, every slug a second one', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 2, max: 99_999 }),
      (name, n) => {
        const slug = slugify(name)
        assert.equal(slugError(slug), undefined, slug)
        assert.equal(slugify(slug), slug)
        assert.equal(slugError(numberedSlug(slug, n)), undefined)
      },
    ),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { brandVars, contrast, isHexColour, secondaryColour } from './colour.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => '#' + n.toString(16).padStart(6, '0'))

test('#RRGGBB', () => {
  for (const good of ['#000000', '#2563eb', '#ABCDEF']) assert.equal(isHexColour(good), true)
  for (const no of ['#fff', '2563eb', '#2563eg', '#2563eb ', '#2563eb00', 'red', '', null, 5]) {
    assert.equal(isHexColour(no), false)
  }
})

test('the secondary colour is each channel at 80 %', () => {
  assert.equal(secondaryColour('#ffffff'), '#cccccc')
  assert.equal(secondaryColour('#2563eb'), '#1e4fbc')
  assert.equal(secondaryColour('#000000'), '#000000')
})

test('contrast', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#777777'), 1)
  assert.ok(Math.abs(contrast('#ffffff', '#2563eb') - 5.17) < 0.01)
})

test('without a colour: blue to violet; with one: to its own dark side', () => {
  for (const none of [undefined, null, '', 'red']) {
    const vars = brandVars(none)
    assert.equal(vars['--brand'], '#2563eb')
    assert.equal(vars['--brand-2'], '#7c3aed')
    assert.equal(vars['--on-brand'], '#ffffff')
  }
  assert.equal(brandVars('#2563eb')['--brand-2'], '#1e4fbc')
  assert.equal(brandVars('#2563eb', '#7c3aed')['--brand-2'], '#7c3aed')
  assert.equal(brandVars('#facc15')['--on-brand'], '#101714')
})

test('any two colours can be read', () => {
  const twice = fc.property(colour, fc.option(colour), (brand, secondary) => {
    const vars = brandVars(brand, secondary)
    for (const value of Object.values(vars)) assert.equal(isHexColour(value), true, value)
    assert.ok(contrast(vars['--on-brand'], vars['--brand']) >= 4.5)
    assert.ok(contrast(vars['--on-brand'], vars['--brand-2']) >= 4.5)
    assert.ok(contrast(vars['--brand-ink'], '#ffffff') >= 4.5)
    assert.ok(contrast(vars['--brand-ink'], vars['--brand-soft']) >= 4.5)
    assert.ok(contrast(vars['--brand-line'], '#ffffff') >= 3)
  })
  fc.assert(twice, { numRuns: 10_000 })
})

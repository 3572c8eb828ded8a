import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meantEmail } from './mail-typo.ts'

test('near misses of common domains', () => {
  for (const wrong of [
    'gmial.com',
    'gmai.com',
    'gmail.con',
    'gmail.co',
    'gmaill.com',
    'gnail.com',
    'gmail.cm',
    'gmal.com',
    'gmail.com.co',
    'GMIAL.COM',
  ])
    assert.equal(meantEmail(`Camila.Rojas@${wrong}`), 'Camila.Rojas@gmail.com', wrong)
  for (const [wrong, right] of [
    ['hotmal.com', 'hotmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['outlok.com', 'outlook.com'],
    ['outloook.com', 'outlook.com'],
    ['yaho.com', 'yahoo.com'],
    ['iclod.com', 'icloud.com'],
    ['hotmail.ess', 'hotmail.es'],
  ])
    assert.equal(meantEmail(` ana@${wrong} `), `ana@${right}`)
})

test('what is right, real or somebody’s own is not asked about', () => {
  for (const right of [
    'gmail.com',
    'hotmail.es',
    'outlook.es',
    'ymail.com',
    'mail.com',
    'email.com',
    'yahoo.com.co',
    'live.com',
    'enpunto.co',
    'correo.example',
    'gm.co',
    'unal.edu.co',
    'gmx.com',
  ])
    assert.equal(meantEmail(`ana@${right}`), undefined, right)
  for (const none of ['', 'ana', 'ana@', '@gmial.com', 'ana@gmial.com@x', 'a b'])
    assert.equal(meantEmail(none), undefined, none)
})

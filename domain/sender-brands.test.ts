import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTrustedBrand, withoutAddresses } from './sender-brands.ts'

test('names of banks and authorities, however they are written', () => {
  for (const name of [
    'Bancolombia',
    'BANCOLOMBIA S.A.',
    'Bancolombia Alertas',
    'B4nco1ombia',
    'Bancolomb1a',
    'BancoIombia',
    'Bancolornbia',
    'Bancolombıa',
    'Bɑncolombia',
    'Dav1v1enda',
    'PayPaI',
    'lNTERBANK',
    'ΒΒVΑ',
    'ΝEQUI',
    'Netfl1x',
    'Dıan',
    'Nequi24',
    '¡Nequi!',
    'DIAN|Alertas',
    'Bаncolombia',
    'ban colombia',
    'Nequi',
    'NEQUI ',
    'Soporte Nequi',
    'Nequ1',
    'Neq\u200bui',
    'DIAN',
    'D.I.A.N.',
    'D I A N',
    'Soporte D I A N',
    'N e q u i Alertas',
    'Dián',
    'Davivienda',
    'Daviplata',
    'Banco de Bogotá',
    'Policía Nacional',
    'Ministerio de Salud',
    'Mercado Pago',
    'enpunto',
    'Equipo de enpunto',
  ])
    assert.ok(isTrustedBrand(name), name)
})

test('names of salons are free', () => {
  for (const name of [
    'Salón Bugambilia',
    'Peluquería Doña Inés',
    'Barbería El Clásico',
    'Diana Estilista',
    'Clínica Sonrisa',
    'Indiana Nails',
    'Satori Spa',
    'Claros de Luna',
    'Bancas y Barbas',
    'Spa 4 Estaciones',
    'Siena',
    'Clara Sosa',
    'Nails & Lashes 100%',
    'Carnaval',
    '1001 Cortes',
    'Studio 54',
    '¡Hola Pelo!',
    'D y I Anaya',
    '',
  ])
    assert.equal(isTrustedBrand(name), false, name)
})

test('a name holds no address', () => {
  for (const [name, plain] of [
    ['Bancolombia <soporte@bancolombia.example>', 'Bancolombia'],
    ['soporte@banco.example', ''],
    ['Ana (ana@correo.example) Uñas', 'Ana Uñas'],
    ['Ana ana＠correo.example', 'Ana'],
    ['Salón "Bugambilia"', 'Salón Bugambilia'],
    ['Uñas & Spa, desde 1998', 'Uñas & Spa, desde 1998'],
  ] as const)
    assert.equal(withoutAddresses(name), plain)
})

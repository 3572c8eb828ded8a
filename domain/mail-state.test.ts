import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitedText, stoppedText } from './mail-state.ts'

const zone = 'America/Bogota'
const at = (time: string) => `2026-11-20T${time}-05:00`

test('since when no mail goes out, and why', () => {
  const now = Date.parse(at('18:00'))
  const login = 'el servidor de correo no acepta nuestra contraseña'
  for (const [since, text] of [
    [at('10:12'), `Los correos no están saliendo desde las 10:12 am: ${login}.`],
    [at('13:05'), `Los correos no están saliendo desde la 1:05 pm: ${login}.`],
    [
      '2026-11-18T10:12-05:00',
      `Los correos no están saliendo desde el miércoles 18 de noviembre a las 10:12 am: ${login}.`,
    ],
  ] as const)
    assert.equal(stoppedText({ since, reason: 'login' }, zone, now), text)
})

test('what a limit did to a mail about an appointment', () => {
  assert.match(limitedText({ reason: 'unconfirmed', told_at: null }, zone), /^Su correo espera: /)
  assert.match(limitedText({ reason: 'many_mails', told_at: null }, zone), /^Su correo espera hasta mañana: /)
  assert.match(limitedText({ reason: 'unknown_addresses', told_at: null }, zone), / no existen, /)
  assert.match(limitedText({ reason: 'digest', told_at: null }, zone), / en un resumen del día\.$/)
  assert.equal(
    limitedText({ reason: 'digest', told_at: '2026-11-20T23:30-05:00' }, zone),
    'Esta cita le llegó en un resumen de correos, el viernes 20 de noviembre.',
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chatUrl,
  kindToTell,
  messageText,
  messageTextError,
  PLACEHOLDERS,
  recallText,
  TEXT_KINDS,
  USUAL_TEXTS,
  WITHOUT_WAY_OUT,
} from './message-texts.ts'

const facts = {
  client_name: 'Isabella Montoya',
  business_name: 'Salón Bugambilia',
  service_name: 'Manicura',
  professional_name: 'Luz Marina',
  appointment_date: '2026-11-21',
  appointment_time: '09:30',
  link: 'https://enpunto.example/client?token=1.w2.x',
}
const TODAY = '2026-11-20'

test('the usual texts are accepted, and name all that is known', () => {
  for (const kind of TEXT_KINDS) {
    const text = USUAL_TEXTS[kind]
    assert.equal(messageTextError(text), undefined)
    for (const name of Object.keys(PLACEHOLDERS)) assert.ok(text.includes(`{${name}}`), `${kind} ${name}`)
    assert.doesNotMatch(messageText(text, facts, TODAY), /[{}]/)
  }
  assert.equal(
    messageText(USUAL_TEXTS.reminder, facts, TODAY),
    'Hola Isabella, te recordamos tu cita en Salón Bugambilia: Manicura con Luz Marina, ' +
      'mañana sábado 21 de noviembre a las 9:30 am. Si necesitas cambiarla: https://enpunto.example/client?token=1.w2.x',
  )
})

test('what calls back speaks to the first name, leads to the service, and has a way out', () => {
  const of = (text: string) =>
    recallText(text, {
      client_name: ' Ana María {enlace}',
      business_name: 'Bugambilia',
      service_name: 'Corte',
      link: 'https://x.co/a',
      leave: 'https://x.co/b',
    })
  assert.equal(messageTextError(USUAL_TEXTS.recall, 'recall'), undefined)
  assert.equal(
    of(USUAL_TEXTS.recall),
    'Hola Ana, ya va siendo hora de tu próxima cita en Bugambilia: Corte. Elige el día que te quede bien: https://x.co/a Si no quieres más mensajes así: https://x.co/b',
  )
  assert.equal(messageTextError('Hola {nombre}: {enlace}', 'recall'), WITHOUT_WAY_OUT)
  assert.equal(messageTextError('{salida} {hora}', 'recall'), 'No conocemos {hora}')
  assert.equal(messageTextError('{salida}', 'reminder'), 'No conocemos {salida}')
})

test('what is refused', () => {
  for (const [text, error] of [
    ['', 'Escribe el texto del mensaje'],
    [' \u200b ', 'Escribe el texto del mensaje'],
    [7, 'Debe ser un texto'],
    ['Hola {nombre}, {cedula}', 'No conocemos {cedula}'],
    ['Hola {Nombre}', 'No conocemos {Nombre}'],
    ['Hola { nombre }', 'No conocemos { nombre }'],
    ['Hola {}', 'No conocemos {}'],
    ['{constructor}', 'No conocemos {constructor}'],
    ['Hola \u0000', 'Contiene caracteres no permitidos'],
    ['x'.repeat(701), 'No puede exceder 700 caracteres'],
    ['😀'.repeat(700), undefined],
    ['Hola {nombre}\nTe esperamos ;} {', undefined],
  ] as const)
    assert.equal(messageTextError(text), error, String(text).slice(0, 30))
})

test('what is filled in is no text with placeholders', () => {
  const odd = { ...facts, service_name: '{enlace}', business_name: '$& {hora}' }
  assert.equal(messageText('{servicio} {negocio}', odd, TODAY), '{enlace} $& {hora}')
})

test('the words before date and time fit', () => {
  for (const [text, date, time, expected] of [
    ['{fecha}', '2026-11-20', '09:00', 'hoy viernes 20 de noviembre'],
    ['{fecha}', '2026-11-22', '09:00', 'domingo 22 de noviembre'],
    ['Es el {fecha}.', '2026-11-21', '09:00', 'Es el sábado 21 de noviembre.'],
    ['papel {fecha}', '2026-11-21', '09:00', 'papel mañana sábado 21 de noviembre'],
    ['a las {hora}', '2026-11-21', '13:00', 'a la 1:00 pm'],
    ['a la {hora}', '2026-11-21', '14:00', 'a las 2:00 pm'],
    ['({hora})', '2026-11-21', '13:00', '(1:00 pm)'],
    ['{fecha} {hora}', '2026-11-21', '01:30', 'mañana sábado 21 de noviembre 1:30 am'],
  ] as const)
    assert.equal(
      messageText(text, { ...facts, appointment_date: date, appointment_time: time }, TODAY),
      expected,
    )
})

test('which message it is', () => {
  const now = { ms: Date.parse('2026-11-20T15:00:00Z'), today: TODAY }
  const hours = (n: number) => now.ms - n * 3_600_000
  for (const [status, appointment_date, moved_at, kind] of [
    ['scheduled', '2026-11-20', null, 'reminder'],
    ['scheduled', '2026-11-21', null, 'reminder'],
    ['scheduled', '2026-11-22', null, 'confirmation'],
    ['scheduled', '2026-11-21', hours(23), 'change'],
    ['scheduled', '2026-11-21', hours(25), 'reminder'],
    ['cancelled', '2026-11-21', hours(1), 'cancellation'],
  ] as const)
    assert.equal(kindToTell({ status, appointment_date, moved_at }, now), kind)
})

test('a chat is opened with digits alone, and the whole text', () => {
  assert.equal(chatUrl('+573004128819', 'A&b #1\nñ'), 'https://wa.me/573004128819?text=A%26b%20%231%0A%C3%B1')
})

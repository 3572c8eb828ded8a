import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressOf, type StoredMessage, toldReason, toldText } from './told.ts'

const SENT: StoredMessage = {
  channel: 'whatsapp',
  state: 'sent',
  last_error: null,
  due_at: 1,
  settled_at: 2,
  delivered_at: null,
  read_at: null,
}
const said = (more: Partial<StoredMessage>) => {
  const message = { ...SENT, ...more }
  const reason = toldReason(message)
  const { state, at } = progressOf(message)
  return reason === undefined ? undefined : [toldText({ state, reason }), at]
}

for (const [name, more, expected] of [
  ['one that waits', { state: 'queued', settled_at: null }, ['Por enviar', 1]],
  ['one that was sent', {}, ['Enviado', 2]],
  ['one that arrived', { delivered_at: 5 }, ['Entregado', 5]],
  ['one that was read', { delivered_at: 5, read_at: 9 }, ['Leído', 9]],
  ['one that was read, of which nothing else is known', { read_at: 9 }, ['Leído', 9]],
  ['one that arrived although it was given up', { state: 'failed', delivered_at: 5 }, ['Entregado', 5]],
  [
    'a number without WhatsApp',
    { state: 'failed', last_error: 'no_whatsapp' },
    ['No llegó: este número no tiene WhatsApp', 2],
  ],
  ['a refusal', { state: 'failed', last_error: 'refused: 132000 x' }, ['No llegó: WhatsApp no lo aceptó', 2]],
  [
    'a mail that was refused',
    { channel: 'email', state: 'failed', last_error: '550' },
    ['No llegó: su correo no lo recibió', 2],
  ],
  ['a mail whose answer was lost', { channel: 'email', last_error: 'no answer' }, ['Enviado', 2]],
  [
    'one without a credit',
    { state: 'skipped', last_error: 'no_credit' },
    ['No se envió: no quedaban mensajes disponibles', 2],
  ],
  ['one that a later one tells', { state: 'skipped', last_error: 'overtaken by a later change' }, undefined],
] satisfies [string, Partial<StoredMessage>, unknown][])
  test(`what is said of ${name}`, () => assert.deepEqual(said(more), expected))

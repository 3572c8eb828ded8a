/** What Meta asks of templates, and what a message with one looks like. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { cloudApi, WhatsAppError } from '#server/whatsapp/cloud-api.ts'
import { createTemplates } from '#server/whatsapp/create-templates.ts'
import { payloadFor, readPayload } from '#server/whatsapp/payload.ts'
import { creations, languageFor, templateMessage, templateOf, TEMPLATES } from '#server/whatsapp/templates.ts'
import { database } from '../helper.ts'
import { KEYS, startWhatsApp } from '../standin/whatsapp.ts'

const LANGUAGES = ['en_US', 'es', 'es_AR', 'es_CO', 'es_MX', 'pt_BR']
const standIn = await startWhatsApp()
after(() => standIn.stop())
const settings = { ...KEYS, url: standIn.url }

describe('templates', () => {
  test('are those that are needed, in every language', () => {
    assert.deepEqual(
      TEMPLATES.map(({ name, category }) => `${name} ${category}`),
      [
        'cita_cambiada_v1 UTILITY',
        'cita_cancelada_v1 UTILITY',
        'cita_confirmada_v1 UTILITY',
        'cumpleanos_v1 MARKETING',
        'oferta_cupo_v1 UTILITY',
        'pago_pendiente_v1 UTILITY',
        'recordatorio_v1 UTILITY',
        'resena_v1 MARKETING',
        'vuelve_v1 MARKETING',
      ],
    )
    for (const { languages, name } of TEMPLATES)
      assert.deepEqual(Object.keys(languages).sort(), LANGUAGES, name)
  })

  test('neither begin nor end with a value, have none beside each other, and a sample for each', () => {
    for (const { name, languages, category } of TEMPLATES) {
      const lengths = new Set<number>()
      for (const [language, { body, examples, buttons = [] }] of Object.entries(languages)) {
        const what = `${name} ${language}`
        assert.doesNotMatch(body, /^\s*\{\{|\}\}\W*$/, what)
        assert.doesNotMatch(body, /\}\}\s*\{\{/, what)
        const values = [...body.matchAll(/\{\{(\d+)\}\}/g)].map(([, n]) => Number(n))
        assert.deepEqual(
          values,
          examples.map((_, i) => i + 1),
          what,
        )
        assert.ok(examples.every((one) => one.trim() !== '') && body.length <= 1024, what)
        assert.ok(buttons.length <= 3 && buttons.every((text) => text.length <= 25), what)
        if (category === 'MARKETING') assert.match(body, /BAJA|STOP|SAIR/, what)
        lengths.add(examples.length)
      }
      assert.equal(lengths.size, 1, `${name} has as many values in every language`)
    }
  })

  test('the reminder says what it has to', () => {
    const { body, buttons } = templateOf('recordatorio_v1').languages['es_CO']!
    assert.equal(
      body,
      'Hola {{1}}, te recordamos tu cita en {{2}}: {{3}} con {{4}}, el {{5}} a las {{6}}. ¿Nos confirmas que vienes?',
    )
    assert.deepEqual(buttons, ['Confirmo', 'Cambiar la hora', 'Cancelar'])
  })

  test('are sent in the language of the card, else in Spanish', () => {
    const reminder = templateOf('recordatorio_v1')
    for (const [wanted, language] of [
      [null, 'es_CO'],
      ['es_MX', 'es_MX'],
      ['es_PE', 'es'],
      ['en_GB', 'en_US'],
      ['pt', 'pt_BR'],
      ['fr_FR', 'es'],
    ] as const)
      assert.equal(languageFor(reminder, wanted), language, String(wanted))
  })

  test('are created by a command, and those that are there stay', async () => {
    const outcomes = async () => {
      const all = []
      for await (const one of createTemplates(settings)) all.push(one.outcome)
      return all
    }
    assert.deepEqual(new Set(await outcomes()), new Set(['created']))
    assert.equal(standIn.created.length, TEMPLATES.length * LANGUAGES.length)
    assert.deepEqual(new Set(await outcomes()), new Set(['was there']))
    assert.deepEqual(creations(templateOf('recordatorio_v1'))[0]!.components[1], {
      type: 'BUTTONS',
      buttons: ['Confirmo', 'Cambiar la hora', 'Cancelar'].map((text) => ({ type: 'QUICK_REPLY', text })),
    })
  })
})

describe('one message', () => {
  const api = cloudApi(settings)
  const message = (to = '573001112233') => ({
    to,
    ...templateMessage('vuelve_v1', {
      language: null,
      values: ['Laura', 'Salón\n  Bugambilia', 'https://x.example'],
    }),
    biz_opaque_callback_data: '1.2',
  })
  const failing = async (send: Promise<unknown>) => {
    const error = await send.then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.ok(error instanceof WhatsAppError, String(error))
    return error
  }

  test('has the form that the API asks for, and is handed over before it is written', async () => {
    const before = standIn.requests
    const { provider_id } = await api.send(message(), async () => {
      assert.equal(standIn.requests, before, 'nothing was written yet')
    })
    const { id, to, body } = standIn.sent.at(-1)!
    assert.equal(provider_id, id)
    assert.equal(to, '573001112233')
    assert.equal(body.messaging_product, 'whatsapp')
    assert.equal(body.biz_opaque_callback_data, '1.2')
    assert.deepEqual(body.template, {
      name: 'vuelve_v1',
      language: { code: 'es_CO' },
      components: [
        {
          type: 'body',
          parameters: ['Laura', 'Salón Bugambilia', 'https://x.example'].map((text) => ({
            type: 'text',
            text,
          })),
        },
      ],
    })
  })

  test('tells apart what surely did not arrive and what may have', async () => {
    const send = () => failing(api.send(message(), async () => {}))
    standIn.misbehave = 'lose-answer'
    assert.equal((await send()).phase, 'after')
    standIn.misbehave = 'no-whatsapp'
    const unknown = await send()
    assert.deepEqual([unknown.phase, unknown.status, unknown.code], ['answered', 400, 131026])
    standIn.misbehave = undefined
    const wrong = await failing(cloudApi({ ...settings, token: 'other' }).send(message(), async () => {}))
    assert.deepEqual([wrong.phase, wrong.status, wrong.code], ['answered', 401, 190])

    const silent = createServer((socket) => socket.destroy())
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    silent.close()
    await once(silent, 'close')
    let isHanded = false
    const nobody = await failing(
      cloudApi({ ...settings, url }).send(message(), async () => void (isHanded = true)),
    )
    assert.deepEqual([nobody.phase, isHanded], ['connect', false])
  })

  test('is not written when its handover fails', async () => {
    const before = standIn.requests
    await assert.rejects(
      api.send(message(), async () => {
        throw new Error('the database is gone')
      }),
      /the database is gone/,
    )
    assert.equal(standIn.requests, before)
  })

  const answering = async (text: string) => {
    let received = ''
    const hasty = createServer((socket) => {
      socket.on('data', (part) => (received += part.toString())).on('error', () => {})
      socket.write(text)
    })
    hasty.listen(0, '127.0.0.1')
    await once(hasty, 'listening')
    let isHanded = false
    const gone = Promise.withResolvers<void>()
    hasty.once('connection', (socket) => socket.once('close', () => gone.resolve()))
    const toHasty = cloudApi({
      ...settings,
      url: `http://127.0.0.1:${(hasty.address() as AddressInfo).port}`,
    })
    const error = await failing(
      toHasty.send(message(), async () => {
        await gone.promise
        isHanded = true
      }),
    )
    hasty.close()
    return { error, isHanded, received }
  }

  for (const [what, answer] of [
    ['a yes comes unasked', '200 OK\r\ncontent-length: 2\r\n\r\n{}'],
    ['the beginning of a yes comes unasked', '200 OK\r\ncontent-length: 2\r\n\r\n{'],
    ['a refusal comes unasked', '408 Request Timeout\r\ncontent-length: 0\r\n\r\n'],
    ['a refusal without end comes unasked', '408 Request Timeout\r\nconnection: close\r\n\r\nslow'],
  ] as const)
    test(`is not written where ${what}, which is no answer to it`, async () => {
      const { error, isHanded, received } = await answering(`HTTP/1.1 ${answer}`)
      assert.deepEqual([error.phase, error.status, isHanded, received], ['before', 0, true, ''])
    })
})

test('a payload is this installation’s or none', async () => {
  const db = await database()
  const asked = {
    act: 'cancel_yes',
    business_id: 123_456,
    appointment_id: 9_876_543_210,
    sequence: 12,
  } as const
  const payload = await payloadFor(db, asked)
  assert.match(payload, /^cancel_yes\.123456\.9876543210\.12\.[\w-]{16}$/)
  assert.ok(
    (await payloadFor(db, { ...asked, business_id: 10 ** 15, appointment_id: 10 ** 15 })).length <= 100,
  )
  assert.deepEqual(await readPayload(db, payload), asked)
  const changed = payload.replace('123456', '123457')
  const cut = payload.slice(0, -1)
  const other = payload.replace('cancel_yes', 'confirm')
  for (const wrong of [changed, cut, `${payload}x`, other, '', undefined, 42, {}, payload.toUpperCase()])
    assert.equal(await readPayload(db, wrong), undefined, String(wrong))
})

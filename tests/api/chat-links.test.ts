import type { Config } from '#server/config.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { database } from '../helper.ts'
import { site } from '../pages.ts'

const db = await database()

/** Where 'Hablar con ventas' and 'Centro de ayuda' lead in an installation with these settings. */
async function links(config: Partial<Config>) {
  const { get } = await site(db, { prepare: async (_app, deps) => void Object.assign(deps.config, config) })
  const { body } = await get('/')
  return ['Hablar con ventas', 'Centro de ayuda'].map((name) => {
    const [, attributes] = new RegExp(`<a ([^>]*)>(?:<svg(?:(?!</a>).)*</svg>)?\\s*${name}</a>`, 's').exec(
      body,
    )!
    const href = /href="([^"]*)"/.exec(attributes!)![1]!.replaceAll('&amp;', '&')
    return { href: decodeURIComponent(href), opensTab: attributes!.includes('target="_blank"') }
  })
}

const mailFrom = 'enpunto <citas@agenda.example>'

test('help and sales write to the number of the installation', async () => {
  for (const { href, opensTab } of await links({ production: true, mailFrom, salesPhone: '+573009998877' })) {
    assert.match(href, /^https:\/\/wa\.me\/573009998877\?text=Hola, /)
    assert.ok(opensTab)
  }
})

test('without a number they write an e-mail, in this tab', async () => {
  for (const { href, opensTab } of await links({ production: true, mailFrom })) {
    assert.match(href, /^mailto:citas@agenda\.example\?subject=enpunto&body=Hola, /)
    assert.ok(!opensTab)
  }
})

test('in development WhatsApp asks whom to send it to', async () => {
  for (const { href } of await links({})) assert.match(href, /^https:\/\/wa\.me\/\?text=Hola, /)
})

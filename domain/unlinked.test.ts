import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unlinked } from './unlinked.ts'

test('nothing is left that a mail program would make a link of', () => {
  for (const [text, shown] of [
    ['Gana en https://premios.example/x ya', 'Gana en https: //premios. example/x ya'],
    ['www.premios.example', 'www. premios. example'],
    ['premios。example', 'premios. example'],
    ['ana@premios.example', 'ana@premios. example'],
    ['xn--80ak6aa92e.com', 'xn--80ak6aa92e. com'],
    ['แก้.com/premio', 'แก้. com/premio'],
    ['हिन्दी.com', 'हिन्दी. com'],
    ['premios\u200b.example', 'premios\u200b. example'],
    ['http://127.0.0.1/x', 'http: //127.0.0.1/x'],
  ] as const)
    assert.equal(unlinked(text), shown)
})

test('names and prices stay what they are', () => {
  for (const text of [
    'Ana María Ruiz',
    'Dra. Luz Rey',
    'O’Neill & Cía.',
    '$ 1.500',
    '1.5 horas',
    'S.A.S. Ruiz',
  ])
    assert.equal(unlinked(text), text === 'S.A.S. Ruiz' ? 'S. A. S. Ruiz' : text)
})

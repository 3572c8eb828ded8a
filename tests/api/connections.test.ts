import { connectionsOf, poolSizeOf, tooFew } from '#server/connections.ts'
import { readConfig } from '#server/config.ts'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const bare = { ...readConfig({}), whatsapp: undefined, push: undefined }
const whatsapp = readConfig({ WHATSAPP_STANDIN: 'true' }).whatsapp!
const push = readConfig({ PUSH_STAND_IN: 'true' }).push!
const pool = (own: object) => poolSizeOf({ ...bare, ...own })

test('the figures for database connections that operators are told are those of the pools', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const [, ...told] =
    /up to (\d+) database connections \(two more for .* beyond (\d+)\), (\d+) more with WhatsApp and (\d+) with push notices; .*: (\d+) with all of it/.exec(
      text,
    )!
  const [alone, beyond, byWhatsApp, byPush, all] = told.map(Number)
  assert.equal(pool({}), alone)
  assert.equal(pool({ smtpConnections: beyond }), alone)
  assert.equal(pool({ smtpConnections: beyond! + 1 }), alone! + 2)
  assert.equal(pool({ whatsapp }), alone! + byWhatsApp!)
  assert.equal(pool({ push }), alone! + byPush!)
  assert.equal(connectionsOf({ ...bare, whatsapp, push }), all)
})

test('a database with too few connections for two processes is told', () => {
  assert.equal(tooFew(97, 48), undefined)
  assert.match(
    tooFew(97, 49)!,
    /takes 97 connections, and a process may hold 49: .* Raise max_connections\.$/,
  )
})

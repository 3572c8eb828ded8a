import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { tileCache } from '#server/files/tile-cache.ts'
import { tileRoutes } from '#server/files/tiles.ts'
import { aheadMs } from '../../scripts/testing/clock.ts'
import { api, database } from '../helper.ts'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-tiles-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('kept tiles are bounded in number and bytes; the least recently used go', async () => {
  const bounds = { files: 100, bytes: 60_000 }
  const tile = Buffer.alloc(1_000)
  let cache = tileCache(folder, bounds)
  // Older than what is written next, also where the run's clock is ahead of the machine's.
  const old = new Date(Date.now() - aheadMs() - 40 * 86_400_000)
  for (let i = 0; i < 60; i++) {
    await cache.put(`a${i}`, tile)
    utimesSync(join(folder, `a${i}`), old, old)
  }
  // Reading an old file marks it as used, but does not change its age.
  const { ageMs } = (await cache.get('a7'))!
  assert.ok(ageMs > 39 * 86_400_000)
  assert.ok((await cache.get('a7'))!.ageMs > 39 * 86_400_000)
  for (let i = 0; i < 20; i++) await cache.put(`b${i}`, tile)
  const size = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  assert.ok(size() <= bounds.bytes, `${size()} bytes`)
  assert.ok(await cache.get('a7'))
  for (let i = 0; i < 20; i++) assert.ok(await cache.get(`b${i}`), `b${i}`)
  assert.equal(await cache.get('nothing'), undefined)

  // Files in a process that finds existing ones: those are counted, too.
  cache = tileCache(folder, bounds)
  const small = Buffer.alloc(10)
  await Promise.all(Array.from({ length: 3_000 }, (_, i) => cache.put(`c${i}`, small)))
  assert.ok(readdirSync(folder).length <= bounds.files, '3000 tried')
})

test('the tile server is asked a few times at once, and for so many tiles in an hour; what is kept is shown all the same', async () => {
  const db = await database()
  let [asked, atOnce, most] = [0, 0, 0]
  const server = createServer((_request, response) => {
    asked++
    most = Math.max(most, ++atOnce)
    setTimeout(() => {
      atOnce--
      response.setHeader('content-type', 'image/png').end('tile')
    }, 5)
  }).listen(0, '127.0.0.1')
  after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const tiles = mkdtempSync(join(tmpdir(), 'enpunto-tiles-'))
  after(() => rmSync(tiles, { recursive: true, force: true }))
  const { app, clock } = await api(db, {
    prepare: (app, deps) =>
      tileRoutes(app, deps, {
        folder: tiles,
        tileUrl: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
        agent: 'enpunto',
        bounds: { files: 20_000, bytes: 60_000_000 },
      }),
  })
  const look = async (n: number, remoteAddress = '198.51.100.9') =>
    (await app.inject({ url: `/tiles/12/${n}/7.png`, remoteAddress })).statusCode
  await Promise.all(Array.from({ length: 50 }, (_, n) => look(n)))
  assert.equal(asked, 50)
  assert.ok(most <= 4, `${most} at once`)
  // As many as an hour has were asked for.
  await db.updateTable('attempts').set({ count: 1_500 }).where('count', '=', 50).execute()
  assert.equal(await look(100), 404)
  assert.equal(await look(7), 200)
  assert.equal(asked, 50)
  assert.equal(await look(101, '203.0.113.7'), 200)
  await db.updateTable('attempts').set({ count: 5_000 }).where('count', '=', 1_501).execute()
  assert.equal(await look(102, '203.0.113.7'), 404)
  clock.now += 3_600_001
  assert.equal(await look(100), 200)
})

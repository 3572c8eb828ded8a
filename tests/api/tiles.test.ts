import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { tileCache } from '#server/tile-cache.ts'
import { aheadMs } from '../../scripts/testing/clock.ts'

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

/** The browser that comes with the packages, for machines without one. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { unpackedChromium } from '../../scripts/chromium.ts'

const cache = mkdtempSync(join(tmpdir(), 'enpunto-chromium-'))
after(() => rmSync(cache, { recursive: true, force: true }))

test('is unpacked whole, whatever an interrupted run or another version left', async () => {
  for (const left of ['chromium', 'chromium-1.0.0', 'chromium-1.0.0.new-99999999']) {
    mkdirSync(join(cache, left))
    writeFileSync(join(cache, left, 'chromium'), 'half of it', { mode: 0o755 })
  }
  const path = await unpackedChromium(cache)
  assert.deepEqual(readdirSync(cache), [basename(dirname(path))])
  const { stdout } = spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8' })
  assert.match(stdout, /Chromium \d+/)
  assert.equal(await unpackedChromium(cache), path)
})

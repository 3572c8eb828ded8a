import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sweep } from '../../scripts/testing/memory.ts'

test('a run removes what killed runs left in memory, and nothing of those that go on, or of others', (t) => {
  const shared = mkdtempSync(join(tmpdir(), 'enpunto-shared-'))
  t.after(() => rmSync(shared, { recursive: true, force: true }))
  const gone = spawnSync('true').pid
  const longAgo = Date.now() / 1000 - 3_700
  const made = (name: string, seconds = longAgo) => {
    mkdirSync(join(shared, name))
    writeFileSync(join(shared, name, 'file'), '')
    utimesSync(join(shared, name), seconds, seconds)
    return name
  }
  made(`enpunto-tests-${gone}-a`)
  const kept = [
    made(`enpunto-tests-${gone}-b`, Date.now() / 1000),
    made(`enpunto-tests-${process.pid}-a`),
    made('enpunto-tests-QyZ1x2'),
    made(`another-${gone}-a`),
  ]
  sweep(shared)
  assert.deepEqual(readdirSync(shared).toSorted(), kept.toSorted())
})

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-turn-'))
after(() => rmSync(folder, { recursive: true }))
const lock = join(folder, 'cache/work.lock')
const seen = join(folder, 'seen.txt')

/** Notes its begin and its end, in the turn of the lock. */
const work = `
import { inTurn } from ${JSON.stringify(new URL('../../scripts/turn.ts', import.meta.url).href)}
import { appendFileSync } from 'node:fs'
const note = (text) => appendFileSync(${JSON.stringify(seen)}, text + '\\n')
inTurn(${JSON.stringify(lock)}, () => {
  note('begin ' + process.pid)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  note('end ' + process.pid)
})`

test('two starts build the pages one after the other, also after one that was killed', async () => {
  const killed = spawnSync(process.execPath, ['-e', ''])
  const workers = async () => {
    rmSync(seen, { force: true })
    const each = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', work], { stdio: 'inherit' }),
    )
    const ends = await Promise.all(each.map((child) => once(child, 'exit')))
    assert.deepEqual(
      ends.map(([code]) => code),
      [0, 0, 0, 0],
    )
    const notes = readFileSync(seen, 'utf8').trim().split('\n')
    assert.equal(notes.length, 8)
    for (let n = 0; n < notes.length; n += 2) {
      const who = notes[n]!.split(' ')[1]
      assert.deepEqual(notes.slice(n, n + 2), [`begin ${who}`, `end ${who}`])
    }
    assert.equal(existsSync(lock), false)
  }
  await workers()
  writeFileSync(lock, String(killed.pid))
  await workers()
})

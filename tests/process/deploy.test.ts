/** What the files of deploy/ say of each other; `npm run proof -- debian` starts what they describe. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const lines = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('#'))

test('an image holds neither what git ignores nor the history: no data, mails or keys of a folder that was started in', () => {
  const left = lines(read('.dockerignore'))
  for (const line of lines(read('.gitignore'))) {
    const path = line.replace(/\/$/, '')
    assert.ok(left.includes(path) || left.includes(`**/${path}`), line)
  }
  assert.ok(left.includes('.git'))
})

test('an image is made of what the page for Debian installs, but for the proxy and its asking', () => {
  const packages = (text: string) =>
    /apt-get install -y --no-install-recommends ([\w -]+)/.exec(text)![1]!.trim().split(' ')
  const ofPage = packages(read('docs/debian.md')).filter((name) => !['curl', 'caddy'].includes(name))
  assert.deepEqual(packages(read('deploy/Containerfile')), ofPage)
})

test('the database that a process started outlives it, and the program is nowhere written to', () => {
  const unit = read('deploy/enpunto@.service')
  assert.match(unit, /^KillMode=process$/m)
  assert.match(unit, /^ProtectSystem=strict$/m)
  assert.match(unit, /^ExecStart=\/srv\/enpunto\/current\/scripts\/node\.sh /m)
})

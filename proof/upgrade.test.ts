/**
 * Versions of the history, each started as it was, with its own code and pages, on a database that it makes; then today's beside it, which
 * brings the schema up to date while the old one goes on serving and booking; then today's alone.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DEMO_SLUG } from '../scripts/demo/salon.ts'
import { ask, bodyOf, bookWish, dataFolder, freePort, query, start, stop, wishes } from '../tests/server.ts'

/** Commits of before the schema grew by something large, whose migrations are the first ones of today's. */
const VERSIONS: Record<string, string> = {
  '78d64fd': 'before people and memberships',
  d5b3988: 'before services took time before and after them',
  '8d7df88': 'before clients’ cards',
  b3f1141: 'before passkeys and imports of appointments',
  '1c08dd8': 'before late cancellations were counted',
}
const home = join(import.meta.dirname, '..')
const dir = mkdtempSync(join(tmpdir(), 'enpunto-upgrade-'))
after(() => rmSync(dir, { recursive: true, force: true }))

/** The project as it was, with the packages of its own lock file: some that it needs are none of today's. */
function checkOut(commit: string): string {
  const folder = join(dir, commit)
  mkdirSync(folder)
  const archive = execFileSync('git', ['archive', commit], { cwd: home, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(home)) symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  execFileSync(process.execPath, ['scripts/build.ts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return folder
}

for (const [commit, what] of Object.entries(VERSIONS))
  test(`${commit}, ${what}: today's starts beside it, and both book`, { timeout: 600_000 }, async (t) => {
    const folder = checkOut(commit)
    const dataDir = dataFolder()
    const env = { LOG_LEVEL: 'warn' }
    const command = ['sh', '-c', `cd ${folder} && exec ${process.execPath} scripts/start.ts`]
    const old = await start({ dataDir, env, command })
    const list = await wishes(old.url, 60)
    const booked = new Map<string, number>()
    const failed = new Map<string, number>()
    let longest = 0
    const book = async (url: string) => {
      const wish = list.shift()
      assert.ok(wish, 'there are free times enough')
      const begun = performance.now()
      const answer = await bookWish(url, wish)
      longest = Math.max(longest, performance.now() - begun)
      if (answer !== 'no answer' && answer.status === 201) booked.set(wish.email, answer.body.appointment.id)
      else {
        const how = answer === 'no answer' ? answer : `${answer.status} ${JSON.stringify(answer.body)}`
        failed.set(how, (failed.get(how) ?? 0) + 1)
      }
    }
    for (let n = 0; n < 5; n++) await book(old.url)

    let isOver = false
    const meanwhile = (async () => {
      // Some are kept for what comes after, however long the start takes.
      while (!isOver) {
        if (list.length > 10) await book(old.url)
        await new Promise((resolve) => setTimeout(resolve, 400))
      }
    })()
    const today = await start({ dataDir, port: await freePort(), env })
    isOver = true
    await meanwhile
    const whileMigrating = booked.size - 5
    // Both serve and book, on one schema.
    for (let n = 0; n < 4; n++) await book(n % 2 ? today.url : old.url)
    for (const url of [old.url, today.url]) {
      assert.equal((await fetch(`${url}/negocio/${DEMO_SLUG}`)).status, 200)
      assert.equal(bodyOf(await ask(`${url}/api/businesses/public/slug/${DEMO_SLUG}`)).success, true)
    }
    await stop(old)
    for (let n = 0; n < 2; n++) await book(today.url)
    const rows = await query<{ email: string; id: string }>(
      dataDir,
      `select client_email as email, id from appointments where idempotency_key is not null and status = 'scheduled'`,
    )
    t.diagnostic(
      `${booked.size} booked, ${whileMigrating} of them while today's started; the slowest took ${longest.toFixed(0)} ms`,
    )
    assert.deepEqual([...failed], [])
    assert.ok(whileMigrating > 0)
    assert.ok(longest < 5000, `a booking waited ${longest.toFixed(0)} ms`)
    assert.equal(rows.length, booked.size)
    for (const { email, id } of rows) assert.equal(booked.get(email), Number(id))
    const login = await ask(`${today.url}/api/auth/login`, {
      body: { email: 'demo@enpunto.example', password: 'demo2026' },
    })
    const { token } = bodyOf(login)
    const agenda = await ask(`${today.url}/api/appointments`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(bodyOf(agenda).success, true, JSON.stringify(agenda))
    assert.equal((await stop(today)).code, 0)
    rmSync(folder, { recursive: true, force: true })
  })

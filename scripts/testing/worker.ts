/**
 * One of the few processes that run the test files of a run, one file after another. Starting Node, loading the server
 * and warming it up costs more than most files take, so they share it; what a file sees of the others is nothing but a
 * faster start. The product's modules keep their state by database, and each file has its own; whatever lies in tests/
 * is loaded anew for each file, its state and its hooks with it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { after, describe, mock } from 'node:test'
import { pathToFileURL } from 'node:url'
import { untilIdle } from './idle.ts'

const queue = process.env.TEST_QUEUE!
const files = JSON.parse(readFileSync(join(queue, 'files.json'), 'utf8')) as string[]
const ofTests = pathToFileURL(join(process.cwd(), 'tests/')).href

// What a file loaded stays in memory: a process that has run some ends, and another one goes on.
const MOST = 20

// Some thousand passwords are hashed in a run: at their real cost, most of a minute. Products with a process of their own pay it.
const HASH_COST = pathToFileURL(join(process.cwd(), 'server/accounts/hash-cost.ts')).href
const CHEAP = 'export const COST = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }'

let current = 0
registerHooks({
  load: (url, context, next) =>
    url === HASH_COST ? { format: 'module', source: CHEAP, shortCircuit: true } : next(url, context),
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return found.url.startsWith(ofTests) && !found.url.includes('?')
      ? { ...found, url: `${found.url}?of=${current}` }
      : found
  },
})

/** Takes a file that no other process has: the first to make the file of its number. */
function isMine(n: number): boolean {
  try {
    writeFileSync(join(queue, String(n)), String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

// The runner ends this process as soon as the last test is over, and what the pipe did not take until then would be lost.
type Blocking = { _handle?: { setBlocking?(on: boolean): void } }
;(process.stdout as Blocking)._handle?.setBlocking?.(true)

let taken = 0
for (const [n, file] of files.entries()) {
  if (taken === MOST) break
  if (process.env.TEST_SPARE && !(await untilIdle(() => !existsSync(join(queue, String(n)))))) continue
  if (!isMine(n)) continue
  taken++
  current = n
  const env = { ...process.env }
  const over = Promise.withResolvers<void>()
  describe(file, async () => {
    try {
      await import(pathToFileURL(join(process.cwd(), file)).href)
    } finally {
      // The last one: those of the file and of what it imports were there before.
      after(() => over.resolve())
    }
  })
  await over.promise
  mock.reset()
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}

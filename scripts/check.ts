/**
 * Everything that must hold before a change lands, in one list: `npm test`. With arguments, only those test files:
 * `npm test -- tests/api/book.test.ts`.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { checkArrows } from './arrows.ts'
import { ensureBuilt } from './build.ts'
import { chromiumPath } from './chromium.ts'

const root = join(import.meta.dirname, '..')
process.chdir(root)
const wanted = process.argv.slice(2)
// Found, or unpacked, once: the test files run side by side.
process.env.CHROME_PATH = await chromiumPath()

step('the pages build', () => ensureBuilt())
if (wanted.length === 0) {
  step('types', () => {
    tool('@react-router/dev/bin.cjs', 'typegen')
    tool('typescript/bin/tsc', '-p', 'tsconfig.server.json')
    tool('typescript/bin/tsc', '-p', 'tsconfig.web.json')
    tool('typescript/bin/tsc', '-p', 'tsconfig.browser.json')
  })
  step('imports follow the arrows', checkArrows)
  step('formatting', () => tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'))
}
await runTests(wanted.length > 0 ? wanted : globSync(['domain/*.test.ts', 'tests/**/*.test.ts']).sort())

function step(name: string, work: () => void) {
  const begun = performance.now()
  try {
    work()
  } catch (error) {
    console.error(`✖ ${name}\n${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
  console.log(`✔ ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
}

function tool(bin: string, ...args: string[]) {
  const done = spawnSync(process.execPath, [join(root, 'node_modules', bin), ...args], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stdout + done.stderr)
}

/** Runs the files, two at a time, each in a process of its own; ends with a line that counts the tests. */
async function runTests(files: string[]) {
  let passed = 0
  let failed = 0
  let skipped = 0
  const events = run({ files, concurrency: 2, timeout: 300_000 })
  events.on('test:summary', ({ file, counts }) => {
    // One summary for each file, and one for all of them.
    if (file !== undefined) return
    passed = counts.passed
    skipped = counts.skipped
    failed = counts.tests - counts.passed - counts.skipped - counts.todo
  })
  const report = events.compose(spec)
  report.pipe(process.stdout)
  await new Promise((resolve) => report.once('end', resolve))
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

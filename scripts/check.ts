/**
 * All checks that must pass before a change lands: `npm test`. With arguments, only those test files: `npm
 * test -- tests/api/book.test.ts`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { checkArrows } from './arrows.ts'
import { ensureBuilt } from './build.ts'
import { chromiumPath } from './chromium.ts'
import { setTestClock } from './testing/clock.ts'
import { runTests } from './testing/run.ts'

const root = join(import.meta.dirname, '..')
process.chdir(root)
const args = process.argv.slice(2)
const unknown = args.filter((file) => !existsSync(file))
if (unknown.length > 0) {
  console.error(`✖ no such test file: ${unknown.join(', ')}`)
  process.exit(1)
}
// Found or unpacked once, because the test files run in parallel.
process.env.CHROME_PATH = await chromiumPath()

step('the pages build', () => ensureBuilt())
if (args.length === 0) {
  step('types', () => {
    tool('@react-router/dev/bin.cjs', 'typegen')
    tool('typescript/bin/tsc', '-p', 'tsconfig.server.json')
    tool('typescript/bin/tsc', '-p', 'tsconfig.web.json')
    tool('typescript/bin/tsc', '-p', 'tsconfig.browser.json')
  })
  step('imports follow the arrows', checkArrows)
  step('lint', () => tool('oxlint/bin/oxlint', '--deny-warnings', '.'))
  step('formatting', () => tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'))
}
const files = args.length > 0 ? args : globSync(['domain/**/*.test.ts', 'tests/**/*.test.ts'])
setTestClock()
process.exitCode = await runTests(files)

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

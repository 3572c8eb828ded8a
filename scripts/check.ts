/**
 * All checks that must pass before a change lands: `npm test`. With arguments, only those test files: `npm
 * test -- tests/api/book.test.ts`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

await step('the pages build', async () => ensureBuilt())
// Side by side: types and formatting keep about one core busy each. Both keep what they found of files that are as they
// were. A second thread of the checker would look at most of the files once more.
if (args.length === 0)
  await Promise.all([
    step('types', async () => {
      await tool('@react-router/dev/bin.cjs', 'typegen')
      for (const room of ['server', 'web', 'browser'])
        await tool(
          'typescript/bin/tsc',
          '-p',
          `tsconfig.${room}.json`,
          '--checkers',
          '1',
          '--incremental',
          '--tsBuildInfoFile',
          `.cache/checks/${room}.tsbuildinfo`,
        )
    }),
    step('formatting', () =>
      tool(
        'prettier/bin/prettier.cjs',
        '--check',
        '--log-level=warn',
        '--cache',
        '--cache-strategy=content',
        '--cache-location=.cache/checks/prettier',
        '.',
      ),
    ),
    step('lint', () => tool('oxlint/bin/oxlint', '--deny-warnings', '.')),
    step('imports follow the arrows', async () => checkArrows()),
  ])
const files =
  args.length > 0 ? args : globSync(['domain/**/*.test.ts', 'bench/*.test.ts', 'tests/**/*.test.ts'])
setTestClock()
process.exitCode = await runTests(files)

async function step(name: string, work: () => Promise<void>) {
  const begun = performance.now()
  try {
    await work()
  } catch (error) {
    console.error(`✖ ${name}\n${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
  console.log(`✔ ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
}

async function tool(bin: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'node_modules', bin), ...args])
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(said)
}

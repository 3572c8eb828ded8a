/**
 * Runs the test files: shared resources are started once, long files first, and the results are counted at
 * the end.
 */
import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startCluster } from './cluster.ts'
import { prepareProduct } from './product.ts'

const AT_ONCE = Number(process.env.TEST_JOBS ?? 2)

// Browser tests take the longest; within each kind, long files come first, so that no worker is left with one
// at the end.
const KINDS = ['tests/browser/', 'tests/process/', 'tests/api/', '']
const kindOf = (file: string) => KINDS.findIndex((kind) => file.startsWith(kind))
const longestFirst = (files: string[]) =>
  files.toSorted((a, b) => kindOf(a) - kindOf(b) || statSync(b).size - statSync(a).size)

/** Runs each file in its own process; ends with a line that counts the tests. Returns the exit code. */
export const runTests = (files: string[]): Promise<number> =>
  withShared(files, () => report(longestFirst(files)))

async function report(files: string[]): Promise<number> {
  let passed = 0
  let failed = 0
  let skipped = 0
  const took: { file: string; seconds: number }[] = []
  const events = run({ files, concurrency: AT_ONCE, timeout: 300_000 })
  events.on('test:summary', ({ file, counts, duration_ms }) => {
    // One summary per file, and one for all of them.
    if (file !== undefined) {
      took.push({ file: relative(process.cwd(), file), seconds: duration_ms / 1000 })
      return
    }
    passed = counts.passed
    skipped = counts.skipped
    failed = counts.tests - counts.passed - counts.skipped - counts.todo
  })
  const text = events.compose(spec)
  text.pipe(process.stdout)
  await new Promise((resolve) => text.once('end', resolve))
  const slowest = took.sort((a, b) => b.seconds - a.seconds).slice(0, process.env.TEST_SLOW ? undefined : 10)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0 && passed > 0 ? 0 : 1
}

/** Starts the shared resources, and stops them however the run ends. */
async function withShared<T>(files: string[], work: () => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = []
  const end = async () => {
    for (const one of ends.splice(0)) await one()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => end().finally(() => process.exit(1)))
  try {
    if (files.some((file) => file.startsWith('tests/api/'))) {
      const cluster = await startCluster()
      ends.push(() => cluster.stop())
      process.env.TEST_POSTGRES = cluster.socketDir
    }
    if (files.some((file) => file.startsWith('tests/browser/'))) {
      const product = await prepareProduct()
      ends.push(() => product.remove())
      process.env.TEST_PRODUCT = product.dataDir
    }
    return await work()
  } finally {
    await end()
  }
}

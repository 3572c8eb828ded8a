/**
 * Runs the test files: shared resources are started once, long files first, and the results are counted at
 * the end.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startCluster } from './cluster.ts'
import { folderInMemory } from './memory.ts'
import { prepareProduct } from './product.ts'

// One more than the cores, since a test often waits for its browser, its database or a clock; each may hold dozens of
// connections to the one PostgreSQL.
const AT_ONCE = Number(process.env.TEST_JOBS ?? Math.min(availableParallelism() + 1, 4))
/** How long a test may take that does not say so itself. */
const MINUTES = Number(process.env.TEST_MINUTES ?? 5)

// Browser tests take the longest; within each kind, long files come first, so that no worker is left with one
// at the end.
const KINDS = ['tests/browser/', 'tests/process/', 'domain/', 'tests/api/']
const kindOf = (file: string) => KINDS.findIndex((kind) => file.startsWith(kind))
const longestFirst = (files: string[]) =>
  files.toSorted((a, b) => kindOf(a) - kindOf(b) || statSync(b).size - statSync(a).size)

/** Runs each file in its own process; ends with a line that counts the tests. Returns the exit code. */
export const runTests = (files: string[]): Promise<number> =>
  withShared(files, () => report(longestFirst(files)))

interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** The files in which something failed. */
  failing: Set<string>
}

/**
 * Runs all files, and those in which something failed once more, alone: what fails only beside other work
 * is named, and what fails twice has failed.
 */
async function report(files: string[]): Promise<number> {
  const all = await pass(files, AT_ONCE)
  const failing = [...all.failing].map((file) => relative(process.cwd(), file))
  const again = failing.length > 0 ? await pass(failing, 1) : undefined
  if (again) for (const file of failing) console.log(`! failed beside others, and was run alone: ${file}`)
  const failed = again?.failed ?? 0
  const passed = all.passed + all.failed - failed
  console.log(`\n${passed} passed, ${failed} failed, ${all.skipped} skipped`)
  return failed === 0 && passed > 0 ? 0 : 1
}

async function pass(files: string[], concurrency: number): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0, skipped: 0, failing: new Set() }
  const took: { file: string; seconds: number }[] = []
  // What a test that failed leaves running must not keep the run from ending.
  const execArgv = ['--test-force-exit']
  const events = run({ files, concurrency, execArgv, timeout: MINUTES * 60_000 })
  events.on('test:fail', ({ file }) => file && outcome.failing.add(file))
  events.on('test:summary', ({ file, counts, duration_ms }) => {
    // One summary per file, and one for all of them.
    if (file !== undefined) {
      took.push({ file: relative(process.cwd(), file), seconds: duration_ms / 1000 })
      return
    }
    outcome.passed = counts.passed
    outcome.skipped = counts.skipped
    outcome.failed = counts.tests - counts.passed - counts.skipped - counts.todo
  })
  const text = events.compose(spec)
  text.pipe(process.stdout)
  await new Promise((resolve) => text.once('end', resolve))
  const slowest = took.sort((a, b) => b.seconds - a.seconds).slice(0, process.env.TEST_SLOW ? undefined : 10)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`)
  return outcome
}

/** Starts the shared resources, and stops them however the run ends. */
async function withShared<T>(files: string[], work: () => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = []
  const end = async () => {
    for (const one of ends.splice(0).reverse()) await one()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => end().finally(() => process.exit(1)))
  try {
    const folder = process.env.TMPDIR ? undefined : folderInMemory()
    if (folder) {
      process.env.TMPDIR = folder
      ends.push(() => rmSync(folder, { recursive: true, force: true }))
    }
    // The processes of a run, some hundreds, compile each module once between them.
    const compiled = mkdtempSync(join(tmpdir(), 'enpunto-compiled-'))
    ends.push(() => rmSync(compiled, { recursive: true, force: true }))
    process.env.NODE_COMPILE_CACHE = compiled
    if (files.some((file) => file.startsWith('tests/api/'))) {
      const cluster = await startCluster()
      ends.push(() => cluster.stop())
      process.env.TEST_POSTGRES = cluster.socketDir
    }
    if (files.some((file) => /^tests\/(browser|process)\//.test(file))) {
      const product = await prepareProduct()
      ends.push(() => product.remove())
      process.env.TEST_PRODUCT = product.dataDir
    }
    return await work()
  } finally {
    await end()
  }
}

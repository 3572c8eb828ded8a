/**
 * Runs the test files: shared resources are started once, long files first, and the results are counted at
 * the end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from './cluster.ts'
import { folderInMemory } from './memory.ts'
import { longestFirst } from './order.ts'
import { prepareProduct } from './product.ts'
import { pass } from './pass.ts'

// One more than the cores, since a test often waits for its browser, its database or a clock; each may hold dozens of
// connections to the one PostgreSQL.
const AT_ONCE = Number(process.env.TEST_JOBS ?? Math.min(availableParallelism() + 1, 4))
// Those that go on only while the cores are not busy, whoever keeps them so; each needs up to a gigabyte.
const SPARE = process.env.TEST_JOBS === undefined && process.availableMemory() > 8 * 2 ** 30 ? 2 : 0

/** Runs the files; ends with a line that counts the tests. Returns the exit code. */
export const runTests = (files: string[]): Promise<number> =>
  withShared(files, () => report(longestFirst(files)))

/**
 * Runs all files, and those in which something failed once more, alone: what fails only beside other work
 * is named, and what fails twice has failed.
 */
async function report(files: string[]): Promise<number> {
  const all = await pass(files, { atOnce: AT_ONCE, spare: SPARE })
  const failing = files.filter((file) => all.failing.has(file))
  const again = failing.length > 0 ? await pass(failing, { atOnce: 1, apart: true }) : undefined
  if (again) for (const file of failing) console.log(`! failed beside others, and was run alone: ${file}`)
  // A file that ended before all of its tests had begun says nothing of the others.
  const cut = failing.filter(
    (file) => !again!.failing.has(file) && (again!.passedIn.get(file) ?? 0) < (all.passedIn.get(file) ?? 0),
  )
  for (const file of cut) console.log(`✖ fewer of its tests ran alone than beside others: ${file}`)
  const failed = (again?.failed ?? 0) + cut.length
  const passed = files.reduce(
    (sum, file) => sum + (again?.passedIn.get(file) ?? all.passedIn.get(file) ?? 0),
    0,
  )
  console.log(`\n${passed} passed, ${failed} failed, ${all.skipped} skipped`)
  return failed === 0 && passed > 0 ? 0 : 1
}

/** Starts the shared resources, and stops them however the run ends. */
async function withShared<T>(files: string[], work: () => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = []
  const end = async () => {
    for (const one of ends.splice(0).reverse()) await one()
  }
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const)
    process.once(signal, () => end().finally(() => process.exit(1)))
  try {
    const folder = process.env.TMPDIR ? undefined : folderInMemory()
    if (folder) {
      process.env.TMPDIR = folder
      // What a test left running may still write there.
      ends.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
    }
    // The processes of a run compile each module once between them.
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

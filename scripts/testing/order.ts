/** Which test files go first, and which have a process to themselves. */
import { statSync } from 'node:fs'

// Those that start and kill products, those whose tests have longer than others, or measure how long a process keeps others waiting, and those that need
// passwords at their real cost.
const ALONE = /^tests\/process\/|^tests\/api\/(attack-doors|contended|fuzz|guessing|import-files)\.test\.ts$/

export const isAlone = (file: string) => ALONE.test(file)

// Browser tests take the longest; within each kind, long files come first, so that no process is left with one at the
// end.
const KINDS = ['tests/process/', 'tests/browser/', 'tests/api/', 'domain/', 'bench/']
const kindOf = (file: string) => KINDS.findIndex((kind) => file.startsWith(kind))

export const longestFirst = (files: string[]) =>
  files.toSorted(
    (a, b) =>
      Number(isAlone(b)) - Number(isAlone(a)) || kindOf(a) - kindOf(b) || statSync(b).size - statSync(a).size,
  )

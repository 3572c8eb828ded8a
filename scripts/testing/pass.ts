/** One pass over test files: a few processes take one file after another, and their results are read together. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { untilIdle } from './idle.ts'
import { isAlone } from './order.ts'

/** How long a test may take that does not say so itself; a file that shares its process, twice as long. */
const MINUTES = Number(process.env.TEST_MINUTES ?? 5)
const WORKER = join(import.meta.dirname, 'worker.ts')

export interface Outcome {
  failed: number
  skipped: number
  /** How many tests passed in each file. */
  passedIn: Map<string, number>
  /** The files in which something failed, or that did not come to their end. */
  failing: Set<string>
}

interface Event {
  type: string
  data: {
    name?: string
    nesting?: number
    file?: string
    message?: string
    skip?: string | boolean
    todo?: string | boolean
    details?: { type?: string; duration_ms: number }
  }
}

/**
 * Runs the files, `atOnce` processes at a time, and up to `spare` more while the machine has time for them; `apart`:
 * each file in a process of its own.
 */
export async function pass(
  files: string[],
  { atOnce, spare = 0, apart = false }: { atOnce: number; spare?: number; apart?: boolean },
): Promise<Outcome> {
  const outcome: Outcome = { failed: 0, skipped: 0, passedIn: new Map(), failing: new Set() }
  const took: { file: string; seconds: number }[] = []
  const shown = new PassThrough({ objectMode: true })
  const text = shown.compose(spec)
  text.pipe(process.stdout)
  const printed = new Promise((resolve) => text.once('end', resolve))

  /** Counts and shows a file's events, which come in one piece, so that those of two files are not mixed. */
  function done(file: string, events: Event[], seconds: number) {
    let passed = 0
    if (outcome.passedIn.has(file)) outcome.failing.add(file)
    for (const event of events) {
      const { type, data } = event
      if (data.details?.type !== 'suite') {
        if (type === 'test:pass' && data.skip !== undefined) outcome.skipped++
        else if (type === 'test:pass' && data.todo === undefined) passed++
        else if (type === 'test:fail' && data.todo === undefined) outcome.failed++
      }
      if (type === 'test:fail' && data.todo === undefined) outcome.failing.add(file)
      shown.write(event)
    }
    outcome.passedIn.set(file, passed + (outcome.passedIn.get(file) ?? 0))
    took.push({ file, seconds })
  }

  const alone = files.filter((file) => apart || isAlone(file))
  const shared = files.filter((file) => !apart && !isAlone(file))
  const queue = mkdtempSync(join(tmpdir(), 'enpunto-queue-'))
  writeFileSync(join(queue, 'files.json'), JSON.stringify(shared))
  const isLeft = () => shared.some((_, n) => !existsSync(join(queue, String(n))))
  const lane = async () => {
    for (let file = alone.shift(); file; file = alone.shift()) await runAlone(file, done)
    // One that has run many files, or that dies, leaves the rest to another one.
    while (isLeft()) await runWorker(queue, done)
  }
  const spareLane = async () => {
    while (isLeft()) if (await untilIdle(isLeft)) await runWorker(queue, done, { TEST_SPARE: '1' })
  }
  try {
    await Promise.all([...Array.from({ length: atOnce }, lane), ...Array.from({ length: spare }, spareLane)])
  } finally {
    rmSync(queue, { recursive: true, force: true })
  }
  for (const file of files.filter((each) => !outcome.passedIn.has(each))) {
    outcome.failing.add(file)
    outcome.failed++
  }
  shown.end()
  await printed
  const slowest = took.sort((a, b) => b.seconds - a.seconds).slice(0, process.env.TEST_SLOW ? undefined : 10)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`)
  return outcome
}

type Done = (file: string, events: Event[], seconds: number) => void

// What a test that failed leaves running must not keep the run from ending.
const FORCED = '--test-force-exit'

async function runAlone(file: string, done: Done) {
  const begun = performance.now()
  const events = await eventsOf(run({ files: [file], execArgv: [FORCED], timeout: MINUTES * 60_000 }))
  done(file, events, (performance.now() - begun) / 1000)
}

async function runWorker(queue: string, done: Done, more: Record<string, string> = {}) {
  const [finished, strays] = [[] as string[], [] as string[]]
  const part: Event[] = []
  const env = { ...process.env, ...more, TEST_QUEUE: queue }
  const execArgv = [FORCED, `--test-timeout=${2 * MINUTES * 60_000}`]
  await eventsOf(run({ files: [WORKER], execArgv, env }), (event) => {
    const { type, data } = event
    if (type === 'test:diagnostic') strays.push(data.message ?? '')
    part.push(event)
    if (data.nesting !== 0 || (type !== 'test:pass' && type !== 'test:fail')) return
    if (data.name === WORKER) {
      // What failed outside of all tests is what a file left behind, which the message names; it, or else all that this
      // process had finished, must do without the others. The file that a dead process had in hand is missed at the end.
      const named = finished.filter((file) => strays.some((text) => text.includes(file)))
      for (const file of named.length > 0 ? named : finished) done(file, part.splice(0), 0)
    } else {
      finished.push(data.name!)
      done(data.name!, part.splice(0), data.details!.duration_ms / 1000)
    }
  })
}

// Those that say how the whole run went come once for each process.
const OF_RUN = new Set(['test:summary', 'test:plan', 'test:interrupted', 'test:diagnostic'])
const ofRun = ({ type, data }: Event) =>
  OF_RUN.has(type) && (data.nesting ?? 0) === 0 && !/activity after the test/.test(data.message ?? '')

async function eventsOf(stream: ReturnType<typeof run>, each?: (event: Event) => void): Promise<Event[]> {
  const events: Event[] = []
  for await (const event of stream as AsyncIterable<Event>) {
    if (ofRun(event)) continue
    if (each) each(event)
    else events.push(event)
  }
  return events
}

/** The product process that the files of a run's process use one after another: see warm-product.ts. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'

export type Order = { start?: Record<string, string | undefined> }

const STOPS_WITHIN = 20_000
// What a process has but once.
const OF_PROCESS = ['NODE_ENV', 'NODE_OPTIONS', 'TZ']

let product: ChildProcess | undefined
let isTaken = false
/** The end of what it has written. */
let said = ''
const MOST_SAID = 10_000

/** Whether the shared process can serve with these settings now: only within a run, and one data folder at a time. */
export const isWarm = (settings: Record<string, string>) =>
  process.env.TEST_QUEUE !== undefined && !isTaken && !OF_PROCESS.some((name) => name in settings)

/** Serves with these settings. @throws Error when it cannot start. */
export async function startWarm(settings: Record<string, string>) {
  isTaken = true
  if (!product?.connected) product = forked()
  await tell({ start: { ...process.env, NODE_ENV: undefined, ...settings } })
}

function forked(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'warm-product.ts'), {
    execArgv: [],
    // React's pages are drawn as in a product that was started: see settings.ts.
    env: { ...process.env, NODE_ENV: 'production', NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // It must not keep the run from ending.
  child.unref()
  child.channel?.unref()
  said = ''
  for (const stream of [child.stdout, child.stderr] as Socket[])
    stream.on('data', (text) => (said = `${said}${text}`.slice(-MOST_SAID))).unref()
  return child
}

/** Stops what it serves, as SIGTERM does; a process that does not is killed. */
export async function stopWarm() {
  if (!isTaken) return
  const timer = setTimeout(killWarm, STOPS_WITHIN)
  await tell({}).finally(() => clearTimeout(timer))
  isTaken = false
}

/** Ends the process as a power cut would; the next start is in a new one. */
export async function killWarm() {
  isTaken = false
  const ended = product
  product = undefined
  if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
  ended.kill('SIGKILL')
  await once(ended, 'exit')
}

async function tell(order: Order) {
  const one = product
  if (!one?.connected) return
  const answered = Promise.withResolvers<{ failed?: string }>()
  const died = () => answered.resolve({ failed: order.start && `The product ended at once:\n${said}` })
  one.once('message', answered.resolve).once('exit', died)
  one.ref()
  one.channel?.ref()
  one.send(order)
  const { failed } = await answered.promise
  one.off('message', answered.resolve).off('exit', died)
  one.unref()
  one.channel?.unref()
  if (failed) throw new Error(failed)
}

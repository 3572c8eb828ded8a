import { setTimeout as sleep } from 'node:timers/promises'
import type { Lane } from './queries.ts'
import { sendNext, type SendDeps } from './send.ts'

export interface Sender {
  /** Something was written to the outbox: look now. */
  kick(): void
  /** Finishes the messages under way, for at most 10 s. */
  stop(): Promise<void>
}

const IDLE = 1000
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000
const STOP_WITHIN = 10_000

/** So many mails share a claim, a note and a commit. More would wait longer for the slowest of them. */
const TOGETHER = 8

/** How many workers share `atOnce` mails: while one's are with the mail server, another's are with the database. */
export const workersFor = (atOnce: number) => Math.max(Math.min(atOnce, 2), Math.ceil(atOnce / TOGETHER))

/**
 * Sends messages as they fall due, until stopped; outages of the mail server or the database only make it wait. Beside
 * the workers, who send what is urgent first and then reminders, one more sends only what is urgent: however slowly the
 * mail server takes reminders, who books has the mail at once.
 */
export function startSender({ atOnce = 2, ...deps }: SendDeps & { atOnce?: number }): Sender {
  let kicks = 0
  let stopping = false
  // Shared by the workers: what one finds out about the mail server, or the database, holds for all.
  const mail = pauses()
  const database = pauses()
  const asleep = new Set<{ kickable: boolean; wake: () => void }>()

  const rest = (ms: number, kickable: boolean) =>
    new Promise<void>((resolve) => {
      const sleeper = { kickable, wake: () => (clearTimeout(timer), asleep.delete(sleeper), resolve()) }
      const timer = setTimeout(sleeper.wake, ms)
      asleep.add(sleeper)
    })

  const work = async (lane: Lane, most: number) => {
    while (!stopping) {
      const seen = kicks
      let ms = 0
      let kickable = false
      try {
        const steps = await sendNext(deps, lane, most)
        database.over()
        // An empty queue says nothing about the mail server: another worker may be trying it with the last message.
        if (steps.length === 0) {
          if (seen === kicks) [ms, kickable] = [IDLE, true]
        } else if (steps.every((step) => step === 'unreachable')) ms = mail.next()
        else mail.over()
      } catch (error) {
        deps.log.error({ err: error }, 'the outbox cannot be read')
        ms = database.next()
      }
      // A new message changes nothing about an outage: only its pause's end, or stopping, wakes from that.
      if (ms && !stopping) await rest(ms, kickable)
    }
  }

  const workers = workersFor(atOnce)
  const running = Promise.all([
    work('urgent', 1),
    ...Array.from({ length: workers }, (_, n) => work('all', Math.floor((atOnce + n) / workers))),
  ])
  return {
    kick() {
      kicks++
      for (const sleeper of [...asleep]) if (sleeper.kickable) sleeper.wake()
    },
    async stop() {
      stopping = true
      for (const sleeper of [...asleep]) sleeper.wake()
      const patience = new AbortController()
      await Promise.race([running, sleep(STOP_WITHIN, undefined, { signal: patience.signal })])
      patience.abort()
    },
  }
}

/** Pauses that double from 1 s to 30 s while something is out of order. */
function pauses() {
  let last = 0
  return {
    next: () => (last = Math.min(last * 2 || FIRST_PAUSE, LONGEST_PAUSE)),
    over: () => void (last = 0),
  }
}

import { endsWithin } from '../turns/ends-within.ts'
import type { Pressure } from '../turns/pressure.ts'
import { sendNext, type SendDeps } from './send.ts'
import type { Priority, Step } from './claim-queries.ts'

export interface Sender {
  /** Wakes the sender, because something was written to the outbox. */
  kick(): void
  /** Finishes the messages under way, for at most 10 s; what has not ended by then is broken off, as far as that is possible. */
  stop(): Promise<void>
}

const IDLE = 1000
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000
const STOP_WITHIN = 8_000
/** How long what became of broken off messages may take to be stored. */
const STORE_WITHIN = 2_000

/**
 * While requests press, a worker rests so many times as long as it worked: it takes a tenth of the time. Of a slow mail
 * server's conversation most is waiting, which costs nobody anything.
 */
const RESTS = 9
const LONGEST_REST = 100
/** Whose queue was never empty for so long takes half of the time, however long the rush lasts. */
const BEHIND = 30_000
/** After so long a claim is held up by the mail server, and others go on beside it. */
const HELD_UP = 100

/**
 * How many mails share a claim, a handover note and a commit. With more of them, all would wait for the
 * slowest.
 */
const TOGETHER = 16

/** The number of workers for `atOnce` mails: one worker uses the mail server while another uses the database. */
export const workersFor = (atOnce: number) => Math.max(Math.min(atOnce, 2), Math.ceil(atOnce / TOGETHER))

/**
 * Sends messages as they fall due, until it is stopped. An outage of the mail server or the database only
 * makes it wait. The workers send urgent messages first and then reminders; one extra worker sends only
 * urgent ones, so that a confirmation leaves at once, however slowly the mail server accepts reminders.
 */
export function startSender({
  atOnce = 2,
  pressure,
  ...deps
}: SendDeps & { atOnce?: number; pressure?: Pressure }): Sender {
  const workers = workersFor(atOnce)
  const each = Array.from({ length: workers }, (_, n) => ({
    priority: 'all' as const,
    most: Math.floor((atOnce + n) / workers),
    // The first one's claim, note and commit are for as many mails as may share them.
    pressed: n === 0 ? Math.min(atOnce, TOGETHER) : 0,
  }))
  const breakOff = () => deps.mailer.breakOff?.()
  return startWorkers(
    { log: deps.log, pressure, breakOff },
    (priority, most) => sendNext(deps, priority, most),
    [{ priority: 'urgent', most: 1, pressed: 0 }, ...each],
  )
}

interface Worker {
  priority: Priority
  /** How many messages it takes at once. */
  most: number
  /** How many while requests press; 0 leaves them to the one that takes more then, unless that one is held up. `most` by default. */
  pressed?: number
}

interface WorkDeps {
  log: SendDeps['log']
  /** Requests go first, whose senders look at a screen: docs/messages.md, 'Requests go first'. */
  pressure?: Pressure | undefined
  /** After so many milliseconds messages wait no longer behind requests. */
  behind?: number
  /** Breaks off the messages under way, when a stop has waited long enough for the other side. */
  breakOff?: () => void
}

/** Lets each worker take what is due on a channel, one claim after the other. */
export function startWorkers(
  { log, pressure = () => false, behind = BEHIND, breakOff }: WorkDeps,
  takeNext: (priority: Priority, most: number) => Promise<Step[]>,
  workers: Worker[],
): Sender {
  let kicks = 0
  let stopping = false
  // Shared by the workers: an outage that one of them finds applies to all.
  const channel = pauses()
  const database = pauses()
  const asleep = new Set<{ kickable: boolean; wake: () => void }>()

  const rest = (ms: number, kickable: boolean) =>
    new Promise<void>((resolve) => {
      const sleeper = { kickable, wake: () => (clearTimeout(timer), asleep.delete(sleeper), resolve()) }
      const timer = setTimeout(sleeper.wake, ms)
      asleep.add(sleeper)
    })

  // What one takes more while requests press, the others take less.
  let free = workers.reduce((sum, { most }) => sum + most, 0)
  let leading = Infinity
  const isHeldUp = () => performance.now() - leading > HELD_UP

  const work = async ({ priority, most, pressed = most }: Worker) => {
    let emptyAt = performance.now()
    const restAfter = (begun: number) => {
      const [now, rests] = [performance.now(), performance.now() - emptyAt > behind ? 1 : RESTS]
      return rest(Math.min(rests * (now - begun), LONGEST_REST), false)
    }
    while (!stopping) {
      const taken = Math.min(pressure() && !isHeldUp() ? pressed : most, free)
      if (taken === 0) {
        await rest(LONGEST_REST, false)
        emptyAt = performance.now()
        continue
      }
      const seen = kicks
      const begun = performance.now()
      free -= taken
      if (pressed > 0) leading = begun
      let ms = 0
      let kickable = false
      try {
        const steps = await takeNext(priority, taken)
        database.over()
        if (steps.length < taken) emptyAt = performance.now()
        // An empty queue says nothing about the channel: another worker may be sending the last message.
        if (steps.length === 0) {
          if (seen === kicks) [ms, kickable] = [IDLE, true]
        } else if (steps.every((step) => step === 'unreachable')) ms = channel.next()
        else channel.over()
      } catch (error) {
        log.error({ err: error }, 'the outbox cannot be read')
        ms = database.next()
      }
      free += taken
      if (pressed > 0) leading = Infinity
      if (pressure()) await restAfter(begun)
      // What was written to the outbox meanwhile is not waited for.
      if (kickable && seen !== kicks) continue
      // During an outage, a new message does not wake the worker: only the end of the pause or stopping does.
      if (ms && !stopping) await rest(ms, kickable)
    }
  }

  const running = Promise.all(workers.map(work))
  return {
    kick() {
      kicks++
      for (const sleeper of asleep) if (sleeper.kickable) sleeper.wake()
    },
    async stop() {
      stopping = true
      for (const sleeper of asleep) sleeper.wake()
      if (await endsWithin(STOP_WITHIN, running)) return
      breakOff?.()
      await endsWithin(STORE_WITHIN, running)
    },
  }
}

/** Pauses that double from 1 s to 30 s during an outage. */
function pauses() {
  let last = 0
  return {
    next: () => (last = Math.min(last * 2 || FIRST_PAUSE, LONGEST_PAUSE)),
    over: () => void (last = 0),
  }
}

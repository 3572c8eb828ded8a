interface Job {
  run: () => Promise<void>
}

/** Thrown when the queue has no place left. */
export class QueueFull extends Error {}

interface Size {
  /** How many run at once. */
  atOnce: number
  /** How many of one lane may wait. */
  perLane: number
  /** How many of one group of lanes may wait: as many as there is room for, where nothing is said. */
  perGroup?: number
  /** How many may wait in total. */
  total: number
  /** How many of them may be strangers; the other places are for known senders alone. */
  strangers?: number
}

type Round<T> = Map<string, T>

/**
 * A bounded queue that is fair between groups of lanes, and within each between its lanes: they take turns, however many wait in each.
 * Lanes of known senders take turns with the others, so that a crowd of strangers does not hold up known ones.
 */
export function fairQueue({ atOnce, perLane, perGroup = Infinity, total, strangers = total }: Size) {
  const classes = { known: new Map<string, Round<Job[]>>(), strange: new Map<string, Round<Job[]>>() }
  let running = 0
  const waiting = { known: 0, strange: 0 }
  let turn: keyof typeof classes = 'known'

  const isFullFor = (sender: keyof typeof classes) =>
    waiting.known + waiting.strange >= total || (sender === 'strange' && waiting.strange >= strangers)

  function next(): Job | undefined {
    turn = turn === 'known' ? 'strange' : 'known'
    const other = turn === 'known' ? 'strange' : 'known'
    const sender = classes[turn].size > 0 ? turn : other
    const groups = classes[sender]
    const first = firstOf(groups)
    if (!first) return undefined
    const [group, lanes] = first
    const [lane, jobs] = firstOf(lanes)!
    const job = jobs.shift()!
    hadItsTurn(lanes, lane, jobs.length > 0)
    hadItsTurn(groups, group, lanes.size > 0)
    waiting[sender]--
    return job
  }

  function start() {
    while (running < atOnce) {
      const job = next()
      if (!job) return
      running++
      void job.run().finally(() => {
        running--
        start()
      })
    }
  }

  return {
    /** Whether a stranger would be refused now. */
    isFull: () => isFullFor('strange'),
    /** @throws QueueFull at once, when there is no place left. */
    run<T>({ lane, group = lane, isKnown = false }: Lane, work: () => Promise<T>): Promise<T> {
      const sender = isKnown ? 'known' : 'strange'
      const lanes = classes[sender].get(group) ?? new Map<string, Job[]>()
      const jobs = lanes.get(lane) ?? []
      if (isFullFor(sender) || jobs.length >= perLane || jobsIn(lanes) >= perGroup)
        return Promise.reject(new QueueFull())
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      jobs.push({ run: () => work().then(resolve, reject) })
      lanes.set(lane, jobs)
      classes[sender].set(group, lanes)
      waiting[sender]++
      start()
      return promise
    },
  }
}

const firstOf = <T>(round: Round<T>) => round.entries().next().value

/** Moves who had a turn to the end of the round, or out of it. */
function hadItsTurn<T>(round: Round<T>, name: string, stays: boolean) {
  const one = round.get(name)!
  round.delete(name)
  if (stays) round.set(name, one)
}

const jobsIn = (lanes: Round<Job[]>) => lanes.values().reduce((sum, { length }) => sum + length, 0)

/** A sender's lane: a network, or a known browser or user. */
export interface Lane {
  lane: string
  /** Whose lanes share one turn: of a network of IPv6 its /48. The lane alone, where nothing is said. */
  group?: string
  isKnown?: boolean
}

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
  /** How many may wait in total. */
  total: number
  /** How many of them may be strangers; the other places are for known senders alone. */
  strangers?: number
}

/**
 * A bounded queue that is fair between lanes: they take turns, however many wait in each. Lanes of known
 * senders take turns with the others, so that a crowd of strangers does not hold up known ones.
 */
export function fairQueue({ atOnce, perLane, total, strangers = total }: Size) {
  const classes = { known: new Map<string, Job[]>(), strange: new Map<string, Job[]>() }
  let running = 0
  const waiting = { known: 0, strange: 0 }
  let turn: keyof typeof classes = 'known'

  const isFullFor = (sender: keyof typeof classes) =>
    waiting.known + waiting.strange >= total || (sender === 'strange' && waiting.strange >= strangers)

  function next(): Job | undefined {
    turn = turn === 'known' ? 'strange' : 'known'
    const other = turn === 'known' ? 'strange' : 'known'
    const sender = classes[turn].size > 0 ? turn : other
    const lanes = classes[sender]
    const [first] = lanes
    if (!first) return undefined
    const [lane, jobs] = first
    const job = jobs.shift()!
    // Moves the lane to the end of the round, or removes it.
    lanes.delete(lane)
    if (jobs.length > 0) lanes.set(lane, jobs)
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
    run<T>({ lane, isKnown = false }: Lane, work: () => Promise<T>): Promise<T> {
      const sender = isKnown ? 'known' : 'strange'
      const lanes = classes[sender]
      const jobs = lanes.get(lane) ?? []
      if (isFullFor(sender) || jobs.length >= perLane) return Promise.reject(new QueueFull())
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      jobs.push({ run: () => work().then(resolve, reject) })
      lanes.set(lane, jobs)
      waiting[sender]++
      start()
      return promise
    },
  }
}

/** A sender's lane: a network, or a known browser or user. */
export interface Lane {
  lane: string
  isKnown?: boolean
}

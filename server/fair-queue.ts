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
}

/**
 * A bounded queue that is fair between lanes: they take turns, however many wait in each. Lanes of known
 * senders take turns with the others, so that a crowd of strangers does not hold up known ones.
 */
export function fairQueue({ atOnce, perLane, total }: Size) {
  const classes = { known: new Map<string, Job[]>(), strange: new Map<string, Job[]>() }
  let running = 0
  let waiting = 0
  let turn: keyof typeof classes = 'known'

  function next(): Job | undefined {
    turn = turn === 'known' ? 'strange' : 'known'
    const other = turn === 'known' ? 'strange' : 'known'
    const lanes = classes[turn].size > 0 ? classes[turn] : classes[other]
    const [first] = lanes
    if (!first) return undefined
    const [lane, jobs] = first
    const job = jobs.shift()!
    // Moves the lane to the end of the round, or removes it.
    lanes.delete(lane)
    if (jobs.length > 0) lanes.set(lane, jobs)
    waiting--
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
    isFull: () => waiting >= total,
    /** @throws QueueFull at once, when there is no place left. */
    run<T>({ lane, isKnown = false }: Lane, work: () => Promise<T>): Promise<T> {
      const lanes = isKnown ? classes.known : classes.strange
      const jobs = lanes.get(lane) ?? []
      if (waiting >= total || jobs.length >= perLane) return Promise.reject(new QueueFull())
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      jobs.push({ run: () => work().then(resolve, reject) })
      lanes.set(lane, jobs)
      waiting++
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

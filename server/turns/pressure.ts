import type { FastifyInstance } from 'fastify'

/** Whether requests come so fast, or take so long, that work nobody waits for should step back. */
export type Pressure = () => boolean

// More than forty a second: what a busy day of many businesses asks for in its worst moments.
const MANY = 10
const WITHIN_MS = 250

/**
 * Some request waited for its answer during half of the last second. A machine that is slow, or that mails keep busy, answers few in a
 * second: by their number alone nothing would press there. One slow answer, or a stream that ends, is none of it.
 */
const WAITED_MS = 500
const FEWEST = 3
const SPAN_MS = 1000
const PARTS = 10

/** Notes when requests begin, and how long those of the API wait. Call it before routes are registered. */
export function watchPressure(app: FastifyInstance): Pressure {
  const begun = new Float64Array(MANY).fill(-Infinity)
  let next = 0
  app.addHook('onRequest', (_request, _reply, done) => {
    begun[next] = performance.now()
    next = (next + 1) % MANY
    done()
  })

  // Tenths of a second, each with its number, what was waited in it, and by how many.
  const part = Array.from({ length: PARTS }, () => ({ number: -Infinity, waited: 0, count: 0 }))
  const numberOf = (ms: number) => Math.floor(ms / (SPAN_MS / PARTS))
  app.addHook('onResponse', (request, reply, done) => {
    // Files wait for the reader's network.
    if (request.url.startsWith('/api/')) {
      const number = numberOf(performance.now())
      const now = part[number % PARTS]!
      if (now.number !== number) Object.assign(now, { number, waited: 0, count: 0 })
      now.waited += Math.min(reply.elapsedTime, SPAN_MS)
      now.count++
    }
    done()
  })
  const isWaitedFor = (now: number) => {
    const oldest = numberOf(now) - PARTS
    let waited = 0
    let count = 0
    for (const one of part)
      if (one.number > oldest) {
        waited += one.waited
        count += one.count
      }
    return count >= FEWEST && waited >= WAITED_MS
  }

  return () => {
    const now = performance.now()
    // The next place holds the oldest of them.
    return now - begun[next]! < WITHIN_MS || isWaitedFor(now)
  }
}

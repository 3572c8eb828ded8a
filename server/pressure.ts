import type { FastifyInstance } from 'fastify'

/** Whether requests come so fast that work nobody waits for should step back. */
export type Pressure = () => boolean

// More than forty a second: what a busy day of many businesses asks for in its worst moments.
const MANY = 10
const WITHIN_MS = 250

/** Notes when requests begin. Call it before routes are registered. */
export function watchPressure(app: FastifyInstance): Pressure {
  const begun = new Float64Array(MANY).fill(-Infinity)
  let next = 0
  app.addHook('onRequest', (_request, _reply, done) => {
    begun[next] = performance.now()
    next = (next + 1) % MANY
    done()
  })
  // The next place holds the oldest of them.
  return () => performance.now() - begun[next]! < WITHIN_MS
}

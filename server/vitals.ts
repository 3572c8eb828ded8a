import type { FastifyInstance } from 'fastify'
import { sqlState } from './database/db.ts'
import { watchPressure, type Pressure } from './turns/pressure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    vitals: Vitals
  }
}

/** The bounds of a request's duration that are counted apart, in seconds. */
export const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Route {
  method: string
  /** As it was registered, '/api/appointments/:id': as many as there are routes, whatever is asked for. */
  route: string
  statuses: Map<number, number>
  buckets: number[]
  count: number
  seconds: number
}

interface Job {
  doneAt: number | undefined
  failures: number
}

/** What a process notes of itself since it began. No address, no business, no person is in it. */
export interface Vitals {
  routes: Map<string, Route>
  jobs: Map<string, Job>
  /** When jobs began to run, in epoch milliseconds; undefined in a process that runs none. */
  jobsSince: number | undefined
  /** When the database last had no room for a change, or took none, in epoch milliseconds. */
  changesRefusedAt: number | undefined
  /** The connections of the pool for requests. */
  pool: () => { total: number; idle: number; waiting: number }
  pressure: Pressure
}

/** Counts every request of the server by its route and its answer's status. */
export function decorateVitals(app: FastifyInstance, now: () => number) {
  const vitals: Vitals = {
    routes: new Map(),
    jobs: new Map(),
    jobsSince: undefined,
    changesRefusedAt: undefined,
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
    pressure: watchPressure(app),
  }
  app.decorate('vitals', vitals)
  app.addHook('onError', (_request, _reply, error, done) => {
    if (isNoRoom(error)) vitals.changesRefusedAt = now()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const seconds = reply.elapsedTime / 1000
    const entry = routeOf(vitals, request.is404 ? 'any' : request.method, route)
    entry.count++
    entry.seconds += seconds
    entry.statuses.set(reply.statusCode, (entry.statuses.get(reply.statusCode) ?? 0) + 1)
    const bucket = BUCKETS.findIndex((most) => seconds <= most)
    if (bucket !== -1) entry.buckets[bucket]!++
    done()
  })
}

/** Its disk is full or fails, or it takes no changes: whatever room this machine has, and however well it reads. */
const isNoRoom = (error: unknown) => /^(53100|58030|25006)$/.test(sqlState(error) ?? '')

function routeOf({ routes }: Vitals, method: string, route: string): Route {
  const key = `${method} ${route}`
  let entry = routes.get(key)
  if (!entry) {
    entry = { method, route, statuses: new Map(), buckets: BUCKETS.map(() => 0), count: 0, seconds: 0 }
    routes.set(key, entry)
  }
  return entry
}

/** Notes how a run of a job ended. */
export function noteJob({ jobs }: Vitals, name: string, doneAt: number | undefined) {
  const job = jobs.get(name) ?? { doneAt: undefined, failures: 0 }
  if (doneAt === undefined) job.failures++
  else job.doneAt = doneAt
  jobs.set(name, job)
}

import { ACTIVITY_DAYS } from '#domain/activity.ts'
import { forgetFormerEmails } from './accounts/former-email-queries.ts'
import { NOBODYS_HASH } from './accounts/passwords.ts'
import type { FastifyBaseLogger } from 'fastify'
import { forgetFailedLogins } from './admin/queries.ts'
import { expireHolds } from './appointments/hold.ts'
import { foldCards } from './clients/fold-queries.ts'
import { forgetOffers } from './businesses/forget-offer-queries.ts'
import { forgetMerges } from './clients/merge-queries.ts'
import { forgetImports } from './imports/queries.ts'
import { workOnImports } from './imports/work.ts'
import { instant, type Db } from './database/db.ts'
import { endsWithin } from './turns/ends-within.ts'
import { deleteBusinesses } from './deletion/erase.ts'
import type { FileStore } from './files/files.ts'
import { forgetPlaces } from './location/queries.ts'
import type { Limits } from './limits/limits.ts'
import { forgetDigests, writeDigests } from './messages/digest-queries.ts'
import { releaseWrittenAhead } from './messages/release-queries.ts'
import { foldFigures } from './metrics/fold.ts'
import { planGreetings } from './birthdays/plan.ts'
import { nightlyBackups, type NightlyDeps } from './backup/nightly.ts'
import { forgetLinks } from './portal/link-queries.ts'
import { eraseLastAnswers } from './privacy/request-queries.ts'
import { forgetPushes } from './push/queries.ts'
import { forgetRemembered } from './remembered/queries.ts'
import { giveOver } from './reminders/give-over.ts'
import { reminderPlanner } from './reminders/plan.ts'
import { forgetReports } from './reports/queries.ts'
import { eraseLeftOver } from './team/erase-queries.ts'
import { spanned, type Tracer } from './tracing.ts'
import { noteJob, type Vitals } from './vitals.ts'
import { noteStatus } from './watch/status.ts'
import { operatorTeller, type TellDeps } from './watch/tell.ts'
import { whatsAppPlanner } from './whatsapp/plan.ts'
import { countGrown } from './database/statistics-queries.ts'
import { removeUnusedImages } from './uploads/clean.ts'

interface JobDeps extends Pick<TellDeps, 'config' | 'mailer' | 'render' | 'mails'> {
  db: Db
  files: FileStore
  now: () => number
  log: FastifyBaseLogger
  limits: Limits
  backups?: NightlyDeps['backups']
  vitals: Vitals
  /** Whether this installation sends WhatsApp. */
  hasWhatsApp: boolean
  tracer?: Tracer | undefined
}

const HOUR = 3_600_000
/** How long a stop waits for the jobs under way; all of it may take 20 s. */
const PATIENCE_MS = 10_000

/** The scheduled jobs. Every job may run in several processes at once. */
const jobs = [
  { name: 'plan reminders', everyMs: 5000, run: reminderPlanner() },
  { name: 'plan reminders by WhatsApp', everyMs: 5000, run: whatsAppPlanner() },
  { name: 'remind by the other way', everyMs: 60_000, run: giveOver },
  { name: 'plan greetings', everyMs: 60_000, run: planGreetings },
  { name: 'let go of expired holds', everyMs: 5000, run: expireHolds },
  {
    name: 'release messages',
    everyMs: 60_000,
    run: ({ db, now }: JobDeps) => releaseWrittenAhead(db, now()),
  },
  { name: 'write digests', everyMs: 60_000, run: ({ db, now }: JobDeps) => writeDigests(db, now()) },
  { name: 'add up figures', everyMs: 5000, run: foldFigures },
  { name: 'add up cards', everyMs: 5000, run: foldCards },
  { name: 'import clients', everyMs: 1000, run: workOnImports },
  { name: 'delete businesses', everyMs: 60_000, run: deleteBusinesses },
  { name: 'count grown tables', everyMs: 2000, run: countGrown },
  { name: 'forget what has expired', everyMs: HOUR, run: forgetExpired },
  { name: 'back up', everyMs: 60_000, run: nightlyBackups() },
  { name: 'note what works', everyMs: 20_000, run: noteStatus },
  { name: 'tell the operator', everyMs: 60_000, run: operatorTeller() },
  { name: 'remove unused pictures', everyMs: 6 * HOUR, run: removeUnusedImages },
]

/** Starts all jobs. Each waits for its own previous run to end; a failed job runs again at its next turn. */
export function startJobs(deps: JobDeps) {
  let stopping = false
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()
  const stopped = new AbortController()

  const schedule = (job: (typeof jobs)[number], afterMs: number) => {
    if (stopping) return
    const timer = setTimeout(() => {
      const { name } = job
      const work = async () => await job.run({ ...deps, signal: stopped.signal })
      const run: Promise<unknown> = spanned(deps.tracer, `job ${name}`, 'internal', {}, work)
        .then(
          () => noteJob(deps.vitals, name, deps.now()),
          (error) => {
            noteJob(deps.vitals, name, undefined)
            if (error !== stopped.signal.reason) deps.log.error({ err: error, job: name }, 'job failed')
          },
        )
        .finally(() => {
          running.delete(run)
          schedule(job, job.everyMs)
        })
      running.add(run)
    }, afterMs)
    timers.set(job.name, timer)
  }
  deps.vitals.jobsSince = deps.now()
  for (const job of jobs) schedule(job, Math.min(job.everyMs, 10_000))

  return {
    async stop() {
      stopping = true
      stopped.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      // Whoever has not heard of it until then loses its connection, which the caller cuts: a stop has an end.
      await endsWithin(PATIENCE_MS, Promise.all(running))
    },
  }
}

/** Removes what is over and has no job of its own. What fails keeps nothing else from going: the first fault is thrown at the end. */
export async function forgetExpired({
  db,
  now,
  signal,
}: Pick<JobDeps, 'db' | 'now'> & { signal?: AbortSignal }) {
  const nowMs = now()
  const before = (ms: number) => instant(nowMs - ms)
  const steps = [
    () =>
      db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', before(24 * HOUR))
        .execute(),
    () => forgetFormerEmails(db, nowMs),
    () => eraseLeftOver(db, { nowMs, password_hash: NOBODYS_HASH }),
    () => db.deleteFrom('spent_challenges').where('expires_at', '<', before(0)).execute(),
    () => db.deleteFrom('sessions').where('expires_at', '<', before(0)).execute(),
    () => db.deleteFrom('administrator_sessions').where('expires_at', '<', before(0)).execute(),
    () =>
      db
        .deleteFrom('password_resets')
        .where('expires_at', '<', before(24 * HOUR))
        .execute(),
    () =>
      db
        .deleteFrom('activity')
        .where('at', '<', before((ACTIVITY_DAYS + 1) * 24 * HOUR))
        .execute(),
    () => db.deleteFrom('attempts').where('until', '<', before(0)).execute(),
    () => forgetDigests(db, nowMs),
    () => forgetPlaces(db, nowMs),
    () => forgetReports(db, nowMs),
    () => eraseLastAnswers(db, nowMs),
    () => forgetMerges(db, nowMs),
    () => forgetPushes(db, nowMs),
    () => forgetImports(db, nowMs),
    () => forgetRemembered(db, nowMs),
    () => forgetFailedLogins(db, nowMs),
    () => forgetLinks(db, nowMs, { signal }),
    () => forgetOffers(db, nowMs, { signal }),
  ]
  const faults: unknown[] = []
  for (const step of steps) {
    signal?.throwIfAborted()
    try {
      await step()
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

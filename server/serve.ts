import type { FastifyBaseLogger } from 'fastify'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmailTemplates } from '../emails/types.ts'
import { ensureAdministrator } from './admin/queries.ts'
import { countsWritten } from './limits/attempts.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { connectionsOf, LONG_POOL_SIZE, poolSizeOf, tooFew } from './connections.ts'
import { connectionOf, connectPool, LONG, mostConnections, otherProcesses, type Db } from './database/db.ts'
import { endsWithin } from './turns/ends-within.ts'
import { fileStore } from './files/file-store.ts'
import { fileRoutes } from './files/files.ts'
import { ensureRestored, installationSecret } from './installation.ts'
import { startJobs } from './jobs.ts'
import { geocoderOf } from './location/geocoder.ts'
import { finish } from './lifecycle.ts'
import { startLive } from './live.ts'
import { outboxMailer, outboxRoutes } from './mail/outbox.ts'
import { smtpMailer } from './mail/smtp.ts'
import { startSender } from './messages/sender.ts'
import { migrate, untilAnswered } from './database/migrate.ts'
import { servePages, type WebBuild } from './pages/routes.ts'
import { refusePooler } from './database/pooler.ts'
import { startPostgres } from './database/embedded/postgres.ts'
import { makeDataDir } from './start-error.ts'
import { contactOf, pushServices } from './push/service.ts'
import { standInPushRoutes } from './push/standin/pages.ts'
import { standInPushes, type Shown } from './push/standin/service.ts'
import { startPushes } from './push/start.ts'
import { sharePictureRoutes } from './sharing/picture-routes.ts'
import { sitemapRoutes } from './sharing/sitemap-routes.ts'
import { tileRoutes } from './files/tiles.ts'
import { removeLeftArchives } from './transfer/nameless.ts'
import { altchaVerifier } from './verification/altcha.ts'
import { recaptchaVerifier } from './verification/recaptcha.ts'
import { metricsPort, metricsRoute } from './watch/serve.ts'
import { cloudApi } from './whatsapp/cloud-api.ts'
import { standInChannel, type Kept } from './whatsapp/standin/channel.ts'
import { standInRoutes } from './whatsapp/standin/pages.ts'
import { startEvents, startWhatsAppSender } from './whatsapp/start.ts'
import { sendSpanned } from './tracing.ts'
import { secretsOf } from './secrets.ts'
import { noVerification } from './verification/verifier.ts'

export interface Served {
  db: Db
  /** The address it listens on; the port is the actual one even when 0 was requested. */
  url: string
  /** Where the embedded PostgreSQL keeps its data, if it is used. */
  databaseDir: string | undefined
  log: FastifyBaseLogger
  /**
   * Completes the requests in progress, then releases all resources. For `drainMs` before that it serves on
   * and says that it is not ready, so that proxies turn to other processes.
   */
  stop(drainMs?: number): Promise<void>
}

export interface World {
  now?: () => number
  /** Settings for the embedded PostgreSQL. */
  postgres?: Record<string, string>
  /** Runs when the schema is up to date, before the first request. */
  prepare?: (db: Db) => Promise<void>
  /** Ends a start that waits. */
  signal?: AbortSignal
}

/**
 * How long a stop waits for connections that a message still holds whose other side answers nothing: the database takes back what was
 * not committed on them, as of a process that is killed.
 */
const LET_GO_MS = 1000

/** Starts database, app, pages and jobs, in this order, and stops them in reverse. */
export async function serve(
  config: Config,
  web: WebBuild,
  { now = Date.now, postgres: settings, prepare, signal }: World = {},
): Promise<Served> {
  makeDataDir(config.dataDir)
  const undo: (() => unknown)[] = []
  let drain = 0
  const stop = async (drainMs = 0) => {
    drain = drainMs
    const errors: unknown[] = []
    for (const step of undo.reverse().splice(0))
      try {
        await step()
      } catch (error) {
        errors.push(error)
      }
    // The rest is stopped, too: above all the database, which would stay behind.
    if (errors.length > 0) throw errors[0]
  }
  try {
    const postgres = config.databaseUrl
      ? undefined
      : await startPostgres(join(config.dataDir, 'pg'), settings)
    const where = { url: config.databaseUrl, socketDir: postgres?.socketDir }
    undo.push(async () => {
      // Another process of the same installation may still use the database that we started. Checked twice,
      // because the connections of a process that stops with us are gone a moment later.
      const others = () => otherProcesses(where).catch(() => 0)
      if (!postgres || ((await others()) > 0 && (await sleep(250), await others()) > 0)) return
      await postgres.stop()
    })
    let warn = (_about: object, _what: string) => {}
    const tracer = config.traces
      ? (await import('./watch/traces/tracer.ts')).startTracer(config.traces, now, (about, what) =>
          warn(about, what),
        )
      : undefined
    undo.push(() => tracer?.stop())
    const { db, pool } = connectPool({ ...where, poolSize: poolSizeOf(config), tracer })
    undo.push(() => endsWithin(LET_GO_MS, db.destroy()))
    undo.push(() => countsWritten(db))
    const long = connectPool({ ...where, poolSize: LONG_POOL_SIZE, patience: LONG, tracer })
    undo.push(() => {
      // What a job or an export still waits for, as a lock that somebody holds, has no time limit, and a pool waits for whom it serves.
      long.pool.setSilent(true)
      return endsWithin(LET_GO_MS, long.db.destroy())
    })
    if (where.url) await refusePooler(where)
    // A process that starts beside this one ends the connections of before it changed the schema. Each part can be done again.
    await untilAnswered(async () => {
      await ensureRestored(long.db)
      await migrate(long.db, undefined, signal)
      if (config.administrator) await ensureAdministrator(db, config.administrator)
      await prepare?.(db)
    })
    await removeLeftArchives(now())

    const outbox = join(config.dataDir, 'mail')
    const mailer = sendSpanned(
      tracer,
      'mail',
      config.smtpUrl ? smtpMailer(config.smtpUrl) : outboxMailer(outbox),
    )
    undo.push(() => mailer.close())

    const wakes: (() => void)[] = []
    let eventsCame = () => {}
    const live = startLive(
      db,
      connectionOf(where),
      (error, what) => warn({ err: error }, what),
      (isAlive) => [pool, long.pool].forEach((each) => each.setSilent(!isAlive)),
    )
    undo.push(() => live.stop())
    const verifier = await verifierOf(config, db, now)
    const secrets = secretsOf(config)
    const files = fileStore(config)
    const geocoder = geocoderOf(config)
    const messagesQueued = () => wakes.forEach((wake) => wake())
    const deps = {
      db,
      where,
      now,
      config,
      verifier,
      secrets,
      files,
      geocoder,
      messagesQueued,
      eventsCame: () => eventsCame(),
      live,
      tracer,
    }
    const app = await createApp(deps)
    warn = (about, what) => app.log.warn(about, what)
    const few = tooFew(await mostConnections(db), connectionsOf(config))
    if (few) app.log.warn(few)
    await fileRoutes(app, files)
    sharePictureRoutes(app, deps)
    sitemapRoutes(app, deps)
    app.vitals.pool = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
    const watched = { db, now, config, vitals: app.vitals, tracer }
    metricsRoute(app, watched, config.metrics.token)
    await tileRoutes(app, deps, {
      folder: join(config.dataDir, 'tiles'),
      tileUrl: config.tileUrl,
      agent: `enpunto (${config.publicUrl})`,
      bounds: { files: 20_000, bytes: config.tileCacheMb * 1024 * 1024 },
    })
    if (!config.production && !config.smtpUrl) outboxRoutes(app, outbox)
    const kept: Kept[] = []
    if (!config.production && config.whatsapp?.isStandIn) standInRoutes(app, deps, kept)
    const shown: Shown[] = []
    if (config.push?.isInProcess) standInPushRoutes(app, shown)
    await servePages(app, deps, web)
    const url = await app.listen({ host: config.host, port: config.port }).catch(async (error) => {
      await app.close()
      throw error
    })

    const entry = await web.entry()
    const { pressure } = app.vitals
    const working: { stop(): Promise<void> }[] = []
    // At the same time: each may take 10 s, and all of it 20.
    undo.push(() => Promise.all(working.map((each) => each.stop())))
    const sender = startSender({
      db,
      pressure,
      mailer,
      now,
      atOnce: config.smtpConnections,
      log: app.log,
      render: entry.emails as EmailTemplates,
      publicUrl: config.publicUrl,
      mailFrom: config.mailFrom,
      limits: config.limits,
    })
    wakes.push(() => sender.kick())
    working.push(sender)
    if (config.whatsapp) {
      const { publicUrl } = config
      const own = { db, now, publicUrl, log: app.log, limits: config.limits }
      const changed = (business_id: number) => live.changed(business_id)
      const channel = config.whatsapp.isStandIn ? standInChannel(kept) : cloudApi(config.whatsapp)
      const traced = sendSpanned(tracer, 'whatsapp', channel)
      const byWhatsApp = startWhatsAppSender({ ...own, changed, channel: traced, pressure })
      wakes.push(() => byWhatsApp.kick())
      working.push(byWhatsApp)
      const events = startEvents({
        ...own,
        changed(business_id) {
          messagesQueued()
          changed(business_id)
        },
      })
      eventsCame = () => events.kick()
      working.push(events)
    }
    if (config.push) {
      const services = config.push.isInProcess
        ? standInPushes(shown)
        : pushServices(config.push, db, contactOf(config.mailFrom))
      const service = sendSpanned(tracer, 'push', services)
      const pushes = startPushes({ db, now, log: app.log, service, pressure })
      wakes.push(() => pushes.kick())
      working.push(pushes)
    }
    const jobs = startJobs({
      db: long.db,
      files,
      now,
      log: app.log,
      limits: config.limits,
      backups: config.backups && { settings: config.backups, where },
      vitals: app.vitals,
      config,
      mailer,
      render: entry.emails as EmailTemplates,
      mails: config,
      hasWhatsApp: config.whatsapp !== undefined,
      tracer,
    })
    working.push(jobs)
    if (config.metrics.port !== undefined) {
      const metrics = await metricsPort(watched, { port: config.metrics.port, log: app.log })
      undo.push(() => metrics.stop())
    }
    // The first step: until the last request is answered, its mails still go out.
    undo.push(() => finish(app, drain))
    return { db, url, databaseDir: postgres?.dataDir, log: app.log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Development skips the human check; production uses proof of work unless a provider's keys are set. */
async function verifierOf(config: Config, db: Db, now: () => number) {
  if (!config.production) return noVerification
  if (config.recaptcha) return recaptchaVerifier(config.recaptcha)
  return altchaVerifier({ db, now, secret: await installationSecret(db, 'altcha') })
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmailTemplates } from '../emails/types.ts'
import { ensureAdministrator } from './admin/queries.ts'
import { createApp, type App } from './app.ts'
import type { Config } from './config.ts'
import { connect, connectionOf, migrate, otherProcesses, type Db } from './db.ts'
import { fileStore } from './file-store.ts'
import { fileRoutes } from './files.ts'
import { installationSecret } from './installation.ts'
import { startJobs } from './jobs.ts'
import { geocoderOf } from './location/geocoder.ts'
import { startLive } from './live.ts'
import { outboxMailer, outboxRoutes } from './mail/outbox.ts'
import { smtpMailer } from './mail/smtp.ts'
import { startSender, workersFor } from './messages/sender.ts'
import { servePages, type WebBuild } from './pages.ts'
import { startPostgres } from './postgres.ts'
import { sharePictureRoutes } from './sharing/picture-routes.ts'
import { sitemapRoutes } from './sharing/sitemap-routes.ts'
import { tileRoutes } from './tiles.ts'
import { altchaVerifier } from './verification/altcha.ts'
import { recaptchaVerifier } from './verification/recaptcha.ts'
import { noVerification } from './verification/verifier.ts'

export interface Served {
  db: Db
  /** Where it listens; the port is the real one also when 0 was asked for. */
  url: string
  /** Finishes what is under way, then lets go of everything. */
  stop(): Promise<void>
}

export interface World {
  now?: () => number
  /** Settings for the embedded PostgreSQL. */
  postgres?: Record<string, string>
  /** Runs when the schema stands, before the first request. */
  prepare?: (db: Db) => Promise<void>
}

/** Database, app, pages, jobs, in this order; stopped in the opposite one. */
export async function serve(
  config: Config,
  web: WebBuild,
  { now = Date.now, postgres: settings, prepare }: World = {},
): Promise<Served> {
  mkdirSync(config.dataDir, { recursive: true })
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.reverse().splice(0)) await step()
  }
  try {
    const postgres = config.databaseUrl
      ? undefined
      : await startPostgres(join(config.dataDir, 'pg'), settings)
    const where = { url: config.databaseUrl, socketDir: postgres?.socketDir }
    undo.push(async () => {
      // Another process of the same installation may go on working with the database that we started. Asked twice:
      // the connections of one that stops with us are gone a moment later.
      const others = () => otherProcesses(where).catch(() => 0)
      if (!postgres || ((await others()) > 0 && (await sleep(250), await others()) > 0)) return
      await postgres.stop()
    })
    // Each worker that sends mails uses two, and so does one more; the rest is for requests and jobs.
    const db = connect({ ...where, poolSize: 8 + 2 * (workersFor(config.smtpConnections) + 1) })
    undo.push(() => db.destroy())
    await migrate(db)
    if (config.administrator) await ensureAdministrator(db, config.administrator)
    await prepare?.(db)

    const outbox = join(config.dataDir, 'mail')
    const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl) : outboxMailer(outbox)
    undo.push(() => mailer.close())

    let wake = () => {}
    let warn = (_error: unknown, _what: string) => {}
    const live = startLive(db, connectionOf(where), (error, what) => warn(error, what))
    undo.push(() => live.stop())
    const verifier = await verifierOf(config, db, now)
    const files = fileStore(config)
    const geocoder = geocoderOf(config)
    const deps = { db, now, config, verifier, files, geocoder, messagesQueued: () => wake(), live }
    const app = await createApp(deps)
    warn = (error, what) => app.log.warn({ err: error }, what)
    await fileRoutes(app, files)
    sharePictureRoutes(app, deps)
    sitemapRoutes(app, deps)
    await tileRoutes(app, {
      folder: join(config.dataDir, 'tiles'),
      tileUrl: config.tileUrl,
      agent: `enpunto (${config.publicUrl})`,
    })
    if (!config.production && !config.smtpUrl) outboxRoutes(app, outbox)
    await servePages(app, deps, web)
    undo.push(() => finish(app))
    const url = await app.listen({ host: config.host, port: config.port })

    const entry = await web.entry()
    const sender = startSender({
      db,
      mailer,
      now,
      atOnce: config.smtpConnections,
      log: app.log,
      render: entry.emails as EmailTemplates,
      publicUrl: config.publicUrl,
      mailFrom: config.mailFrom,
    })
    wake = () => sender.kick()
    undo.push(() => sender.stop())
    const jobs = startJobs({ db, files, now, log: app.log })
    undo.push(() => jobs.stop())
    return { db, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Answers what is under way. Connections that only wait are closed, and after a few seconds all of them. */
async function finish(app: App) {
  // One that is answered now falls idle later; Node itself looks for idle ones only once.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  const patience = setTimeout(() => app.server.closeAllConnections(), 5_000)
  await app.close()
  clearInterval(idle)
  clearTimeout(patience)
}

/** Development skips the human check; production has proof of work unless a provider's keys are set. */
async function verifierOf(config: Config, db: Db, now: () => number) {
  if (!config.production) return noVerification
  if (config.recaptcha) return recaptchaVerifier(config.recaptcha)
  return altchaVerifier({ db, now, secret: await installationSecret(db, 'altcha') })
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EmailTemplates } from '../emails/types.ts'
import { ensureAdministrator } from './admin/queries.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { connect, migrate, otherProcesses, type Db } from './db.ts'
import { fileRoutes } from './files.ts'
import { installationSecret } from './installation.ts'
import { startJobs } from './jobs.ts'
import { outboxMailer, outboxRoutes } from './mail/outbox.ts'
import { smtpMailer } from './mail/smtp.ts'
import { startSender } from './messages/sender.ts'
import { servePages, type WebBuild } from './pages.ts'
import { startPostgres } from './postgres.ts'
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
    let othersRemain = false
    undo.push(() => (othersRemain ? undefined : postgres?.stop()))
    const db = connect({ url: config.databaseUrl, socketDir: postgres?.socketDir, poolSize: 12 })
    undo.push(async () => {
      // Another process of the same installation may go on working with the database that we started.
      othersRemain = postgres !== undefined && (await otherProcesses(db).catch(() => 0)) > 0
      await db.destroy()
    })
    await migrate(db)
    if (config.administrator) await ensureAdministrator(db, config.administrator)
    await prepare?.(db)

    const outbox = join(config.dataDir, 'mail')
    const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl) : outboxMailer(outbox)
    undo.push(() => mailer.close())

    let wake = () => {}
    const verifier = await verifierOf(config, db, now)
    const deps = { db, now, config, verifier, messagesQueued: () => wake() }
    const app = await createApp(deps)
    await fileRoutes(app, join(config.dataDir, 'files'))
    await tileRoutes(app, {
      folder: join(config.dataDir, 'tiles'),
      tileUrl: config.tileUrl,
      agent: `enpunto (${config.publicUrl})`,
    })
    if (!config.production && !config.smtpUrl) outboxRoutes(app, outbox)
    await servePages(app, deps, web)
    undo.push(() => app.close())
    const url = await app.listen({ host: config.host, port: config.port })

    const entry = await web.entry()
    const sender = startSender({
      db,
      mailer,
      now,
      log: app.log,
      render: entry.emails as EmailTemplates,
      publicUrl: config.publicUrl,
      mailFrom: config.mailFrom,
    })
    wake = () => sender.kick()
    undo.push(() => sender.stop())
    const jobs = startJobs({ db, now, log: app.log })
    undo.push(() => jobs.stop())
    return { db, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Development skips the human check; production has proof of work unless a provider's keys are set. */
async function verifierOf(config: Config, db: Db, now: () => number) {
  if (!config.production) return noVerification
  if (config.recaptcha) return recaptchaVerifier(config.recaptcha)
  return altchaVerifier({ db, now, secret: await installationSecret(db, 'altcha') })
}

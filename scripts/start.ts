/**
 * Starts the product: builds the pages if needed, then serves until it receives a signal. `--dev`: pages
 * from source.
 */
import { settings } from './settings.ts'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { developmentBuild } from '#server/dev-pages.ts'
import { loadBuild } from '#server/pages/routes.ts'
import { serve, type Served } from '#server/serve.ts'
import { databaseFault, dataDirError, passingFault, StartError } from '#server/start-error.ts'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { ensureBuilt } from './build.ts'
import { ensureNoDemoAccounts } from './demo/guard.ts'
import { loadDemo } from './demo/load.ts'
import { DEMO_ADMINISTRATOR, DEMO_OWNER, DEMO_SLUG } from './demo/salon.ts'

const fromSource = process.argv.includes('--dev')

try {
  await run(readConfig(settings))
} catch (error) {
  if (error instanceof StartError) refuse(error.message)
  if (!(error instanceof ConfigError)) throw error
  console.error(['enpunto cannot start:', ...error.faults.map((fault) => `  - ${fault}`)].join('\n'))
  process.exit(78)
}

async function run(config: Config) {
  if (await isTaken(config)) refuse(portInUse(config.port))
  // The default administrator in development; production sets ADMIN_EMAIL and ADMIN_PASSWORD.
  if (!config.production) config.administrator ??= DEMO_ADMINISTRATOR
  if (!fromSource) ensureBuilt()
  const web = fromSource ? await developmentBuild() : await loadBuild()

  let log: Served['log'] | undefined
  let stopping = false
  let failed = false
  const stopped = new AbortController()
  async function stop(drainMs: number) {
    if (stopping) return
    stopping = true
    stopped.abort()
    // A hanging stop must not block the machine: acknowledged data is already on disk.
    setTimeout(() => process.exit(1), 20_000 + drainMs).unref()
    // Also during start-up: a database that was being started must not stay behind.
    const served = await starting.catch(() => undefined)
    try {
      await served?.stop(drainMs)
    } catch (error) {
      fail(error, 'stopping failed')
    }
    process.exit(failed ? 1 : 0)
  }
  function fail(error: unknown, what: string) {
    failed = true
    if (log) log.fatal({ err: error }, what)
    else console.error(error)
  }
  // Whoever sits at the terminal, or closes it, waits for nobody.
  for (const [signal, drainMs] of [
    ['SIGINT', 0],
    ['SIGHUP', 0],
    ['SIGTERM', config.drainSeconds * 1000],
  ] as const)
    process.on(signal, () => stop(drainMs))
  // Nobody knows what a process can still do after an error that nobody caught, so it ends, and whoever runs it starts another
  // one. What is in progress is answered first, and the database that it started does not stay behind.
  process.on('uncaughtException', (error) => {
    fail(error, 'uncaught exception')
    void stop(0)
  })

  const starting = serve(config, web, {
    signal: stopped.signal,
    prepare: async (db) => {
      if (config.production) await ensureNoDemoAccounts(db)
      else await loadDemo(db, Date.now(), config)
    },
  })
  try {
    const served = await starting
    log = served.log
    if (!stopping) announce(config, served)
  } catch (error) {
    // A start interrupted by a signal may fail, because its child processes receive the signal too. The
    // signal is handled first.
    await turn()
    if (stopping) return
    const reason = reasonOf(error, config)
    if (!reason) throw error
    refuse(reason)
  }
}

function refuse(reason: string): never {
  console.error(`enpunto cannot start:\n  - ${reason}`)
  process.exit(1)
}

/**
 * Whether another program listens there, as is to be known before the pages are built and the database is changed. It asks,
 * since listening itself for a moment would take a request that is meant for nobody yet.
 */
async function isTaken({ host, port }: Config): Promise<boolean> {
  if (port === 0) return false
  const socket = connect({ host, port, timeout: 1000 })
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      for (const event of ['error', 'timeout']) socket.once(event, () => resolve(false))
    })
  } finally {
    socket.destroy()
  }
}

function portInUse(port: number) {
  return `Port ${port} is in use by another program: stop it, or set PORT to another one.`
}

function announce(config: Config, { url, databaseDir }: Served) {
  const at = config.publicUrl
  // Whoever looks for it, or removes it, looks in the data folder.
  const elsewhere = databaseDir?.startsWith(config.dataDir) ? undefined : databaseDir
  console.log(
    config.production
      ? `enpunto listens on ${url}${elsewhere ? `; its database is in ${elsewhere}` : ''}`
      : `
enpunto está listo (modo de desarrollo)

  Inicio               ${at}/
  Página de reservas   ${at}/negocio/${DEMO_SLUG}
  Dueño de ejemplo     ${at}/login          ${DEMO_OWNER.email} · ${DEMO_OWNER.password}
  Administrador        ${at}/admin/login    ${config.administrator!.email} · ${config.administrator!.password}
${elsewhere ? `  Base de datos        ${elsewhere}\n` : ''}  Correos enviados     ${config.smtpUrl ? 'por SMTP_URL' : `${at}/correos`}
${config.push?.isInProcess ? `  Avisos del teléfono  ${at}/avisos\n` : ''}  API                  ${at}/api/openapi.json

Ctrl-C lo detiene.`,
  )
}

/** An error that the operator can fix, as a sentence; undefined for a bug. */
function reasonOf(error: unknown, { host, port, databaseUrl, dataDir }: Config): string | undefined {
  if (error instanceof StartError) return error.message
  const { code = '', syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string }
  if (code === 'EADDRINUSE') return portInUse(port)
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === host))
    return `It cannot listen on ${host}, port ${port} (${code}): set HOST and PORT to what this machine allows.`
  const { path } = error as NodeJS.ErrnoException
  const ofFolder = path?.startsWith(dataDir) && dataDirError(error, dataDir)
  if (ofFolder) return ofFolder.message
  return databaseUrl ? databaseFault(error) : passingFault(error)
}

/** Starts the product: builds the pages if needed, then serves until it is told to stop. `--dev`: pages from source. */
import { ConfigError, readConfig } from '#server/config.ts'
import { developmentBuild } from '#server/dev-pages.ts'
import { loadBuild } from '#server/pages.ts'
import { serve } from '#server/serve.ts'
import { ensureBuilt } from './build.ts'
import { DEMO_ADMINISTRATOR, DEMO_OWNER, DEMO_SLUG, loadDemo } from './demo/load.ts'

const fromSource = process.argv.includes('--dev')

try {
  const config = readConfig(process.env)
  // A developer's first administrator; production gets its own by ADMIN_EMAIL and ADMIN_PASSWORD.
  if (!config.production) config.administrator ??= DEMO_ADMINISTRATOR
  if (!fromSource) ensureBuilt()
  const served = await serve(config, fromSource ? await developmentBuild() : await loadBuild(), {
    prepare: async (db) => {
      if (!config.production) await loadDemo(db, Date.now(), config)
    },
  })

  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      // Whatever hangs must not keep the machine: what is acknowledged is already on disk.
      setTimeout(() => process.exit(1), 20_000).unref()
      await served.stop()
      process.exit(0)
    })

  const at = config.publicUrl
  console.log(
    config.production
      ? `enpunto listens on ${served.url}`
      : `
enpunto está listo (modo de desarrollo)

  Inicio               ${at}/
  Página de reservas   ${at}/negocio/${DEMO_SLUG}
  Dueño de ejemplo     ${at}/login          ${DEMO_OWNER.email} · ${DEMO_OWNER.password}
  Administrador        ${at}/admin/login    ${config.administrator!.email} · ${config.administrator!.password}
  Correos enviados     ${config.smtpUrl ? 'por SMTP_URL' : `${at}/correos`}
  API                  ${at}/api/openapi.json

Ctrl-C lo detiene.`,
  )
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(['enpunto cannot start:', ...error.faults.map((fault) => `  - ${fault}`)].join('\n'))
  process.exit(78)
}

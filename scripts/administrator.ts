/**
 * Creates an administrator: `ADMIN_EMAIL=… ADMIN_PASSWORD=… npm run administrator`. The database must be
 * running.
 */
import { ConfigError, readConfig } from '#server/config.ts'
import { connect } from '#server/db.ts'
import { migrate } from '#server/migrate.ts'
import { ensureAdministrator } from '#server/admin/queries.ts'
import { startPostgres } from '#server/postgres.ts'
import { join } from 'node:path'

try {
  // What the server alone needs may be set, or not.
  const names = /^(DATABASE_URL|DATA_DIR|ADMIN_EMAIL|ADMIN_PASSWORD)$/
  const config = readConfig(
    Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name))),
  )
  if (!config.administrator)
    throw new ConfigError(['Set ADMIN_EMAIL and ADMIN_PASSWORD to the new administrator’s.'])
  // Joins the embedded database if it is running, and leaves it running if others use it.
  const postgres = config.databaseUrl ? undefined : await startPostgres(join(config.dataDir, 'pg'))
  const db = connect({ url: config.databaseUrl, socketDir: postgres?.socketDir, poolSize: 1 })
  await migrate(db)
  const made = await ensureAdministrator(db, config.administrator)
  console.log(made ? 'Administrador creado.' : 'Ya existe un administrador con ese correo.')
  await db.destroy()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 78
}

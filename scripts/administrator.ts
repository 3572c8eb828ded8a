/**
 * Creates an administrator, or with `--again` lets one in again who lost the password or the second step: `ADMIN_EMAIL=…
 * ADMIN_PASSWORD=… npm run administrator`.
 */
import { ensureAdministrator } from '#server/admin/queries.ts'
import { letInAgain } from '#server/admin/reset.ts'
import { ConfigError, passwordFault } from '#server/config.ts'
import { connect, LONG } from '#server/database/db.ts'
import { ensureRestored } from '#server/installation.ts'
import { migrate } from '#server/database/migrate.ts'
import { StartError } from '#server/start-error.ts'
import { parseArgs } from 'node:util'
import { command, withDatabase } from './backup/command.ts'

await command(async (config) => {
  const { values } = parseArgs({ options: { again: { type: 'boolean' } } })
  const { administrator } = config
  if (!administrator) throw new ConfigError(['Set ADMIN_EMAIL and ADMIN_PASSWORD to the administrator’s.'])
  // As long as in production: a command reads those settings alone that it needs, and that is none of them.
  const fault = passwordFault(administrator.password, true)
  if (fault) throw new ConfigError([fault])
  await withDatabase(config, async (where) => {
    // What migrates the database in batches needs a second connection, and as long as it takes.
    const db = connect({ ...where, poolSize: 3, patience: LONG })
    try {
      await ensureRestored(db)
      await migrate(db)
      if (values.again) {
        if (!(await letInAgain(db, administrator, Date.now())))
          throw new StartError('There is no administrator with that e-mail.')
        console.log('The password is the new one; its sessions, second step and passkeys have ended.')
      } else if (await ensureAdministrator(db, administrator)) console.log('The administrator was created.')
      else throw new StartError('There is an administrator with that e-mail: --again sets another password.')
    } finally {
      await db.destroy()
    }
  })
})

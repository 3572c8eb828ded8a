import { passwordMatches } from '#server/accounts/passwords.ts'
import { ConfigError } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { DEMO_ADMINISTRATOR, DEMO_OWNER } from './salon.ts'

/**
 * Refuses a database with a demo account, whose password is public.
 * @throws ConfigError when this database still has one of them.
 */
export async function ensureNoDemoAccounts(db: Db) {
  const owner = await db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', DEMO_OWNER.email)
    .executeTakeFirst()
  const administrator = await db
    .selectFrom('administrators')
    .select('password_hash')
    .where('email', '=', DEMO_ADMINISTRATOR.email)
    .executeTakeFirst()
  const faults: string[] = []
  if (owner && (await passwordMatches(DEMO_OWNER.password, owner.password_hash)))
    faults.push(accountOf('owner', DEMO_OWNER.email))
  if (administrator && (await passwordMatches(DEMO_ADMINISTRATOR.password, administrator.password_hash)))
    faults.push(accountOf('administrator', DEMO_ADMINISTRATOR.email))
  if (faults.length > 0) throw new ConfigError(faults)
}

const accountOf = (who: string, email: string) =>
  `The database holds the demo ${who} ${email}, whose password everybody knows: start production with an empty database (another DATA_DIR or DATABASE_URL), or change that password in development first.`

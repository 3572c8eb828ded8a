import { CompiledQuery } from 'kysely'
import type { Api, Deps } from './deps.ts'
import { mailStopped } from './messages/stopped-queries.ts'
import { Refusal } from './refusal.ts'
import { route } from './route.ts'
import { warningsOf } from './watch/warnings.ts'

const options = { access: 'public', logLevel: 'warn' } as const

// A standby answers, but books nothing. The error is that of a refused change, so that the pool throws this
// connection away too.
const CHANGES_ARE_TAKEN = `do $$ begin
  if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction;
  end if;
end $$`

export function healthRoutes(api: Api, { db, now, config }: Deps) {
  route(api, 'GET /api/health', options, async () => ({ success: true }))

  route(api, 'GET /api/ready', options, async ({ query }) => {
    if (api.lifecycle.isStopping) throw new Refusal(503, 'El servidor se está deteniendo')
    try {
      await db.executeQuery(CompiledQuery.raw(CHANGES_ARE_TAKEN))
    } catch {
      throw new Refusal(503, 'La base de datos no responde')
    }
    // Bookings do not need the mail server, so that it is told and no reason to take the process out.
    const mail = await mailStopped(db, now()).catch(() => null)
    const warnings = await warningsOf({ db, now, config, vitals: api.vitals }).catch(() => [])
    // A proxy must not take a process out that books: all others may have the same to tell.
    if (query.strict !== undefined && warnings.length > 0)
      throw new Refusal(503, `Hay algo por revisar: ${warnings.join(', ')}`)
    return { success: true, ...(mail && { mail }), ...(warnings.length > 0 && { warnings }) }
  })
}

import { CompiledQuery } from 'kysely'
import { WARNINGS } from '#domain/warnings.ts'
import type { Api, Deps } from './deps.ts'
import { Refusal } from './http/refusal.ts'
import { route } from './http/route.ts'
import { keptLook } from './watch/kept.ts'
import { hasToken, isFromMachine } from './watch/operator.ts'

const options = { access: 'public', logLevel: 'warn' } as const

// A standby answers, but books nothing. The error is that of a refused change, so that the pool throws this
// connection away too.
const CHANGES_ARE_TAKEN = `do $$ begin
  if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction;
  end if;
end $$`

export function healthRoutes(api: Api, { db, now, config }: Deps) {
  const seen = keptLook({ db, now, config, vitals: api.vitals })

  // However many ask, one statement of theirs is under way.
  let answering: Promise<unknown> | undefined
  const changesAreTaken = () =>
    (answering ??= db
      .executeQuery(CompiledQuery.raw(CHANGES_ARE_TAKEN))
      .finally(() => (answering = undefined)))

  route(api, 'GET /api/health', options, async () => ({ success: true }))

  route(api, 'GET /api/ready', options, async (request) => {
    const isOperator = hasToken(request, config.metrics.token) || isFromMachine(request)
    const isStrict = request.query.strict !== undefined
    // A monitor that is told less than it asks for must not show that all is well.
    if (isStrict && !isOperator) throw new Refusal(401, 'Hace falta la clave de METRICS_TOKEN')
    if (api.lifecycle.isStopping) throw new Refusal(503, 'El servidor se está deteniendo')
    try {
      await changesAreTaken()
    } catch {
      throw new Refusal(503, 'La base de datos no responde')
    }
    // Strangers learn whether it serves, and nothing else.
    if (!isOperator) return { success: true }
    const { mail = null, holds } = (await seen().catch(() => undefined)) ?? {}
    const warnings = WARNINGS.filter((warning) => holds?.[warning])
    // A proxy must not take a process out that books: all others may have the same to tell.
    if (isStrict && warnings.length > 0)
      throw new Refusal(503, `Hay algo por revisar: ${warnings.join(', ')}`)
    return { success: true, ...(mail && { mail }), ...(warnings.length > 0 && { warnings }) }
  })
}

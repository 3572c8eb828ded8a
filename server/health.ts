import { z } from 'zod'
import { CompiledQuery } from 'kysely'
import type { Api, Deps } from './deps.ts'
import { Refusal } from './refusal.ts'

export function healthRoutes(api: Api, { db }: Deps) {
  const response = { 200: z.object({ success: z.literal(true) }) }

  api.get(
    '/health',
    { config: { access: 'public' }, logLevel: 'warn', schema: { summary: 'The process is alive', response } },
    () => ({ success: true as const }),
  )

  api.get(
    '/ready',
    {
      config: { access: 'public' },
      logLevel: 'warn',
      schema: { summary: 'It can serve: the database answers', response },
    },
    async () => {
      try {
        await db.executeQuery(CompiledQuery.raw('select 1'))
      } catch {
        throw new Refusal(503, 'La base de datos no responde')
      }
      return { success: true as const }
    },
  )
}

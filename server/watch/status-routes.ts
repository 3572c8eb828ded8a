import type { Api, Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { readStatus } from './status.ts'

export function statusRoutes(api: Api, { db, now, config }: Deps) {
  const options = { access: 'public', shared: true, rateLimit: { max: 60, timeWindow: '1 minute' } } as const
  route(api, 'GET /api/status', options, async () => ({
    success: true,
    ...(await readStatus(db, now(), { hasWhatsApp: config.whatsapp !== undefined })),
  }))
}

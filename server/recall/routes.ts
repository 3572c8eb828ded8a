import { recallText } from '#domain/recall.ts'
import { ownerOf } from '../accounts/owner.ts'
import type { Api, Deps } from '../deps.ts'
import { notFound } from '../refusal.ts'
import { route } from '../route.ts'
import { noteRecalled, returning } from './queries.ts'

/** 'Les toca volver': whom the business may write to from its own WhatsApp. Nothing is sent by itself. */
export function recallRoutes(api: Api, { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>) {
  route(api, 'GET /api/clients/returning', { needs: 'clients:read' }, async (request) => {
    const { rows, total } = await returning(db, ownerOf(request), { ...request.query, nowMs: now() })
    return {
      success: true,
      total,
      clients: rows.map(({ business_name, slug, service_id, ...row }) => {
        const link = `${config.publicUrl}/negocio/${slug}?servicio=${service_id}`
        const text = row.client_phone === '' ? null : recallText({ ...row, business_name, link })
        return { ...row, text }
      }),
    }
  })

  route(api, 'POST /api/clients/:id/recalled', { needs: 'clients:write' }, async (request) => {
    if (!(await noteRecalled(db, ownerOf(request), request.params.id, now())))
      throw notFound('Cliente no encontrado')
    return { success: true }
  })
}

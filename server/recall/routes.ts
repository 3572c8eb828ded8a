import { recallText } from '#domain/message-texts.ts'
import { ownerOf } from '../accounts/owner.ts'
import { textsOf } from '../by-hand/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { optOutToken } from '../tokens.ts'
import { noteRecalled, returning } from './queries.ts'

/** 'Les toca volver': whom the business may write to from its own WhatsApp. Nothing is sent by itself. */
export function recallRoutes(api: Api, { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>) {
  route(api, 'GET /api/clients/returning', { needs: 'clients:read', isDear: true }, async (request) => {
    const owner = ownerOf(request)
    const [{ rows, total }, texts] = await Promise.all([
      returning(db, owner, { ...request.query, nowMs: now() }),
      textsOf(db, owner),
    ])
    const words = texts.find(({ kind }) => kind === 'recall')!.text
    const clients = rows.map(async ({ business_name, slug, service_id, ...row }) => {
      if (row.client_phone === '') return { ...row, text: null }
      const link = `${config.publicUrl}/negocio/${slug}?servicio=${service_id}`
      const leave = `${config.publicUrl}/sin-publicidad?token=${await optOutToken(db, { business_id: owner, card_id: row.id })}`
      return { ...row, text: recallText(words, { ...row, business_name, link, leave }) }
    })
    return { success: true, total, clients: await Promise.all(clients) }
  })

  route(api, 'POST /api/clients/:id/recalled', { needs: 'clients:write' }, async (request) => {
    if (!(await noteRecalled(db, ownerOf(request), request.params.id, now())))
      throw notFound('Cliente no encontrado')
    return { success: true }
  })
}

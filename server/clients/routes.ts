import { scopeOf } from '../accounts/scope.ts'
import type { Api, Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { earlierClients, listClients } from './queries.ts'

export function clientRoutes(api: Api, { db, now }: Deps) {
  route(api, 'GET /api/businesses/clients', { needs: 'clients:own', isDear: true }, async (request) => ({
    success: true,
    ...(await listClients(db, scopeOf(request), now(), request.query)),
  }))

  route(api, 'GET /api/appointments/clients', { needs: 'clients:own' }, async (request) => {
    const typed = request.query.q.trim()
    const clients = typed.length < 2 ? [] : await earlierClients(db, scopeOf(request), typed)
    return { success: true, clients }
  })
}

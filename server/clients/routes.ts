import { scopeOf } from '../accounts/scope.ts'
import type { Api, Deps } from '../deps.ts'
import { route } from '../route.ts'
import { listClients } from './queries.ts'

export function clientRoutes(api: Api, { db, now }: Deps) {
  route(api, 'GET /api/businesses/clients', { needs: 'clients:own' }, async (request) => ({
    success: true,
    ...(await listClients(db, scopeOf(request), now(), request.query)),
  }))
}

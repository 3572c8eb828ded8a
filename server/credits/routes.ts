import { ownerOf } from '../accounts/owner.ts'
import type { Api, Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { creditBalance, movementsOf } from './queries.ts'

const read = { needs: 'credits:read' } as const

export function creditRoutes(api: Api, { db, now }: Deps) {
  route(api, 'GET /api/message-credits/status', read, async (request) => ({
    success: true,
    credits: await creditBalance(db, ownerOf(request), now()),
  }))

  route(api, 'GET /api/message-credits/movements', read, async (request) => {
    const owner = ownerOf(request)
    // First: it may be what opens the month, and that is a movement.
    const credits = await creditBalance(db, owner, now())
    const { rows, total } = await movementsOf(db, owner, request.query)
    return { success: true, credits, movements: rows, total }
  })
}

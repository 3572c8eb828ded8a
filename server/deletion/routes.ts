import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { spendRarely } from '../limits/rarely.ts'
import { onceBy } from '../accounts/repeated.ts'
import type { Api, Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { comeBack, leave } from './leave.ts'
import { countAhead, deletionOf } from './queries.ts'

// Whoever is suspended may leave too.
const config = { needs: 'business:delete', whileSuspended: true } as const

/** How an owner deletes the business, and comes back. */
export function deletionRoutes(api: Api, { db, now, live, messagesQueued }: Deps) {
  const stateOf = async (owner: number) => {
    const deletion = await deletionOf(db, owner)
    return {
      success: true as const,
      deletion: deletion ? { requested_at: deletion.requested_at, erase_at: deletion.erase_at } : null,
      upcoming: await countAhead(db, owner, now()),
    }
  }

  route(api, 'GET /api/businesses/deletion', config, (request) => stateOf(ownerOf(request)))

  route(api, 'POST /api/businesses/deletion', config, async (request) => {
    const session = sessionOf(request)
    const admit = () => spendRarely(db, now(), 'deletions asked', { ...session, ip: request.ip })
    await leave({ db, nowMs: now(), admit }, session, request.body)
    messagesQueued()
    live.changed(ownerOf(request))
    return await stateOf(ownerOf(request))
  })

  route(api, 'DELETE /api/businesses/deletion', config, async (request) => {
    await onceBy({ db, now }, request, (tx) => comeBack(tx, now(), sessionOf(request)))
    live.changed(ownerOf(request))
    return { success: true }
  })
}

import { PUSH_INVALID, PUSH_OFF } from '#domain/push.ts'
import { sessionOf, type Session } from '../accounts/owner.ts'
import { spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { isPublicKey, vapidKeys } from './keys.ts'
import { isPushService } from './public-host.ts'
import { standInBrowser } from './standin/service.ts'
import { subscribe, subscriptionOf, unsubscribe } from './queries.ts'

const own = { needs: 'appointments:own' } as const

/** Browsers that are told of appointments, each by the wish of whoever is signed in there. */
export function pushRoutes(api: Api, { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>) {
  const settingOf = async (session: Session) => {
    const found = await subscriptionOf(db, session)
    return {
      success: true as const,
      is_available: config.push !== undefined,
      public_key: config.push ? (await vapidKeys(db)).publicKey : null,
      is_on: found !== undefined,
      shows_names: found?.shows_names ?? false,
      stand_in: config.push?.isInProcess ? standInBrowser() : null,
    }
  }

  route(api, 'GET /api/push', own, (request) => settingOf(sessionOf(request)))

  route(api, 'PUT /api/push', own, async (request) => {
    const session = sessionOf(request)
    const { endpoint, p256dh } = request.body
    if (!config.push) throw new Refusal(409, PUSH_OFF)
    if (!isPushService(endpoint, config.push.standIn)) throw invalid({ endpoint: PUSH_INVALID })
    if (!isPublicKey(p256dh)) throw invalid({ p256dh: PUSH_INVALID })
    await spend(db, now(), [{ subject: `push of user ${session.user_id}`, max: 60, minutes: 60 }])
    await db.transaction().execute((tx) => subscribe(tx, session, request.body, now()))
    return settingOf(session)
  })

  // Whoever wants quiet, has it from a suspended business too.
  route(api, 'DELETE /api/push', { ...own, whileSuspended: true }, async (request) => {
    await unsubscribe(db, sessionOf(request))
    return { success: true }
  })
}

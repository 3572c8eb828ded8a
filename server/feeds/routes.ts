import type { FeedInput } from '#domain/api/calls/feeds.ts'
import type { FastifyRequest } from 'fastify'
import { askerOf, lockedAsker } from '../accounts/devices/asker.ts'
import { sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { scopeOf } from '../accounts/scope.ts'
import { noteActivity } from '../activity.ts'
import { spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { etagOf, isKnown } from '../http/etag.ts'
import { networkTurns } from '../turns/network-turns.ts'
import { ownProfessional } from '../professionals/owner-queries.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { newToken } from '../tokens.ts'
import { deleteFeed, feedsOf, putFeed } from './queries.ts'
import { NO_FEED, readFeed } from './read.ts'

const own = { needs: 'appointments:own' } as const

/** Agendas for calendars elsewhere: whoever has the address reads, and only reads. */
export function feedRoutes(api: Api, { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>) {
  const { host } = new URL(config.publicUrl)
  const inLine = networkTurns()

  route(api, 'GET /api/feeds', own, async (request) => ({
    success: true,
    feeds: await feedsOf(db, sessionOf(request)),
  }))

  route(api, 'POST /api/feeds', own, async (request) => {
    const { business_id, user_id } = sessionOf(request)
    const professional_id = whoseIn(request, request.body)
    const professional =
      professional_id === null
        ? undefined
        : await ownProfessional(db, sessionOf(request).business_id, professional_id)
    if (professional_id !== null && !professional) throw notFound('Profesional no encontrado')
    // Each one is told in the activity, which is only added to.
    await spend(db, now(), [{ subject: `feeds of ${business_id} ${user_id}`, max: 60, minutes: 60 }])
    const { token, hash } = newToken(business_id)
    const { shows } = request.body
    const feed = await db.transaction().execute(async (tx) => {
      await lockedAsker(tx, askerOf(sessionOf(request)))
      const subject = professional?.professional_name ?? null
      await noteActivity(tx, { business_id, user_id, act: 'feed_made', subject, nowMs: now() })
      return putFeed(tx, now(), { business_id, user_id, professional_id, shows, hash })
    })
    return { success: true, feed, url: `${config.publicUrl}/api/feeds/${token}.ics` }
  })

  // Whoever must go, goes from a suspended business too.
  route(api, 'DELETE /api/feeds/:id', { ...own, whileSuspended: true }, async (request) => {
    const { business_id, user_id } = sessionOf(request)
    return onceBy({ db, now }, request, async (tx) => {
      if (!(await deleteFeed(tx, { business_id, user_id }, request.params.id))) throw notFound(NO_FEED)
      await noteActivity(tx, { business_id, user_id, act: 'feed_removed', nowMs: now() })
      return { success: true as const }
    })
  })

  route(api, 'GET /api/feeds/:address', { access: 'public' }, async (request, reply) => {
    const text = await inLine(request, () => readFeed(db, now(), request.params.address, host))
    const etag = etagOf(text)
    void reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (isKnown(request, etag)) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(text)
  })
}

/** Whose agenda is asked for: who sees only their own has no other. */
function whoseIn(request: FastifyRequest, { professional_id }: FeedInput): number | null {
  const scope = scopeOf(request)
  if (scope.professional_id === undefined) return professional_id
  if (professional_id !== null && professional_id !== scope.professional_id)
    throw notFound('Profesional no encontrado')
  return scope.professional_id
}

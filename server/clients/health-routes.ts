import type { FastifyRequest } from 'fastify'
import { sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { healthScopeOf } from '../accounts/scope.ts'
import { spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { keyOf, once } from '../once.ts'
import { route } from '../http/route.ts'
import { endConsent, readHealth, removeHealth, writeHealth } from './health.ts'

const health = { needs: 'clients:own-health' } as const

/** The notes on a client's health: sealed in the database, read by few, and whoever reads them is noted. */
export function healthRoutes(api: Api, { db, now, secrets }: Deps) {
  const who = (request: FastifyRequest<{ Params: { id: number } }>) => {
    const { business_id, user_id } = sessionOf(request)
    return {
      owner: business_id,
      user_id,
      scope: healthScopeOf(request),
      card_id: request.params.id,
      nowMs: now(),
    }
  }
  /** Nobody reads or writes more of it than people do who attend clients. */
  const counted = (request: FastifyRequest, act: 'reads' | 'writes', perPerson: number) => {
    const { business_id, user_id } = sessionOf(request)
    const subject = `health ${act}`
    return spend(db, now(), [
      { subject: `${subject} of user ${user_id}`, max: perPerson, minutes: 60 },
      { subject: `${subject} in ${business_id}`, max: perPerson * 10, minutes: 60 },
      { subject: `${subject} from ${networkOf(request.ip)}`, max: perPerson * 10, minutes: 60 },
    ])
  }

  route(api, 'GET /api/clients/:id/health', health, async (request) => {
    await counted(request, 'reads', 300)
    return { success: true, ...(await readHealth(db, secrets, who(request))) }
  })

  route(api, 'POST /api/clients/:id/health', health, async (request, reply) => {
    await counted(request, 'writes', 120)
    const reader = who(request)
    const { owner: business_id, card_id, user_id, nowMs } = reader
    const keyed = { business_id, key: keyOf(request, `health ${card_id} ${user_id}`), nowMs }
    const { id } = await once(db, keyed, async (tx) => ({
      id: await writeHealth(tx, secrets, reader, request.body),
    }))
    return reply.status(201).send({ success: true, id })
  })

  route(api, 'DELETE /api/clients/:id/health/:note', health, async (request) => {
    await counted(request, 'writes', 120)
    const { note: id } = request.params
    const isOwn = !sessionOf(request).permissions.includes('clients:write')
    return onceBy({ db, now }, request, async (tx) => {
      await removeHealth(tx, who(request), { id, isOwn })
      return { success: true as const }
    })
  })

  route(api, 'DELETE /api/clients/:id/health', health, async (request) => {
    await counted(request, 'writes', 120)
    return onceBy({ db, now }, request, async (tx) => ({
      success: true as const,
      removed: await endConsent(tx, who(request)),
    }))
  })
}

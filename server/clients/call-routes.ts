import type { FastifyRequest } from 'fastify'
import { seesContacts, sessionOf } from '../accounts/owner.ts'
import { scopeOf } from '../accounts/scope.ts'
import { noteActivity } from '../activity.ts'
import { spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { phoneOf, type Called } from './call-queries.ts'

/** More than anybody rings up in a day, and too few to copy the telephones of a business. */
const MOST = { anHour: 20, aDay: 60, ofBusinessADay: 600 }
const DAY = 24 * 60

/**
 * Whoever does not see the telephones of their clients calls them all the same: the number is told for a call, one at a
 * time, to who sees the client, and the business can read who asked for whose.
 */
export function callRoutes(api: Api, { db, now }: Deps) {
  async function numberFor(request: FastifyRequest, of: Called): Promise<string> {
    const { business_id, user_id, permissions } = sessionOf(request)
    await spend(db, now(), [
      { subject: `calls of user ${user_id}`, max: MOST.anHour, minutes: 60 },
      { subject: `calls of user ${user_id} a day`, max: MOST.aDay, minutes: DAY },
      { subject: `calls in ${business_id}`, max: MOST.ofBusinessADay, minutes: DAY },
    ])
    const found = await phoneOf(db, scopeOf(request), of)
    if (!found) throw notFound('card' in of ? 'Cliente no encontrado' : 'Cita no encontrada')
    if (!found.client_phone) throw notFound('Este cliente no dejó su celular')
    const { client_phone, card_id } = found
    if (!seesContacts({ permissions })) {
      const detail = card_id === null ? {} : { card_id }
      await noteActivity(db, { business_id, user_id, act: 'client_called', detail, nowMs: now() })
    }
    return client_phone
  }

  route(
    api,
    'POST /api/clients/:id/call',
    { needs: 'clients:own', whileSuspended: true },
    async (request) => ({
      success: true,
      number: await numberFor(request, { card: request.params.id }),
    }),
  )

  route(
    api,
    'POST /api/appointments/:id/call',
    { needs: 'appointments:own', whileSuspended: true },
    async (request) => ({
      success: true,
      number: await numberFor(request, { appointment: request.params.id }),
    }),
  )
}

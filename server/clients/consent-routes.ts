import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { cardOfOptOut } from '../tokens.ts'
import { lockedCard } from './card-queries.ts'
import { lockedSpeaker, noteAdvertising } from './consent-queries.ts'

const NOT_VALID = 'El enlace no es válido. Escríbele al negocio y dile que no quieres su publicidad.'

/** What clients say of advertising: to somebody of the business, or by the link of a mail. */
export function consentRoutes(api: Api, { db, now, live }: Deps) {
  route(api, 'POST /api/clients/:id/advertising', { needs: 'clients:write' }, async (request) => {
    const { business_id, user_id } = sessionOf(request)
    const { id } = request.params
    await spend(db, now(), [{ subject: `advertising of ${business_id}`, max: 600, minutes: 60 }])
    await db.transaction().execute(async (tx) => {
      if (!(await lockedCard(tx, ownerOf(request), id))) throw notFound('Cliente no encontrado')
      const { agreed: given, how } = request.body
      const key = { business_id, card_id: id }
      const evidence = { user_id, ...(how && { how }) }
      await noteAdvertising(tx, key, { given, channel: 'owner', evidence, nowMs: now() })
    })
    live.changed(business_id)
    return { success: true }
  })

  route(api, 'POST /api/appointments/client/no-advertising', { access: 'public' }, async (request) => {
    const network = networkOf(request.ip)
    // A mail service sends those of all its people.
    await spend(db, now(), [{ subject: `opt-outs from ${network}`, max: 600, minutes: 15 }])
    const key = await cardOfOptOut(db, request.body.token)
    const gone = key && (await db.transaction().execute((tx) => leave(tx, key)))
    if (!gone) throw new Refusal(400, NOT_VALID, { fields: { token: NOT_VALID } })
    live.changed(key.business_id)
    return { success: true, business_name: gone.business_name }
  })

  async function leave(
    tx: Parameters<typeof lockedSpeaker>[0],
    key: { business_id: number; card_id: number },
  ) {
    const card = await lockedSpeaker(tx, key)
    if (card)
      await noteAdvertising(
        tx,
        { business_id: key.business_id, card_id: card.id },
        { given: false, channel: 'portal', evidence: { by: 'mail' }, nowMs: now() },
      )
    return card
  }
}

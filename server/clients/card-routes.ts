import { card, type Card } from '#domain/api/card.ts'
import { MOST_NOTES } from '#domain/card.ts'
import type { FastifyRequest } from 'fastify'
import { FORBIDDEN, ownerOf, sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { healthScopeOf, scopeOf } from '../accounts/scope.ts'
import { noteActivity } from '../activity.ts'
import type { Tx } from '../database/db.ts'
import type { Api, Deps } from '../deps.ts'
import { keyOf, once } from '../once.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { ensureVersion } from '../version.ts'
import { cardOf, insertCard, lockedCard, setBlocked, updateCard } from './card-queries.ts'
import { listCards } from './list-queries.ts'
import { deleteNote, insertNote, noteOf, wholeCard } from './whole-card-queries.ts'

const NO_CARD = 'Cliente no encontrado'
const NO_NOTE = 'Nota no encontrada'
const CHANGED = 'Alguien cambió esta ficha mientras la editabas'
const write = { needs: 'clients:write' } as const

/** The cards of the clients: each one person, whatever e-mails and telephones they booked with. */
export function cardRoutes(api: Api, { db, now, live }: Deps) {
  route(api, 'GET /api/clients', { needs: 'clients:own', isDear: true }, async (request) => {
    const scope = scopeOf(request)
    // Their order would tell it.
    if (request.query.sort === 'spent' && !scope.seesFigures) throw new Refusal(403, FORBIDDEN)
    return { success: true, ...(await listCards(db, scope, now(), request.query)) }
  })

  route(api, 'GET /api/clients/:id', { needs: 'clients:own' }, async (request) => {
    const { user_id, permissions } = sessionOf(request)
    const health = permissions.includes('clients:own-health') ? healthScopeOf(request) : undefined
    const who = { user_id, nowMs: now(), health }
    const client = await wholeCard(db, scopeOf(request), request.params.id, who)
    if (!client) throw notFound(NO_CARD)
    return { success: true, client }
  })

  route(api, 'POST /api/clients', write, async (request, reply) => {
    const owner = ownerOf(request)
    const keyed = { business_id: owner, key: keyOf(request, 'card'), nowMs: now() }
    const { id } = await once(db, keyed, async (tx) => {
      const made = await insertCard(tx, owner, request.body, now())
      if (!made) throw new Refusal(409, 'Tu negocio ya tiene tantas fichas como puede tener')
      return { id: made.id }
    })
    const client = await cardOf(db, scopeOf(request), id)
    if (!client) throw notFound(NO_CARD)
    return reply.status(201).send({ success: true, client })
  })

  /** Changes a card under its lock. */
  const changing = (request: FastifyRequest, id: number, change: (tx: Tx, before: Card) => Promise<Card>) =>
    db.transaction().execute(async (tx) => {
      const before = await lockedCard(tx, ownerOf(request), id)
      if (!before) throw notFound(NO_CARD)
      return change(tx, before)
    })

  for (const key of ['PUT /api/clients/:id', 'PATCH /api/clients/:id'] as const)
    route(api, key, write, async (request) => {
      const { version, ...changes } = request.body
      const client = await changing(request, request.params.id, async (tx, before) => {
        ensureVersion(before, version, card, changes, CHANGED)
        if (Object.keys(changes).length === 0) return before
        return updateCard(tx, ownerOf(request), before.id, changes, now())
      })
      live.changed(ownerOf(request))
      return { success: true, client }
    })

  const blocking = (request: FastifyRequest, id: number, reason: string | null, isBlocked: boolean) =>
    changing(request, id, async (tx, before) => {
      if (isBlocked === (before.blocked_at !== null) && before.blocked_reason === reason) return before
      const { business_id, user_id } = sessionOf(request)
      const act = isBlocked ? 'client_blocked' : 'client_unblocked'
      await noteActivity(tx, { business_id, user_id, act, nowMs: now() })
      const at = { atMs: isBlocked ? (before.blocked_at ?? now()) : null, reason }
      return setBlocked(tx, ownerOf(request), before.id, at)
    }).finally(() => live.changed(ownerOf(request)))

  route(api, 'POST /api/clients/:id/block', write, async (request) => {
    const reason = request.body?.reason ?? null
    return { success: true, client: await blocking(request, request.params.id, reason, true) }
  })
  route(api, 'POST /api/clients/:id/unblock', write, async (request) => ({
    success: true,
    client: await blocking(request, request.params.id, null, false),
  }))

  const notes = { needs: 'clients:own-notes' } as const
  route(api, 'POST /api/clients/:id/notes', notes, async (request, reply) => {
    const { business_id, user_id } = sessionOf(request)
    const { id } = request.params
    const keyed = { business_id, key: keyOf(request, `note ${id}`), nowMs: now() }
    // Its text alone is kept on the card: who is forgotten must not be answered again. A process of the version before kept it whole.
    const made = await once(db, keyed, async (tx): Promise<{ id: number; note?: { id: number } }> => {
      const seen = await cardOf(tx, scopeOf(request), id)
      if (!seen || !(await lockedCard(tx, business_id, id))) throw notFound(NO_CARD)
      const place = { business_id, card_id: id, most: MOST_NOTES }
      const noteId = await insertNote(tx, place, { body: request.body.body, user_id, nowMs: now() })
      if (noteId === undefined)
        throw new Refusal(409, `Una ficha tiene hasta ${MOST_NOTES} notas. Elimina las que no uses.`)
      return { id: noteId }
    })
    const note = await noteOf(db, { business_id, id: made.id ?? made.note?.id, user_id })
    if (!note) throw notFound(NO_NOTE)
    return reply.status(201).send({ success: true, note })
  })

  route(api, 'DELETE /api/clients/:id/notes/:note', notes, async (request) => {
    const { business_id, user_id, permissions } = sessionOf(request)
    const { id, note } = request.params
    const mayAll = permissions.includes('clients:write')
    return onceBy({ db, now }, request, async (tx) => {
      const seen = await cardOf(tx, scopeOf(request), id)
      const isGone =
        seen && (await deleteNote(tx, { business_id, card_id: id, id: note }, mayAll ? undefined : user_id))
      if (!isGone) throw notFound(NO_NOTE)
      return { success: true as const }
    })
  })
}

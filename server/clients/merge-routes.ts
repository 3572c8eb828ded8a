import type { FastifyRequest } from 'fastify'
import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { scopeOf } from '../accounts/scope.ts'
import { noteActivity } from '../activity.ts'
import { countLater, ensureLeft } from '../limits/attempts.ts'
import type { Tx } from '../database/db.ts'
import type { Api, Deps } from '../deps.ts'
import { givingWay } from '../database/giving-way.ts'
import { keyOf, once } from '../once.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { alikeCards, deletePair, insertPair } from './alike-queries.ts'
import { cardOf } from './card-queries.ts'
import { mergeCards, unmergeCards } from './merge.ts'

const merging = { needs: 'clients:merge' } as const

/** All cards are compared for each answer. Whoever puts them in order asks twice for each pair, and in an hour is through with some hundreds. */
const MOST_ASKED = 2_000

/** Cards of the same person become one, and two again. */
export function mergeRoutes(api: Api, { db, now, live }: Deps) {
  /** Runs once per key, and answers with the card that is kept. */
  async function answered<Done extends { keep: number }>(
    request: FastifyRequest,
    act: 'clients_merged' | 'clients_unmerged',
    work: (tx: Tx) => Promise<Done & { isNew: boolean }>,
  ) {
    const { business_id, user_id } = sessionOf(request)
    const keyed = { business_id, key: keyOf(request, act), nowMs: now() }
    const done = await givingWay(() =>
      once(db, keyed, async (tx) => {
        const answer = await work(tx)
        if (answer.isNew) await noteActivity(tx, { business_id, user_id, act, nowMs: now() })
        return answer
      }),
    )
    live.changed(ownerOf(request))
    const client = await cardOf(db, scopeOf(request), done.keep)
    if (!client) throw notFound('Cliente no encontrado')
    return { ...done, client }
  }
  const who = (request: FastifyRequest) => ({
    business_id: sessionOf(request).business_id,
    user_id: sessionOf(request).user_id,
    nowMs: now(),
  })

  route(api, 'POST /api/clients/merge', merging, async (request) => {
    const { client, merge_id } = await answered(request, 'clients_merged', async (tx) => ({
      ...(await mergeCards(tx, request.body, who(request))),
      keep: request.body.keep,
    }))
    return { success: true, client, merge_id }
  })

  route(api, 'POST /api/clients/unmerge', merging, async (request) => {
    const { client } = await answered(request, 'clients_unmerged', async (tx) => {
      const { keep_id, isNew } = await unmergeCards(tx, request.body.merge_id, who(request))
      return { keep: keep_id, isNew }
    })
    return { success: true, client }
  })

  route(api, 'GET /api/clients/duplicates', { ...merging, isDear: true }, async (request) => {
    const asked = [{ subject: `alike cards of ${ownerOf(request)}`, max: MOST_ASKED, minutes: 60 }]
    await ensureLeft(db, now(), asked)
    countLater(db, now(), asked)
    return { success: true, ...(await alikeCards(db, scopeOf(request), now(), request.query)) }
  })

  route(api, 'POST /api/clients/duplicates/dismiss', merging, async (request) => {
    const { business_id, user_id } = sessionOf(request)
    const pair = { business_id, cards: request.body.cards }
    const isThere = await db.transaction().execute((tx) => insertPair(tx, pair, user_id, now()))
    if (!isThere) throw notFound('Cliente no encontrado')
    return { success: true }
  })

  route(api, 'POST /api/clients/duplicates/restore', merging, async (request) => {
    await deletePair(db, { business_id: sessionOf(request).business_id, cards: request.body.cards })
    return { success: true }
  })
}

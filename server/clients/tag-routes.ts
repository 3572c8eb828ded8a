import { plainTag } from '#domain/import/tags.ts'
import { TAG_SENTENCES } from '#domain/tag.ts'
import type { FastifyRequest } from 'fastify'
import { ownerOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { scopeOf } from '../accounts/scope.ts'
import { sqlState, type Tx } from '../database/db.ts'
import type { Api, Deps } from '../deps.ts'
import { invalid, notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { lockedCard } from './card-queries.ts'
import {
  allTags,
  deleteCardTag,
  deleteTag,
  insertCardTag,
  tagNamed,
  tagsOfCard,
  updateTag,
} from './tag-queries.ts'

const write = { needs: 'clients:write' } as const

/** The words by which a business sorts its clients. */
export function tagRoutes(api: Api, { db, now, live }: Deps) {
  route(api, 'GET /api/clients/tags', { needs: 'clients:own' }, async (request) => ({
    success: true,
    tags: await allTags(db, scopeOf(request)),
  }))

  route(api, 'PATCH /api/clients/tags/:id', write, async (request) => {
    const { id } = request.params
    await ensureUndivided(request, request.body.label)
    const tag = await translated(updateTag(db, ownerOf(request), id, request.body))
    if (!tag) throw notFound(TAG_SENTENCES.none)
    live.changed(ownerOf(request))
    return { success: true, tag }
  })

  route(api, 'DELETE /api/clients/tags/:id', write, async (request) => {
    await onceBy({ db, now }, request, async (tx) => {
      if (!(await deleteTag(tx, ownerOf(request), request.params.id))) throw notFound(TAG_SENTENCES.none)
      return {}
    })
    live.changed(ownerOf(request))
    return { success: true }
  })

  /** @throws Refusal 400 when a label that is not there yet has a semicolon, which stands between tags in lists. */
  async function ensureUndivided(request: FastifyRequest, label = ''): Promise<void> {
    if (!label.includes(';')) return
    const tags = await allTags(db, scopeOf(request))
    if (tags.every((tag) => plainTag(tag.label) !== plainTag(label)))
      throw invalid({ label: TAG_SENTENCES.divided })
  }

  /** Changes the tags of a card under its lock. @returns those it has then. */
  async function changing(request: FastifyRequest, card: number, change: (tx: Tx) => Promise<unknown>) {
    const owner = ownerOf(request)
    const tags = await translated(
      db.transaction().execute(async (tx) => {
        if (!(await lockedCard(tx, owner, card))) throw notFound('Cliente no encontrado')
        await change(tx)
        return tagsOfCard(tx, owner, card)
      }),
    )
    live.changed(owner)
    return { success: true as const, tags }
  }

  // Repeated, both leave what is there as it is: no key is needed.
  route(api, 'POST /api/clients/:id/tags', write, async (request) => {
    await ensureUndivided(request, request.body.label)
    return await changing(request, request.params.id, async (tx) => {
      const owner = ownerOf(request)
      await insertCardTag(tx, owner, request.params.id, await tagNamed(tx, owner, request.body))
    })
  })

  route(api, 'DELETE /api/clients/:id/tags/:tag', write, (request) =>
    changing(request, request.params.id, (tx) =>
      deleteCardTag(tx, ownerOf(request), request.params.id, request.params.tag),
    ),
  )
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const sentence =
      sqlState(error) === '23505'
        ? TAG_SENTENCES.taken
        : { client_tags_most: TAG_SENTENCES.most, client_card_tags_most: TAG_SENTENCES.mostOfCard }[
            (error as { constraint?: string }).constraint ?? ''
          ]
    if (sentence === undefined) throw error
    throw new Refusal(409, sentence, { fields: { label: sentence } })
  }
}

import { ownerOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import type { Api, Deps } from '../deps.ts'
import { keyOf, once } from '../once.ts'
import { route } from '../http/route.ts'
import { arrangeAll, changeCategory, createCategory, removeCategory } from './categories.ts'
import { ownCategories } from './category-queries.ts'
import { ownServices } from './owner-queries.ts'

const read = { needs: 'services:read' } as const
const write = { needs: 'services:write' } as const

export function categoryRoutes(api: Api, { db, now }: Deps) {
  route(api, 'GET /api/service-categories', read, async (request) => ({
    success: true,
    categories: await ownCategories(db, ownerOf(request)),
  }))

  route(api, 'POST /api/service-categories', write, async (request) => {
    const owner = ownerOf(request)
    const keyed = { business_id: owner, key: keyOf(request, 'category'), nowMs: now() }
    const category = await once(db, keyed, (tx) => createCategory(tx, owner, request.body.category_name))
    return { success: true, category }
  })

  route(api, 'PUT /api/service-categories/order', write, async (request) => ({
    success: true,
    categories: await arrangeAll(db, ownerOf(request), request.body.ids),
  }))

  route(api, 'PATCH /api/service-categories/:id', write, async (request) => ({
    success: true,
    category: await changeCategory(db, ownerOf(request), request.params.id, request.body),
  }))

  route(api, 'DELETE /api/service-categories/:id', write, async (request) => {
    const owner = ownerOf(request)
    await onceBy({ db, now }, request, (tx) => removeCategory(tx, owner, request.params.id))
    // As they are now, whichever time it is sent: their list is not kept with the key.
    return { success: true, services: await ownServices(db, owner) }
  })
}

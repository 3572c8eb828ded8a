import type { Category } from '#domain/api/service.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { isIn, ownerApi } from '../../account/session.ts'
import { toast } from '../../ui/toast.tsx'
import { categoriesChanged, categoriesKnown, categoriesQuery, servicesArranged } from '../data/services.ts'
import { failureText } from '../parts/failures.ts'

const FAILED = 'Error al guardar las categorías'

/**
 * The owner's groups of services and what is done to them. A change made while another is on its way is sent after it,
 * and starts from what that one left. Each says whether it was stored; a failure is told.
 */
export function useCategories() {
  const { data: categories = [] } = useQuery(categoriesQuery())
  const last = useRef<Promise<unknown>>(Promise.resolve())

  function inTurn(change: (known: Category[]) => Promise<void>): Promise<boolean> {
    const done = last.current.then(async () => {
      // What waited belongs to the session that ended, not to the next one.
      if (!isIn()) return false
      try {
        await change(categoriesKnown())
        return true
      } catch (error) {
        toast.error(failureText(error, FAILED))
        categoriesChanged()
        return false
      }
    })
    last.current = done
    return done
  }

  const add = (category_name: string) =>
    inTurn(async () => {
      // Its key is the call's own, so that the same name is added once although an answer got lost.
      const { category } = await ownerApi.post('/api/service-categories', { body: { category_name } })
      categoriesChanged((list) => [...list, category])
    })

  const rename = (id: number, category_name: string) =>
    inTurn(async (known) => {
      const before = known.find((one) => one.id === id)
      if (!before || before.category_name === category_name) return
      const body = { category_name, version: before.version }
      const { category } = await ownerApi.patch('/api/service-categories/:id', { params: { id }, body })
      categoriesChanged((list) => list.map((one) => (one.id === id ? category : one)))
    })

  const move = (id: number, by: 1 | -1) =>
    inTurn(async (known) => {
      const ids = known.map((one) => one.id)
      const [at, to] = [ids.indexOf(id), ids.indexOf(id) + by]
      if (at < 0 || to < 0 || to >= ids.length) return
      ids.splice(to, 0, ...ids.splice(at, 1))
      const answer = await ownerApi.put('/api/service-categories/order', { body: { ids } })
      categoriesChanged(() => answer.categories)
    })

  const remove = (id: number) =>
    inTurn(async (known) => {
      if (!known.some((one) => one.id === id)) return
      const { services } = await ownerApi.delete('/api/service-categories/:id', { params: { id } })
      categoriesChanged((list) => list.filter((one) => one.id !== id))
      servicesArranged(services)
    })

  return { categories, add, rename, move, remove }
}

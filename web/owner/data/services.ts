import type { Body } from '#domain/api/calls.ts'
import type { Category, Service } from '#domain/api/service.ts'
import { ownerApi } from '../../account/session.ts'
import { queryClient } from './client.ts'
import { withChanges, withItem, withoutItem } from './lists.ts'
import { read } from './read.ts'
import { useOptimistic } from './use-optimistic.ts'

/** What a process of an earlier version does not answer. */
const ADDED_LATER = { price_kind: 'from', variants: [], addons: [], by_professional: [] } as const
const whole = (service: Service): Service => ({ ...ADDED_LATER, ...service })

/** All services, in the owner's order. */
export const servicesQuery = () => read('/api/services', ({ services }) => services.map(whole))

/** The categories, in the owner's order. */
export const categoriesQuery = () => read('/api/service-categories', ({ categories }) => categories)

/** The categories as they are known now, also between two renderings. */
export const categoriesKnown = (): Category[] => queryClient().getQueryData(categoriesQuery().queryKey) ?? []

/** Takes over what a call answered; without that, or when none are known yet, they are asked for again. */
export function categoriesChanged(make?: (list: Category[]) => Category[]) {
  const { queryKey } = categoriesQuery()
  const known = queryClient().getQueryData(queryKey)
  if (!make || !known) return void queryClient().invalidateQueries({ queryKey })
  // An older question must not be answered after it.
  void queryClient().cancelQueries({ queryKey })
  queryClient().setQueryData(queryKey, make(known))
}

export type ServiceChanges = Body<'PATCH /api/services/:id'>

/** Sends only the changed fields. @throws ApiError 409 with `current` when the version is outdated. */
export const patchService = async (id: number, body: ServiceChanges): Promise<Service> =>
  whole((await ownerApi.patch('/api/services/:id', { params: { id }, body })).service)

export const createService = async (body: Body<'POST /api/services'>, key: string): Promise<Service> =>
  whole((await ownerApi.post('/api/services', { body, key })).service)

/** All of them, or none. */
export const createServices = async (
  services: Body<'POST /api/services/several'>['services'],
  key: string,
): Promise<Service[]> =>
  (await ownerApi.post('/api/services/several', { body: { services }, key })).services.map(whole)

export const putService = async (id: number, body: Body<'PUT /api/services/:id'>): Promise<Service> =>
  whole((await ownerApi.put('/api/services/:id', { params: { id }, body })).service)

/** Shows or hides a service on the public page. */
export const useServiceToggle = () =>
  useOptimistic({
    query: servicesQuery(),
    send: ({ id, is_active }: Service) => patchService(id, { is_active: !is_active }),
    show: (list, { id, is_active }) => withChanges(list, id, { is_active: !is_active }),
    settle: withItem<Service>,
    success: 'Servicio actualizado exitosamente',
    failure: 'Error al guardar el servicio',
  })

/** Updates the cached list from an answer. */
const change = (make: (list: Service[]) => Service[]) =>
  queryClient().setQueryData(servicesQuery().queryKey, (list) => list && make(list))

export const serviceStored = (service: Service) => change((list) => withItem(list, service))
export const servicesAdded = (services: Service[]) => services.forEach((service) => serviceStored(service))
export const serviceDeleted = (id: number) => change((list) => withoutItem(list, id))
export const servicesArranged = (services: Service[]) => change(() => services)

import { z } from 'zod'
import { idOf } from '../../fields.ts'
import type { Calls } from '../call.ts'
import { movedOn, ok } from '../answer.ts'
import { byId, field, formVersion, idempotencyHeaders, idParam } from '../request.ts'
import {
  category,
  categoryChanges,
  categoryInput,
  publicCategory,
  publicService,
  service,
  serviceChanges,
  serviceInput,
} from '../service.ts'

const tags = ['services']
const one = ok({ service })
const many = ok({ services: z.array(service) })
const oneCategory = ok({ category })
const categories = ok({ categories: z.array(category) })
/** So many are added at once at most. */
const MOST_AT_ONCE = 20
const FEW = `Elige entre 1 y ${MOST_AT_ONCE} servicios`
const several = z.array(serviceInput, FEW).min(1, FEW).max(MOST_AT_ONCE, FEW)
const list = { tags, summary: 'All services, inactive ones too, in their order', answer: many }

export const serviceCalls = {
  'GET /api/businesses/:businessId/services': {
    tags: ['public'],
    summary: 'The services that can be booked, and the categories that they are in',
    params: z.object({ businessId: idParam }),
    query: z.object({
      service: idParam.optional().meta({ description: 'Also this one, if it is hidden' }),
    }),
    answer: ok({ services: z.array(publicService), categories: z.array(publicCategory) }),
  },
  'GET /api/services': list,
  'GET /api/businesses/services': list,
  'POST /api/services': {
    tags,
    summary: 'Adds a service at the end of the list',
    headers: idempotencyHeaders,
    body: serviceInput,
    status: 201,
    answer: one,
  },
  'POST /api/services/several': {
    tags,
    summary: 'Adds several services at the end of the list: all of them, or none',
    headers: idempotencyHeaders,
    body: z.object({
      services: several,
    }),
    status: 201,
    answer: many,
  },
  'PUT /api/services/order': {
    tags,
    summary: 'Arranges the services; those left out follow',
    body: z.object({ ids: order('servicios') }),
    answer: many,
  },
  'PUT /api/services/:id': {
    tags,
    summary: 'Changes a service; appointments keep what was booked',
    params: byId,
    body: serviceInput.extend(formVersion),
    answer: one,
    refusals: movedOn(service),
  },
  'PATCH /api/services/:id': {
    tags,
    summary: 'Changes what is sent of a service; appointments keep what was booked',
    params: byId,
    body: serviceChanges,
    answer: one,
    refusals: movedOn(service),
  },
  'GET /api/services/:id/future-appointments': {
    tags,
    summary: 'How many scheduled appointments it has from now on',
    params: byId,
    answer: ok({ future_appointments: z.int() }),
  },
  'DELETE /api/services/:id': {
    tags,
    summary: 'Takes a service out of all lists; its appointments stay',
    headers: idempotencyHeaders,
    params: byId,
    answer: ok({ message: z.string(), future_appointments: z.int() }),
  },
  'GET /api/service-categories': {
    tags,
    summary: 'The groups of services, in their order',
    answer: categories,
  },
  'POST /api/service-categories': {
    tags,
    summary: 'Adds a category at the end',
    headers: idempotencyHeaders,
    body: categoryInput,
    status: 201,
    answer: oneCategory,
  },
  'PUT /api/service-categories/order': {
    tags,
    summary: 'Arranges the categories; those left out follow',
    body: z.object({ ids: order('categorías') }),
    answer: categories,
  },
  'PATCH /api/service-categories/:id': {
    tags,
    summary: 'Renames a category',
    params: byId,
    body: categoryChanges,
    answer: oneCategory,
    refusals: movedOn(category),
  },
  'DELETE /api/service-categories/:id': {
    tags,
    summary: 'Removes a category; its services stay, and are in none',
    headers: idempotencyHeaders,
    params: byId,
    answer: ok({ services: z.array(service) }),
  },
} satisfies Calls

function order(what: string) {
  const ids = (list: unknown) => (Array.isArray(list) ? list.map(idOf).filter((id) => id !== undefined) : [])
  return field<number[]>({
    error: (list) =>
      Array.isArray(list) && new Set(ids(list)).size === list.length
        ? undefined
        : `El orden debe ser una lista de ${what}, sin repetir`,
    read: ids,
    json: { type: 'array', items: { type: 'integer' }, uniqueItems: true },
  })
}

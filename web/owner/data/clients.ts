import { keepPreviousData } from '@tanstack/react-query'
import type { Answer, Query } from '#domain/api/calls.ts'
import { ownerApi } from '../../account/session.ts'
import { queryClient } from './client.ts'
import { read } from './read.ts'

export type Client = Answer<'GET /api/businesses/clients'>['clients'][number]
type ClientsQuery = NonNullable<Query<'GET /api/businesses/clients'>>
export type ClientSort = NonNullable<ClientsQuery['sort']>

/** What tells clients apart. */
export const clientKey = ({ client_email, appointment_id }: Client): string =>
  client_email?.toLowerCase() ?? `#${appointment_id}`

/** A page of the clients, searched, sorted and divided by the server. */
export const clientsQuery = (query: ClientsQuery) => ({
  ...read('/api/businesses/clients', ({ clients, total }) => ({ clients, total }), { query }),
  placeholderData: keepPreviousData,
})

/**
 * Deletes a client's personal data, including in appointments. @throws ApiError 409 while one of those is
 * upcoming.
 */
export async function forgetClient({ client_email, appointment_id }: Client) {
  const body = client_email === null ? { appointment_id: appointment_id! } : { client_email }
  await ownerApi.post('/api/businesses/clients/forget', { body })
  void queryClient().invalidateQueries({ queryKey: ['businesses', 'clients'] })
  void queryClient().invalidateQueries({ queryKey: ['appointments'] })
}

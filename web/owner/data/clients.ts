import { keepPreviousData } from '@tanstack/react-query'
import type { HowSaid } from '#domain/consents.ts'
import type { Answer, Body, Query } from '#domain/api/calls.ts'
import { ownerApi } from '../../account/session.ts'
import { queryClient } from './client.ts'
import { read } from './read.ts'

export type Client = Answer<'GET /api/clients'>['clients'][number]
export type WholeClient = Answer<'GET /api/clients/:id'>['client']
type ClientsQuery = NonNullable<Query<'GET /api/clients'>>
export type ClientSort = NonNullable<ClientsQuery['sort']>
export type ClientFilter = NonNullable<ClientsQuery['only']>

/** A page of the clients' cards, searched, sorted and divided by the server. */
export const clientsQuery = (query: ClientsQuery) => ({
  ...read('/api/clients', ({ clients, total }) => ({ clients, total }), { query }),
  placeholderData: keepPreviousData,
})

/** The clients whose card holds what was typed; masked for who sees no contacts: a booking then takes them from the card. */
export const knownClientsQuery = (q: string) => ({
  ...read('/api/clients', ({ clients }) => clients, {
    query: { q, sort: 'last_visit', order: 'desc', limit: 6, offset: 0 },
  }),
  queryKey: ['clients', 'known', q],
})

const MOST_NAMESAKES = 7

/** The clients whom a name may mean, or all that a card says; those that came last first, and how many there are in all. */
export const namesakesQuery = (q: string, by: 'name' | undefined) =>
  read('/api/clients', ({ clients, total }) => ({ clients, total }), {
    query: { q, ...(by && { by }), sort: 'last_visit', order: 'desc', limit: MOST_NAMESAKES, offset: 0 },
  })

/** A card with its notes and appointments. */
export const clientQuery = (id: number) =>
  read('/api/clients/:id', ({ client }) => client, { params: { id } })

export type AlikePair = Answer<'GET /api/clients/duplicates'>['pairs'][number]

/** Pairs of cards that may be of one person. */
export const duplicatesQuery = (query: NonNullable<Query<'GET /api/clients/duplicates'>>) => ({
  ...read('/api/clients/duplicates', ({ pairs, total, cards }) => ({ pairs, total, cards }), { query }),
  placeholderData: keepPreviousData,
})

/** Lists show cards too, and so do appointments. */
export function clientsChanged() {
  void queryClient().invalidateQueries({ queryKey: ['clients'] })
  void queryClient().invalidateQueries({ queryKey: ['appointments', 'marks'] })
}

export type Card = Answer<'POST /api/clients'>['client']
/** Who a card says that its client is. */
export type Person = Pick<
  Card,
  'id' | 'version' | 'client_name' | 'client_phone' | 'client_email' | 'client_id'
>

export async function createClient(body: Body<'POST /api/clients'>, key: string): Promise<Card> {
  const { client } = await ownerApi.post('/api/clients', { body, key })
  clientsChanged()
  return client
}

/** @throws ApiError 409 with `current` when the version is outdated. */
export async function patchClient(id: number, body: Body<'PATCH /api/clients/:id'>): Promise<Card> {
  const { client } = await ownerApi.patch('/api/clients/:id', { params: { id }, body })
  // The next change of the card may be sent before it is asked for again.
  queryClient().setQueryData(clientQuery(id).queryKey, (card) => card && { ...card, ...client })
  clientsChanged()
  return client
}

export async function setBlocked(id: number, isBlocked: boolean) {
  if (isBlocked) await ownerApi.post('/api/clients/:id/block', { params: { id }, body: {} })
  else await ownerApi.post('/api/clients/:id/unblock', { params: { id } })
  clientsChanged()
}

/** Notes whether a client agreed to advertising, and how they said so. */
export async function setAdvertising(id: number, said: { agreed: boolean; how: HowSaid }) {
  await ownerApi.post('/api/clients/:id/advertising', { params: { id }, body: said })
  clientsChanged()
}

export async function addNote(id: number, body: string, key: string) {
  await ownerApi.post('/api/clients/:id/notes', { params: { id }, body: { body }, key })
  clientsChanged()
}

export async function removeNote(id: number, note: number) {
  await ownerApi.delete('/api/clients/:id/notes/:note', { params: { id, note } })
  clientsChanged()
}

/**
 * Deletes a client's personal data, including in appointments. @throws ApiError 409 while one of those is
 * upcoming.
 */
export async function forgetClient({ id }: Pick<Client, 'id'>) {
  await ownerApi.post('/api/clients/:id/forget', { params: { id } })
  // Its screen, which is about to be left, would ask for what is gone.
  queryClient().removeQueries({ queryKey: clientQuery(id).queryKey })
  clientsChanged()
  void queryClient().invalidateQueries({ queryKey: ['appointments'] })
}

/** Makes cards one. @returns by which it is taken back. */
export async function mergeClients(keep: number, merge: number[], key: string): Promise<number> {
  const { merge_id } = await ownerApi.post('/api/clients/merge', { body: { keep, merge }, key })
  clientsChanged()
  return merge_id
}

export async function unmergeClients(merge_id: number, key: string) {
  await ownerApi.post('/api/clients/unmerge', { body: { merge_id }, key })
  clientsChanged()
}

/** Whether two cards are of two people. */
export async function setApart(cards: number[], isApart: boolean) {
  if (isApart) await ownerApi.post('/api/clients/duplicates/dismiss', { body: { cards } })
  else await ownerApi.post('/api/clients/duplicates/restore', { body: { cards } })
  clientsChanged()
}

export type Tag = Answer<'GET /api/clients/tags'>['tags'][number]

/** The words by which the business sorts its clients. */
export const tagsQuery = () => read('/api/clients/tags', ({ tags }) => tags)

/** Gives a card a tag; one that the business has not is made. */
export async function addTag(id: number, label: string) {
  await ownerApi.post('/api/clients/:id/tags', { params: { id }, body: { label } })
  clientsChanged()
}

export async function removeTag(id: number, tag: number) {
  await ownerApi.delete('/api/clients/:id/tags/:tag', { params: { id, tag } })
  clientsChanged()
}

export async function changeTag(id: number, body: Body<'PATCH /api/clients/tags/:id'>) {
  await ownerApi.patch('/api/clients/tags/:id', { params: { id }, body })
  clientsChanged()
}

export async function deleteTag(id: number) {
  await ownerApi.delete('/api/clients/tags/:id', { params: { id } })
  clientsChanged()
}

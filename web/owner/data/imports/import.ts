import type { Answer, Body } from '#domain/api/calls.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { ownerApi } from '../../../account/session.ts'
import { upload } from '../../../ui/delivery/upload.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

export type Import = Answer<'GET /api/clients/import/:id'>['import']
export type ListedImport = Answer<'GET /api/clients/import'>['imports'][number]
export type ImportRow = Answer<'GET /api/clients/import/:id/rows'>['rows'][number]
export type Kind = Import['kind']
/** What may be said of a column, whatever the list is of. */
export type Column = Import['guesses'][number]['target']
export type AgendaBody = Body<'PUT /api/appointments/import/:id/mapping'>

export const importsQuery = (kind: Kind) =>
  read('/api/clients/import', ({ imports }) => imports, { query: { kind } })

/** Whether something is being done with it behind the screen. */
export const isAtWork = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'running' || state === 'undoing'

const POLL_MS = 800

/** An import, asked for again while it is at work. */
export const importQuery = (id: number) => ({
  ...read('/api/clients/import/:id', (answer) => answer.import, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: Import | undefined } }) =>
    state.data && isAtWork(state.data) ? POLL_MS : (false as const),
})

export const importRowsQuery = (id: number, only: 'error' | 'stayed', limit: number) => ({
  ...read('/api/clients/import/:id/rows', ({ rows, total }) => ({ rows, total }), {
    params: { id },
    query: { only, limit },
  }),
  placeholderData: keepPreviousData,
})

/** What the cache holds of it, and of its rows. */
function stored(answer: { import: Import }): Import {
  queryClient().setQueryData(importQuery(answer.import.id).queryKey, answer.import)
  void queryClient().invalidateQueries({ queryKey: ['clients'] })
  return answer.import
}

export async function sendList(kind: Kind, file: File, onProgress: (done: number) => void): Promise<number> {
  const path = kind === 'clients' ? '/api/clients/import' : '/api/appointments/import'
  const answer = await upload(ownerApi, path, { field: 'file', file, onProgress })
  return answer.import_id
}

export const sayColumns = async (
  id: number,
  mapping: Body<'PUT /api/clients/import/:id/mapping'>['mapping'],
): Promise<Import> =>
  stored(await ownerApi.put('/api/clients/import/:id/mapping', { params: { id }, body: { mapping } }))

/** @throws ApiError 400 with the field's sentence while the row is wrong. */
export const correctRow = async (
  id: number,
  n: number,
  body: Body<'PATCH /api/clients/import/:id/rows/:n'>,
): Promise<Import> =>
  stored(await ownerApi.patch('/api/clients/import/:id/rows/:n', { params: { id, n }, body }))

export const sayAgenda = async (id: number, body: AgendaBody): Promise<Import> =>
  stored(await ownerApi.put('/api/appointments/import/:id/mapping', { params: { id }, body }))

/** @throws ApiError 400 with the field's sentence while the row is wrong. */
export const correctAppointment = async (
  id: number,
  n: number,
  body: Body<'PATCH /api/appointments/import/:id/rows/:n'>,
): Promise<Import> =>
  stored(await ownerApi.patch('/api/appointments/import/:id/rows/:n', { params: { id, n }, body }))

export const runImport = async (id: number) =>
  stored(await ownerApi.post('/api/clients/import/:id/run', { params: { id } }))
export const stopImport = async (id: number) =>
  stored(await ownerApi.post('/api/clients/import/:id/stop', { params: { id } }))
export const undoImport = async (id: number) =>
  stored(await ownerApi.post('/api/clients/import/:id/undo', { params: { id } }))

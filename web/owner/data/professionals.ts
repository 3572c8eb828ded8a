import type { Answer, Body } from '#domain/api/calls.ts'
import type { Professional } from '#domain/api/professional.ts'
import type { ProfessionalDay } from '#domain/week.ts'
import { ownerApi } from '../../account/session.ts'
import { hoursQuery } from './business.ts'
import { queryClient } from './client.ts'
import { noteLeftOver } from './left-over/left-over.ts'
import { withChanges, withItem, withoutItem } from './lists.ts'
import { read } from './read.ts'
import { useOptimistic } from './use-optimistic.ts'

/** All professionals, in the owner's order. */
export const professionalsQuery = () => read('/api/professionals', ({ professionals }) => professionals)

export type ProfessionalChanges = Body<'PATCH /api/professionals/:id'>

/** Sends only the changed fields. @throws ApiError 409 with `current` when the version is outdated. */
export const patchProfessional = async (id: number, body: ProfessionalChanges): Promise<Professional> =>
  storedOf(await ownerApi.patch('/api/professionals/:id', { params: { id }, body }))

/** Who is inactive from now on may leave appointments behind. */
function storedOf(answer: Answer<'PATCH /api/professionals/:id'>): Professional {
  noteLeftOver(answer, 'professional')
  return answer.professional
}

export const createProfessional = async (
  body: Body<'POST /api/professionals'>,
  key: string,
): Promise<Professional> => (await ownerApi.post('/api/professionals', { body, key })).professional

export const putProfessional = async (
  id: number,
  body: Body<'PUT /api/professionals/:id'>,
): Promise<Professional> => storedOf(await ownerApi.put('/api/professionals/:id', { params: { id }, body }))

/** Shows or hides a professional on the public page. */
export const useProfessionalToggle = () =>
  useOptimistic({
    query: professionalsQuery(),
    send: ({ id, is_active }: Professional) => patchProfessional(id, { is_active: !is_active }),
    show: (list, { id, is_active }) => withChanges(list, id, { is_active: !is_active }),
    settle: withItem<Professional>,
    success: 'Profesional actualizado exitosamente',
    failure: 'Error al guardar el profesional',
  })

/** Updates the cached list from an answer. */
const change = (make: (list: Professional[]) => Professional[]) =>
  queryClient().setQueryData(professionalsQuery().queryKey, (list) => list && make(list))

export const professionalStored = (professional: Professional) =>
  change((list) => withItem(list, professional))
export const professionalDeleted = (id: number) => change((list) => withoutItem(list, id))
/** `has_schedule` is the number of days of the own schedule; with none, the business's applies. */
const professionalScheduled = (id: number, has_schedule: number) =>
  change((list) => withChanges(list, id, { has_schedule }))

/** A professional's own week, with its version. No days mean that the professional follows the business. */
export interface ProfessionalHours {
  schedule: ProfessionalDay[]
  hours_version: number
}

export const professionalHoursQuery = (id: number) =>
  read(
    '/api/schedules/professional/:id',
    ({ schedule, hours_version }): ProfessionalHours => ({ schedule, hours_version }),
    { params: { id } },
  )

type Sent = { schedules: ProfessionalDay[]; hours_version?: number }

/**
 * Stores the whole week; an empty one removes it. @throws ApiError 409 with `current` when the version is
 * outdated.
 */
export async function putProfessionalHours(id: number, body: Sent): Promise<ProfessionalHours> {
  const answer: Answer<'PUT /api/schedules/professional/:id'> = await ownerApi.put(
    '/api/schedules/professional/:id',
    { params: { id }, body },
  )
  const { schedule, hours_version } = answer
  const stored = { schedule, hours_version }
  queryClient().setQueryData(professionalHoursQuery(id).queryKey, stored)
  void queryClient().invalidateQueries({ queryKey: hoursQuery().queryKey })
  professionalScheduled(id, schedule.length)
  noteLeftOver(answer)
  return stored
}

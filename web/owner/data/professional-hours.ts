import type { Answer } from '#domain/api/calls.ts'
import type { ProfessionalDay } from '#domain/week.ts'
import { ownerApi } from '../../account/session.ts'
import { hoursQuery } from './business.ts'
import { queryClient } from './client.ts'
import { professionalScheduled } from './professionals.ts'
import { read } from './read.ts'

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
  const { schedule, hours_version }: Answer<'PUT /api/schedules/professional/:id'> = await ownerApi.put(
    '/api/schedules/professional/:id',
    { params: { id }, body },
  )
  const stored = { schedule, hours_version }
  queryClient().setQueryData(professionalHoursQuery(id).queryKey, stored)
  void queryClient().invalidateQueries({ queryKey: hoursQuery().queryKey })
  professionalScheduled(id, schedule.length)
  return stored
}

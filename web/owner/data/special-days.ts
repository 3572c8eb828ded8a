import type { Answer, Body } from '#domain/api/calls.ts'
import { ownerApi } from '../../account/session.ts'
import { queryClient } from './client.ts'
import { read } from './read.ts'

type Saved = Answer<'PUT /api/special-days/:date'>
export type SpecialDay = Saved['special_day']
export type Conflict = Saved['conflicts'][number]
export type SpecialDayBody = Body<'PUT /api/special-days/:date'>

/** The dates with hours of their own, from today on for a year. */
export const specialDaysQuery = () => read('/api/special-days', ({ special_days }) => special_days)

export type Holidays = Omit<Answer<'GET /api/businesses/holidays'>, 'success'>
export type Holiday = Holidays['holidays'][number]
export type Choice = NonNullable<Holiday['choice']>

/** The holidays of the next twelve months, and what the business does on each. */
export const holidaysQuery = () =>
  read('/api/businesses/holidays', ({ country, policy, holidays }): Holidays => ({
    country,
    policy,
    holidays,
  }))

/** What is said of a holiday is a special day too. */
function changed() {
  void queryClient().invalidateQueries({ queryKey: ['special-days'] })
  void queryClient().invalidateQueries({ queryKey: holidaysQuery().queryKey })
}

/** @returns the appointments that do not fit any more. @throws ApiError 409 when the version is outdated. */
export async function putSpecialDay(date: string, body: SpecialDayBody): Promise<Conflict[]> {
  const { conflicts } = await ownerApi.put('/api/special-days/:date', { params: { date }, body })
  changed()
  return conflicts
}

export async function removeSpecialDay({ date, professional_id }: SpecialDay) {
  const query = professional_id === null ? {} : { professional_id }
  await ownerApi.delete('/api/special-days/:date', { params: { date }, query })
  changed()
}

type Policy = Body<'PUT /api/businesses/holidays'>

export async function putHolidays(body: Policy): Promise<Conflict[]> {
  const { conflicts } = await ownerApi.put('/api/businesses/holidays', { body })
  changed()
  return conflicts
}

export async function putHoliday(date: string, body: Body<'PUT /api/holidays/:date'>): Promise<Conflict[]> {
  const { conflicts } = await ownerApi.put('/api/holidays/:date', { params: { date }, body })
  changed()
  return conflicts
}

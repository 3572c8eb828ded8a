import type { Answer, Body } from '#domain/api/calls.ts'
import { ownerApi } from '../../account/session.ts'
import { queryClient } from './client.ts'
import { read } from './read.ts'

type Saved = Answer<'PUT /api/time-off/:id'>
export type TimeOff = Saved['time_off']
export type TimeOffBody = Body<'POST /api/time-off'>
/** Of one that repeats: itself, or those after it too. */
export type Scope = 'one' | 'following'

/** What touches the dates, of everybody. */
export const timeOffQuery = (from: string, to: string) =>
  read('/api/time-off', ({ time_off }) => time_off, { query: { from, to } })

/** A time off with the appointments that lie in it. */
export const timeOffDetailQuery = (id: number) =>
  read('/api/time-off/:id', ({ time_off, conflicts }) => ({ time_off, conflicts }), { params: { id } })

export type Conflicts = Omit<Answer<'GET /api/time-off/conflicts'>, 'success'>

/** The appointments that one would meet if it were stored now, or that lie in it; of all its repetitions. */
export function conflictsQuery(body: TimeOffBody) {
  const { professional_id, first_date, last_date, from_time, to_time, repeat_weeks, repeat_until } = body
  const optional = { professional_id, last_date, from_time, to_time, repeat_weeks, repeat_until }
  const given = Object.fromEntries(
    Object.entries(optional).filter(([, value]) => value !== null && value !== undefined),
  )
  return read('/api/time-off/conflicts', ({ success: _, ...found }): Conflicts => found, {
    query: { first_date: first_date ?? '', ...given },
  })
}

/** Time that is free or taken now changes more than the list of time off. */
const changed = () => void queryClient().invalidateQueries({ queryKey: ['time-off'] })

export async function addTimeOff(body: TimeOffBody, key: string) {
  const answer = await ownerApi.post('/api/time-off', { body, key })
  changed()
  return answer
}

type Changes = Body<'PUT /api/time-off/:id'>

/** Shows it everywhere as it is about to be, before the server has answered. */
export function showTimeOff(row: TimeOff) {
  queryClient().setQueriesData<TimeOff[]>({ queryKey: ['time-off'] }, (list) =>
    Array.isArray(list) ? list.map((one) => (one.id === row.id ? row : one)) : list,
  )
}

/** Shows again what was, and asks how it is by now. */
export function timeOffRefused(was: TimeOff) {
  showTimeOff(was)
  changed()
}

/** @throws ApiError 409 with `current` when the version is outdated. */
export async function changeTimeOff(id: number, body: Changes, scope: Scope = 'one') {
  const answer = await ownerApi.put('/api/time-off/:id', { params: { id }, query: { scope }, body })
  changed()
  return answer
}

export async function removeTimeOff(id: number, scope: Scope) {
  const { removed } = await ownerApi.delete('/api/time-off/:id', { params: { id }, query: { scope } })
  changed()
  return removed
}

type SavedDay = Answer<'PUT /api/special-days/:date'>
export type SpecialDay = SavedDay['special_day']
export type Conflict = SavedDay['conflicts'][number]
export type SpecialDayBody = Body<'PUT /api/special-days/:date'>

/** The dates with hours of their own, from today on for a year. */
export const specialDaysQuery = () => read('/api/special-days', ({ special_days }) => special_days)

/** The hours of single dates, and the holidays among them. */
export const datesQuery = (from: string, to: string) => ({
  ...read('/api/special-days', ({ special_days, holidays = [] }) => ({ special_days, holidays }), {
    query: { from, to },
  }),
})

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
function daysChanged() {
  void queryClient().invalidateQueries({ queryKey: ['special-days'] })
  void queryClient().invalidateQueries({ queryKey: holidaysQuery().queryKey })
  void queryClient().invalidateQueries({ queryKey: ['businesses', 'public'] })
}

/** @returns the day with the appointments that do not fit any more. @throws ApiError 409 when the version is outdated. */
export async function putSpecialDay(date: string, body: SpecialDayBody): Promise<SavedDay> {
  const answer = await ownerApi.put('/api/special-days/:date', { params: { date }, body })
  daysChanged()
  return answer
}

/** @returns the appointments that do not fit any more. @throws ApiError 409 when the version is outdated. */
export async function removeSpecialDay({ date, professional_id, version }: SpecialDay): Promise<Conflict[]> {
  const query = { version, ...(professional_id !== null && { professional_id }) }
  // A server of before the field may still answer beside the new one.
  const { conflicts = [] } = await ownerApi.delete('/api/special-days/:date', { params: { date }, query })
  daysChanged()
  return conflicts
}

type Policy = Body<'PUT /api/businesses/holidays'>

export async function putHolidays(body: Policy): Promise<Conflict[]> {
  const { conflicts } = await ownerApi.put('/api/businesses/holidays', { body })
  daysChanged()
  return conflicts
}

export async function putHoliday(date: string, body: Body<'PUT /api/holidays/:date'>): Promise<Conflict[]> {
  const { conflicts } = await ownerApi.put('/api/holidays/:date', { params: { date }, body })
  daysChanged()
  return conflicts
}

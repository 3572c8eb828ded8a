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

/** Time that is free or taken now changes more than the list of time off. */
const changed = () => void queryClient().invalidateQueries({ queryKey: ['time-off'] })

export async function addTimeOff(body: TimeOffBody, key: string) {
  const answer = await ownerApi.post('/api/time-off', { body, key })
  changed()
  return answer
}

type Changes = Body<'PUT /api/time-off/:id'>

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

/** Cancels the appointments in it that are still to come, and tells their clients. */
export async function cancelConflicts(id: number, reason: string, key: string) {
  const cancellation_reason = reason.trim()
  const answer = await ownerApi.post('/api/time-off/:id/cancel-conflicts', {
    params: { id },
    body: cancellation_reason ? { cancellation_reason } : {},
    key,
  })
  changed()
  void queryClient().invalidateQueries({ queryKey: ['appointments'] })
  return answer
}

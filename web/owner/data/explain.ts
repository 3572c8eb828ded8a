import type { Answer } from '#domain/api/calls.ts'
import { read } from './read.ts'

export type Explanation = Omit<Answer<'GET /api/schedules/explain'>, 'success'>

/** Why a date has the free times that it has. Others may book at any moment, so it is never old. */
export const explanationQuery = (asked: { date: string; professional_id: string; service_id: string }) => ({
  ...read('/api/schedules/explain', ({ free, rules }): Explanation => ({ free, rules }), { query: asked }),
  staleTime: 0,
  gcTime: 0,
})

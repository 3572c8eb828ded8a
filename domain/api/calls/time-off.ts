import { z } from 'zod'
import { instant, movedOn, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import { asChosen, reason } from '../cancellation.ts'
import { byId, idempotencyHeaders, idParam, queryDate } from '../request.ts'
import {
  conflicts,
  MOST_IN_TIME_OFF,
  timeOff,
  timeOffAsked,
  timeOffChanges,
  timeOffInput,
  told,
} from '../time-off.ts'

const tags = ['time off']
const one = ok({
  time_off: timeOff,
  conflicts: conflicts.meta({
    description:
      'The appointments that lie in it, and held times, by date: they stay until somebody moves or cancels them',
  }),
})
const scope = z.object({
  scope: z.enum(['one', 'following']).default('one').meta({
    description: "Of one that repeats: 'following' means this one and those after it",
  }),
})

export const timeOffCalls = {
  'GET /api/time-off': {
    tags,
    summary: 'The time off that touches the dates, by its beginning',
    query: z.object({
      from: queryDate('First date; today without it'),
      to: queryDate('Last date; a year after the first without it'),
      professional_id: idParam.optional().meta({ description: 'Of this professional or the whole business' }),
    }),
    answer: ok({ time_off: z.array(timeOff) }),
  },
  'GET /api/time-off/conflicts': {
    tags,
    summary: 'The appointments that a time off would meet, before it is written: the first 200',
    query: timeOffAsked,
    answer: ok({ conflicts, has_more: z.boolean(), ...told }),
  },
  'GET /api/time-off/:id': {
    tags,
    summary: 'A time off, the appointments in it and what happened to it',
    params: byId,
    answer: one.extend({
      history: z.array(
        z.object({ change: z.string(), user_name: textOrNull, at: instant, old: z.looseObject({}) }),
      ),
    }),
  },
  'POST /api/time-off': {
    tags,
    summary: 'Blocks time of a professional or of the whole business',
    headers: idempotencyHeaders,
    body: timeOffInput,
    status: 201,
    answer: one.extend({
      repeated: z.int().meta({ description: 'How many were made: 1 unless it repeats' }),
    }),
  },
  'PUT /api/time-off/:id': {
    tags,
    summary: 'Changes a time off: the same fields as a new one',
    params: byId,
    query: scope,
    body: timeOffChanges,
    answer: one,
    refusals: movedOn(timeOff),
  },
  'DELETE /api/time-off/:id': {
    tags,
    summary: 'Removes a time off: its time is free again',
    headers: idempotencyHeaders,
    params: byId,
    query: scope,
    answer: ok({ removed: z.int() }),
  },
  'POST /api/time-off/:id/cancel-conflicts': {
    tags,
    summary: 'Cancels the appointments in it that are still to come, and tells their clients',
    params: byId,
    headers: idempotencyHeaders,
    body: z
      .object({
        chosen: asChosen(MOST_IN_TIME_OFF).meta({
          description: 'What was seen in it: what is not among them, or was moved or passed on since, stays',
        }),
        cancellation_reason: reason.optional(),
      })
      .nullish(),
    answer: ok({ cancelled: z.int(), conflicts }),
  },
} satisfies Calls

import { z } from 'zod'
import type { Calls } from '../call.ts'
import { movedOn, ok } from '../answer.ts'
import { byId, formVersion, idempotencyHeaders, idParam } from '../request.ts'
import { professional, professionalChanges, professionalInput, publicProfessional } from '../professional.ts'
import { leftOver } from '../time-off.ts'

const tags = ['professionals']
const one = ok({ professional })
const changed = one.extend(leftOver)
const list = {
  tags,
  summary: 'All professionals, inactive ones too',
  answer: ok({ professionals: z.array(professional) }),
}

export const professionalCalls = {
  'GET /api/businesses/:businessId/professionals': {
    tags: ['public'],
    summary: 'The professionals who can be booked',
    params: z.object({ businessId: idParam }),
    answer: ok({ professionals: z.array(publicProfessional) }),
  },
  'GET /api/professionals': list,
  'GET /api/businesses/professionals': list,
  'POST /api/professionals': {
    tags,
    summary: 'Adds a professional',
    headers: idempotencyHeaders,
    body: professionalInput,
    status: 201,
    answer: one,
  },
  'PUT /api/professionals/:id': {
    tags,
    summary: 'Changes a professional',
    headers: idempotencyHeaders,
    params: byId,
    body: professionalInput.extend(formVersion),
    answer: changed,
    refusals: movedOn(professional),
  },
  'PATCH /api/professionals/:id': {
    tags,
    summary: 'Changes what is sent of a professional',
    headers: idempotencyHeaders,
    params: byId,
    body: professionalChanges,
    answer: changed,
    refusals: movedOn(professional),
  },
  'GET /api/professionals/:id/future-appointments': {
    tags,
    summary: 'How many scheduled appointments there are from now on',
    params: byId,
    answer: ok({ future_appointments: z.int() }),
  },
  'DELETE /api/professionals/:id': {
    tags,
    summary: 'Takes a professional out of all lists; the appointments stay',
    headers: idempotencyHeaders,
    params: byId,
    answer: ok({ message: z.string(), future_appointments: z.int(), ...leftOver }),
  },
} satisfies Calls

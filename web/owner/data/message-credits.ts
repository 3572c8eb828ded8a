import { keepPreviousData } from '@tanstack/react-query'
import type { Answer } from '#domain/api/calls.ts'
import { read } from './read.ts'

export type Movement = Answer<'GET /api/message-credits/movements'>['movements'][number]
export type Message = Answer<'GET /api/message-credits/messages'>['messages'][number]

export const PAGE_ROWS = 20

/** A page of the movements, from 1, with the balance. */
export const movementsQuery = (page: number) => ({
  ...read(
    '/api/message-credits/movements',
    ({ credits, movements, total }) => ({ credits, movements, total }),
    { query: { page, limit: PAGE_ROWS } },
  ),
  placeholderData: keepPreviousData,
})

/** A page of the reminders that were sent, failed or were skipped, from 1. */
export const messagesQuery = (page: number) => ({
  ...read('/api/message-credits/messages', ({ messages, total }) => ({ messages, total }), {
    query: { page, limit: PAGE_ROWS },
  }),
  placeholderData: keepPreviousData,
})

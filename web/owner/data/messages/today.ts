import type { Answer, Body } from '#domain/api/calls.ts'
import { queryOptions } from '@tanstack/react-query'
import { ownerApi, whenSessionEnds } from '../../../account/session.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

export type MessageRow = Answer<'GET /api/messages/today'>['rows'][number]
export type MessageText = Answer<'GET /api/messages/texts'>['texts'][number]

/** Whom to write to today and tomorrow. */
export const todayQuery = () =>
  queryOptions(read('/api/messages/today', ({ today, rows }) => ({ today, rows })))

/** What fits an appointment now, in the words of the business; null where there is nothing to send. */
export const messageQuery = (id: number) =>
  queryOptions(read('/api/appointments/:id/message', ({ message }) => message.text, { params: { id } }))

export const textsQuery = () => queryOptions(read('/api/messages/texts', ({ texts }) => texts))

/** Notes that a message was sent by hand; said twice, it is noted once. @throws ApiError 409 when the appointment changed. */
export async function noteSent({ id, kind, starts_at, client_phone }: MessageRow): Promise<void> {
  const { message } = await ownerApi.post('/api/appointments/:id/message-sent', {
    params: { id },
    body: { message: kind, starts_at, client_phone },
  })
  queryClient().setQueryData(
    todayQuery().queryKey,
    (known) =>
      known && { ...known, rows: known.rows.map((row) => (row.id === id ? { ...row, ...message } : row)) },
  )
}

export const refreshToday = () => queryClient().invalidateQueries({ queryKey: todayQuery().queryKey })

/**
 * Ends once the messages that are shown say it, so that none goes out in the words of before.
 * @throws ApiError 409 with the text as it is now, when somebody else changed it.
 */
export async function storeText(body: Body<'PUT /api/messages/texts'>): Promise<void> {
  const { text } = await ownerApi.put('/api/messages/texts', { body })
  await textStored(text)
}

export async function textStored(text: MessageText): Promise<void> {
  queryClient().setQueryData(textsQuery().queryKey, (known) =>
    known?.map((one) => (one.kind === text.kind ? text : one)),
  )
  const returning = queryClient().invalidateQueries({ queryKey: ['clients', 'returning'] })
  await Promise.all([refreshToday(), returning])
}

const KEY = 'enpunto-asked'
whenSessionEnds(() => globalThis.sessionStorage?.removeItem(KEY))

/** What was opened in WhatsApp, of which nobody said yet whether it was sent: as long as the tab, the phone may leave it. */
export function askedBefore(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function keepAsked(asked: string[]) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(asked.slice(-200)))
  } catch {
    // A browser without storage asks as long as the page is open.
  }
}

/** Another time, another telephone or another message is another question. */
export const askedKey = ({ id, kind, starts_at, client_phone }: MessageRow): string =>
  `${id} ${kind} ${starts_at} ${client_phone}`

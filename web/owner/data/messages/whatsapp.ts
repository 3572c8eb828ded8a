import type { Answer, Body } from '#domain/api/calls.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ownerApi } from '../../../account/session.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

export type WhatsAppSetting = Omit<Answer<'GET /api/messages/whatsapp'>, 'success'>

/** Whether clients are reminded by WhatsApp, and whether that is there at all. */
export const whatsAppQuery = () =>
  queryOptions(read('/api/messages/whatsapp', ({ success: _, ...setting }): WhatsAppSetting => setting))

/** @throws ApiError */
export async function storeChannel(body: Body<'PUT /api/messages/whatsapp'>): Promise<void> {
  const { success: _, ...setting } = await ownerApi.put('/api/messages/whatsapp', { body })
  queryClient().setQueryData(whatsAppQuery().queryKey, setting)
}

const toldBy = (setting: WhatsAppSetting | undefined): string =>
  setting?.is_available && setting.reminder_channel !== 'email' ? 'por correo o WhatsApp' : 'por correo'

/** How clients hear of a change: 'por correo', or also by WhatsApp where the business writes there. */
export function useToldBy(): string {
  return toldBy(useQuery(whatsAppQuery()).data)
}

/** The same, asked for when it is to be said; who may not know it is told of mails. */
export const howTold = (): Promise<string> =>
  queryClient()
    .ensureQueryData(whatsAppQuery())
    .then(toldBy, () => 'por correo')

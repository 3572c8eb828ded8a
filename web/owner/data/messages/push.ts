import type { Answer } from '#domain/api/calls.ts'
import { queryOptions } from '@tanstack/react-query'
import { ownerApi } from '../../../account/session.ts'
import { pushManager, unsubscribe } from '../../offline/worker.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

export type PushSetting = Omit<Answer<'GET /api/push'>, 'success'>

/** Whether this browser is told of appointments. */
export const pushQuery = () =>
  queryOptions(read('/api/push', ({ success: _, ...setting }): PushSetting => setting))

const known = (setting: PushSetting) => queryClient().setQueryData(pushQuery().queryKey, setting)

/** Has the browser told of appointments; it has the permission. @throws ApiError, or what the browser throws */
export async function turnOn(
  { public_key, stand_in }: PushSetting,
  { shows_names }: { shows_names: boolean },
): Promise<void> {
  const body = { ...(stand_in ?? (await ownAddress(public_key ?? ''))), shows_names }
  const { success: _, ...setting } = await ownerApi.put('/api/push', { body })
  known(setting)
}

async function ownAddress(public_key: string) {
  const { endpoint, keys } = (await subscription(await pushManager(), public_key)).toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

async function subscription(manager: PushManager, public_key: string): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: public_key }
  try {
    return await manager.subscribe(wanted)
  } catch (error) {
    const old = await manager.getSubscription()
    if (!old) throw error
    // Of another installation at this address.
    await old.unsubscribe()
    return manager.subscribe(wanted)
  }
}

/** @throws ApiError */
export async function turnOff(): Promise<void> {
  await ownerApi.delete('/api/push')
  const before = queryClient().getQueryData(pushQuery().queryKey)
  if (before) known({ ...before, is_on: false, shows_names: false })
  await unsubscribe().catch(() => {})
}

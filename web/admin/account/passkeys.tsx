import { PasskeysCard, type PasskeyCalls } from '../../ui/passkeys/card.tsx'
import { adminCache, passkeysQuery, useLoaded } from '../queries.ts'
import { adminApi } from '../session.ts'

const renew = () => adminCache().invalidateQueries({ queryKey: passkeysQuery().queryKey })

async function changed(answer: Promise<unknown>) {
  // What failed may have been done: its answer may be lost.
  void answer.catch(renew)
  await answer
  await renew()
}

const calls: PasskeyCalls = {
  setup: async (currentPassword) =>
    (await adminApi.post('/api/admin/passkeys/setup', { body: { currentPassword } })).options,
  add: (name, passkey) => changed(adminApi.post('/api/admin/passkeys', { body: { name, passkey } })),
  rename: (id, name) => changed(adminApi.post('/api/admin/passkeys/rename', { body: { id, name } })),
  remove: (id, currentPassword) =>
    changed(adminApi.post('/api/admin/passkeys/remove', { body: { id, currentPassword } })),
}

/** The administrator's own. */
export function AdministratorPasskeys() {
  const { data, isFailed, reload } = useLoaded(passkeysQuery())
  return <PasskeysCard state={data} hasFailed={isFailed} onRetry={reload} calls={calls} />
}

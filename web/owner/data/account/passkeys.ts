import { ownerApi } from '../../../account/session.ts'
import type { PasskeyCalls } from '../../../ui/passkeys/card.tsx'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

/** The passkeys of the signed-in person. */
export const passkeysQuery = () => read('/api/auth/passkeys', ({ success: _, ...state }) => state)

const renew = () => queryClient().invalidateQueries({ queryKey: passkeysQuery().queryKey })

async function changed(answer: Promise<unknown>) {
  // What failed may have been done: its answer may be lost.
  void answer.catch(renew)
  await answer
  await renew()
}

export const passkeyCalls: PasskeyCalls = {
  setup: async (currentPassword) =>
    (await ownerApi.post('/api/auth/passkeys/setup', { body: { currentPassword } })).options,
  add: (name, passkey) => changed(ownerApi.post('/api/auth/passkeys', { body: { name, passkey } })),
  rename: (id, name) => changed(ownerApi.post('/api/auth/passkeys/rename', { body: { id, name } })),
  remove: (id, currentPassword) =>
    changed(ownerApi.post('/api/auth/passkeys/remove', { body: { id, currentPassword } })),
}

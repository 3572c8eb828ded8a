import { ownerApi } from '../../../account/session.ts'
import type { SecondFactorCalls } from '../../../ui/second-factor/card.tsx'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

/** Whether the signed-in person's log-in has a second step. */
export const secondFactorQuery = () => read('/api/auth/second-factor', ({ success: _, ...state }) => state)

const renew = () => queryClient().invalidateQueries({ queryKey: secondFactorQuery().queryKey })

async function changed<T>(answer: Promise<T>): Promise<T> {
  // What failed may have been done: its answer may be lost.
  void answer.catch(renew)
  const told = await answer
  await renew()
  return told
}

export const secondFactorCalls: SecondFactorCalls = {
  setup: () => ownerApi.post('/api/auth/second-factor/setup'),
  on: async (body) => void (await changed(ownerApi.post('/api/auth/second-factor/on', { body }))),
  off: async (body) => void (await changed(ownerApi.post('/api/auth/second-factor/off', { body }))),
  renew: async (body) =>
    (await changed(ownerApi.post('/api/auth/second-factor/recovery-codes', { body }))).recovery_codes,
}

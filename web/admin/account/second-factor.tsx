import { SecondFactorCard, type SecondFactorCalls } from '../../ui/second-factor/card.tsx'
import { adminCache, secondFactorQuery, useLoaded } from '../queries.ts'
import { adminApi } from '../session.ts'

const renew = () => adminCache().invalidateQueries({ queryKey: secondFactorQuery().queryKey })

async function changed<T>(answer: Promise<T>): Promise<T> {
  // What failed may have been done: its answer may be lost.
  void answer.catch(renew)
  const told = await answer
  await renew()
  return told
}

const calls: SecondFactorCalls = {
  setup: () => adminApi.post('/api/admin/second-factor/setup'),
  on: async (body) => void (await changed(adminApi.post('/api/admin/second-factor/on', { body }))),
  off: async (body) => void (await changed(adminApi.post('/api/admin/second-factor/off', { body }))),
  renew: async (body) =>
    (await changed(adminApi.post('/api/admin/second-factor/recovery-codes', { body }))).recovery_codes,
}

/** The administrator's own. */
export function AdministratorSecondFactor() {
  const { data: state, isFailed, reload } = useLoaded(secondFactorQuery())
  return <SecondFactorCard state={state} hasFailed={isFailed} onRetry={reload} calls={calls} />
}

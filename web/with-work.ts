import type { Challenge } from 'altcha-lib'
import { ApiError } from './ui/api.ts'
import { answerTo } from './ui/verification.ts'

/**
 * Calls `send`; when a 429 asks for proof of work, solves it and sends once more. After too many attempts, by
 * this visitor or by strangers elsewhere, a call thus takes longer but is not refused.
 */
export async function withWork<T>(send: (work: { proof_of_work?: string }) => Promise<T>): Promise<T> {
  try {
    return await send({})
  } catch (error) {
    const { challenge } = ((error as ApiError).body ?? {}) as { challenge?: Challenge }
    if (!(error instanceof ApiError) || error.status !== 429 || !challenge) throw error
    return send({ proof_of_work: await answerTo(challenge) })
  }
}

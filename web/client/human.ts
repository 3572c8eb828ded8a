import { VERIFICATION_REQUIRED } from '#domain/portal.ts'
import { useEffect, useState } from 'react'
import type { Site } from '../context.ts'
import { ApiError } from '../ui/api.ts'
import {
  forgetVerification,
  isStillGood,
  prepareVerification,
  verificationToken,
} from '../ui/verification.ts'

type Provider = Site['verification']

export interface Human {
  state: 'running' | 'ready' | 'failed'
  prepare: () => void
}

/** The human check of a form: started when the form appears, and again after each use. */
export function useHuman(verification: Provider): Human {
  const [state, setState] = useState<Human['state']>('running')

  function prepare() {
    if (verification.provider !== 'none') setState('running')
    prepareVerification(verification).then(
      () => setState('ready'),
      () => setState('failed'),
    )
  }
  useEffect(prepare, [verification])
  return { state, prepare }
}

/**
 * The proof that a person is acting, for one use.
 * @throws ApiError without proof: nothing may be sent then.
 */
export async function takeProof(verification: Provider): Promise<string> {
  const token = await verificationToken(verification, 'portal').catch(() => '')
  forgetVerification()
  if (!token) throw new ApiError(0, VERIFICATION_REQUIRED, { error: VERIFICATION_REQUIRED })
  return token
}

/** What is sent once more: with another proof where the one before may be over, if one can be had without a network. */
export function renewing(verification: Provider, payload: object): () => Promise<object> {
  let [latest, at] = [payload, Date.now()]
  return async () => {
    if (isStillGood(verification, at)) return latest
    const recaptcha_token = await takeProof(verification).catch(() => undefined)
    if (recaptcha_token) [latest, at] = [{ ...payload, recaptcha_token }, Date.now()]
    return latest
  }
}

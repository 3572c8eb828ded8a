import type { Answer } from '#domain/api/calls.ts'
import { useEffect, useState } from 'react'
import { api } from '../ui/api.ts'

export type Invitation = Answer<'POST /api/auth/invitation'>

/** The invitation behind a link, and why it could not be read: asked again when the network returns, or somebody wants it. */
export function useInvitation(token: string) {
  const [invitation, setInvitation] = useState<Invitation>()
  const [failure, setFailure] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isGone = false
    api.post('/api/auth/invitation', { body: { token } }).then(
      (found) => isGone || setInvitation(found),
      (error: unknown) => isGone || setFailure(error),
    )
    return () => void (isGone = true)
  }, [token, attempt])
  useEffect(() => {
    if (failure === undefined) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failure])

  function again() {
    setFailure(undefined)
    setAttempt((count) => count + 1)
  }
  return { invitation, failure, again }
}

import { useEffect, useRef, useState } from 'react'
import { type Answer, type Attempt, deliver, newKey } from '../ui/delivery/deliver.ts'
import { clearPending, type Pending, writePending } from './pending.ts'

/** A client's change of one appointment. */
interface Action {
  path: string
  /** The data with which a reload repeats it; missing where a second request does no harm. */
  resumed?: Pick<Pending, 'kind' | 'access'>
  /** The request's body, without the human-check token. */
  payload: object
  proof: () => Promise<object>
}

export type ActionState = ReturnType<typeof useAction>

/** Sends a change once, and repeats it under the same key until there is an answer. */
export function useAction() {
  const [state, setState] = useState<'idle' | 'sending' | 'lost'>('idle')
  const isSending = useRef(false)
  const retry = useRef<() => void>(undefined)
  /**
   * After a server error it is unknown whether the change was made: the same request is repeated under the
   * same key.
   */
  const unsure = useRef<{ request: string; attempt: Attempt }>(undefined)

  /**
   * @returns undefined when a change is already in progress.
   * @throws ApiError without proof that a person is acting.
   */
  async function send({ path, resumed, payload, proof }: Action): Promise<Answer | undefined> {
    if (isSending.current) return undefined
    isSending.current = true
    setState('sending')
    try {
      const request = JSON.stringify([path, payload])
      const attempt =
        unsure.current?.request === request
          ? unsure.current.attempt
          : { key: newKey(), payload: { ...payload, ...(await proof()) } }
      if (resumed) writePending({ ...resumed, path, attempt, at: Date.now() })
      let isRepeated = attempt === unsure.current?.attempt
      const answer = await deliver(path, attempt, (retryNow) => {
        isRepeated = true
        retry.current = retryNow
        setState('lost')
      })
      if (resumed) clearPending()
      // A limit is no answer to what was sent before it.
      const isUnsure = answer.status >= 500 || (answer.status === 429 && isRepeated)
      unsure.current = isUnsure ? { request, attempt } : undefined
      return answer
    } finally {
      isSending.current = false
      setState('idle')
    }
  }

  useEffect(() => {
    if (state === 'idle') return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [state])

  return { state, send, retryNow: () => retry.current?.() }
}

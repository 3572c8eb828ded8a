import { useEffect, useRef, useState } from 'react'
import { type Answer, type Attempt, deliver, newKey } from '../ui/deliver.ts'
import { clearPending, type Pending, writePending } from './pending.ts'

/** Something that is to happen to one appointment. */
interface Act {
  path: string
  /** What a reload asks for again; left out of what may be asked twice without harm. */
  resumed?: Pick<Pending, 'kind' | 'access'>
  /** What it is, without the proof that a person asks for it. */
  payload: object
  proof: () => Promise<object>
}

export type Acting = ReturnType<typeof useAct>

/** Changes that are sent once, and until there is an answer. */
export function useAct() {
  const [state, setState] = useState<'idle' | 'sending' | 'lost'>('idle')
  const isSending = useRef(false)
  const retry = useRef<() => void>(undefined)
  /** After a failure of the server nobody knows what it did: the same wish goes out again under the same key. */
  const unsure = useRef<{ wish: string; attempt: Attempt }>(undefined)

  /**
   * @returns undefined when something is already on its way.
   * @throws ApiError when there is no proof that a person is acting.
   */
  async function act({ path, resumed, payload, proof }: Act): Promise<Answer | undefined> {
    if (isSending.current) return undefined
    isSending.current = true
    setState('sending')
    try {
      const wish = JSON.stringify([path, payload])
      const attempt =
        unsure.current?.wish === wish
          ? unsure.current.attempt
          : { key: newKey(), payload: { ...payload, ...(await proof()) } }
      if (resumed) writePending({ ...resumed, path, attempt, at: Date.now() })
      const answer = await deliver(path, attempt, (retryNow) => {
        retry.current = retryNow
        setState('lost')
      })
      if (resumed) clearPending()
      unsure.current = answer.status < 500 ? undefined : { wish, attempt }
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

  return { state, act, retryNow: () => retry.current?.() }
}

import { useEffect, useRef, useState } from 'react'
import type { Site } from '../context.ts'
import { type Answer, type Attempt, deliver } from '../ui/delivery/deliver.ts'
import { newKey } from '../ui/delivery/new-key.ts'
import { answerTo } from '../ui/verification.ts'
import { renewing, takeProof } from './human.ts'
import { clearPending, type Pending, readPending, requestOf, writePending } from './pending.ts'

/** A client's change of one appointment. */
interface Action {
  path: string
  /** The data with which a reload repeats it; missing where a second request does no harm. */
  resumed?: Pick<Pending, 'kind' | 'access'>
  /** The request's body, without the human-check token. */
  payload: object
  /** Missing where nobody has to prove to be a person. */
  verification?: Site['verification']
}

type Unsure = Pick<Pending, 'path' | 'attempt' | 'at'>

export type ActionState = ReturnType<typeof useAction>

/**
 * Sends a change once, and repeats it under the same key until there is an answer, or whoever sent it leaves: `visitOf` tells
 * their visit from the next one.
 */
export function useAction(visitOf: () => number) {
  const [state, setState] = useState<'idle' | 'sending' | 'lost'>('idle')
  const isSending = useRef(false)
  const retry = useRef<() => void>(undefined)
  /**
   * After a server error it is unknown whether the change was made: the same request is repeated under the
   * same key.
   */
  const unsure = useRef<Unsure>(undefined)

  /**
   * @returns undefined when a change is already in progress, or who sent it has left.
   * @throws ApiError without proof that a person is acting.
   */
  async function send({ path, resumed, payload, verification }: Action): Promise<Answer | undefined> {
    if (isSending.current) return undefined
    isSending.current = true
    setState('sending')
    const visit = visitOf()
    const isLeft = () => visit !== visitOf()
    try {
      const request = requestOf(path, payload)
      const isThis = (one: Unsure | undefined) => one && requestOf(one.path, one.attempt.payload) === request
      const before = [unsure.current, ...(resumed ? readPending() : [])].find(isThis)
      const proof = verification && { recaptcha_token: await takeProof(verification) }
      if (isLeft()) return undefined
      const attempt = { key: before?.attempt.key ?? newKey(), payload: { ...payload, ...proof } }
      const sent = { path, attempt, at: before?.at ?? Date.now() }
      if (resumed) writePending({ ...resumed, ...sent })
      let isRepeated = before !== undefined
      const onLost = (retryNow: () => void) => {
        isRepeated = true
        retry.current = retryNow
        setState('lost')
      }
      const deliverOne = ({ payload, key }: Attempt) => {
        const renewed = verification ? renewing(verification, payload) : async () => payload
        return deliver(path, { payload, key }, onLost, () => {
          if (isLeft()) throw new Error('left')
          return renewed()
        }).catch(() => undefined)
      }
      let answer = await deliverOne(attempt)
      // Beyond a limit that neighbours share, or after guesses of others: the same, with the work that it takes.
      const challenge = !isLeft() && answer?.status === 429 && answer.body.challenge
      const proof_of_work = challenge && (await answerTo(challenge).catch(() => undefined))
      if (proof_of_work && !isLeft())
        answer = await deliverOne({ ...attempt, payload: { ...attempt.payload, proof_of_work } })
      if (!answer || isLeft()) return undefined
      // A limit is no answer to what was sent before it.
      const isUnsure = answer.status >= 500 || (answer.status === 429 && isRepeated)
      unsure.current = isUnsure ? sent : undefined
      if (resumed && isUnsure) writePending({ ...resumed, ...sent, isFailed: true })
      else if (resumed) clearPending(path)
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

import { cleanText, type FieldErrors } from '#domain/fields.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'
import type { Answer, Attempt, Begun } from './attempt.ts'
import { isComplete } from './choose/choose.ts'
import { isSame } from './choose/use-days.ts'
import type { Client } from './client/client.ts'
import { stored } from './stored.ts'
import type { Posted } from './submit.ts'
import { choiceOf, stepOf } from '../business/address.ts'
import type { Appointment, BookingData, Choice, Slot, WholeChoice } from '../business/types.ts'

interface Outcomes {
  /** The token opens the appointment in the portal. */
  onBooked(appointment: Appointment, token: string): void
  onTaken(alternatives: Slot[], sentence: string): void
  /** The service, the professional or the whole business cannot be booked any more. */
  onVanished(reason: string, isBusiness: boolean): void
  /** It was refused, with a sentence. */
  onFailed(reason: string): void
  onInvalid(fields: FieldErrors, client: Client): void
  /** Called when an attempt from before a reload is continued, or `isOld`: then only a press sends it again. */
  onResume(attempt: Attempt, isOld: boolean): void
}

/** As in the portal (web/client/pending.ts): whoever comes back the next day is asked before it is sent again. */
const FRESH_MS = 23 * 3_600_000
const FAILED = 'Error agendando cita'
/** Here already when somebody sends, since the steps before it bring it; not when a page was loaded anew in between. */
export type LoadSending = () => Promise<typeof import('./sending.ts')>
/** Fields that say that what was chosen is not there any more. */
const VANISHED = ['service_id', 'professional_id', 'variant_id', 'addon_ids']

/** Sends the booking once, and repeats it until there is an answer. */
export function useSending(
  { business, site, choice: drawn }: BookingData,
  posted: Posted | undefined,
  sending: LoadSending,
  outcomes: Outcomes,
) {
  const [state, setState] = useState<'idle' | 'sending' | 'lost'>('idle')
  const isSending = useRef(false)
  const retry = useRef<() => void>(undefined)
  /**
   * After a server error it is unknown whether it was booked: the same booking is sent again under the same
   * key. So it is where the form of step 3 was drawn with one: it may have been sent before this script was awake.
   */
  const unsure = useRef<Begun | undefined>(
    posted?.key && isComplete(drawn) ? { key: posted.key, choice: drawn, client: posted.client } : undefined,
  )
  /** Another one was sent after it, and it is still unknown. */
  const isGivenUp = useRef(false)
  const latest = useRef(outcomes)
  latest.current = outcomes
  const pending = stored<Attempt>('intento', business.id)

  async function send(choice: WholeChoice, client: Client) {
    if (isSending.current) return
    isSending.current = true
    setState('sending')
    const { attemptFor, proof } = await sending()
    const token = await proof(site.verification)
    if (token) {
      const attempt = attemptFor(unsure.current, business, choice, client, token)
      if (unsure.current && unsure.current.key !== attempt.key) isGivenUp.current = true
      return carry(attempt)
    }
    toast.error('Error en la verificación de seguridad. Intenta nuevamente.', FOUR_SECONDS)
    finish()
  }

  async function carry(attempt: Attempt, isRepeated = false) {
    isSending.current = true
    pending.set(attempt)
    setState('sending')
    const { sent } = await sending()
    const answer = await sent(attempt, site.verification, isRepeated, (retryNow) => {
      retry.current = retryNow
      setState('lost')
    })
    finish()
    finishWith(attempt, answer)
  }

  function finishWith(attempt: Attempt, { status, body }: Answer) {
    unsure.current = status < 500 ? undefined : attempt
    // Whoever loads the page anew hears what became of it.
    if (unsure.current) pending.set({ ...attempt, isFailed: true })
    else pending.clear()
    if (body.success) isGivenUp.current = false
    if (body.success) return latest.current.onBooked(body.appointment, body.portal_token)
    const sentence = cleanText(body.error)
    // Whoever is asked to call is offered no other time.
    if (status === 409 && !body.alternatives) return latest.current.onFailed(sentence)
    if (status === 409) return latest.current.onTaken(body.alternatives, sentence)
    if (status >= 400)
      toast.error('Ocurrió un error al agendar la cita. Por favor, inténtalo nuevamente.', FOUR_SECONDS)
    toast.error(sentence || FAILED, FOUR_SECONDS)
    if (status === 404 || VANISHED.some((field) => field in (body.fields ?? {})))
      return latest.current.onVanished(sentence || FAILED, status === 404)
    latest.current.onFailed(sentence || FAILED)
    const isOfClient = Object.keys(body.fields ?? {}).some((name) => name in attempt.client)
    if (status === 400 && isOfClient) latest.current.onInvalid(body.fields, attempt.client)
  }

  /** What is in doubt before it is sent: what became of another booking, or with which details this one may be booked already. */
  function doubt(choice: Choice, client: Client): 'other' | 'details' | undefined {
    const before = pending.get()
    if (isGivenUp.current) return 'other'
    if (!before) return undefined
    if (!isSame(before.choice, choice) || !before.client.known !== !client.known) return 'other'
    return JSON.stringify(before.client) === JSON.stringify(client) ? undefined : 'details'
  }

  function finish() {
    isSending.current = false
    setState('idle')
  }

  const resume = useEffectEvent(() => {
    const attempt = pending.get()
    if (!attempt || isSending.current) return
    // The form was answered first: what its second press sent is the same booking.
    if (posted?.appointment) return pending.clear()
    const isOld = !(Date.now() - attempt.at < FRESH_MS)
    const isLeft =
      stepOf(location.search) !== 'confirmar' ||
      !isSame(attempt.choice, choiceOf(new URLSearchParams(location.search)))
    if (!isOld && !(isLeft && attempt.isFailed)) void carry(attempt, true)
    else {
      // Its key still tells it from another one.
      unsure.current = attempt
      // Whoever has gone on meanwhile is not led back.
      if (isLeft) return
    }
    latest.current.onResume(attempt, isOld)
  })
  // Runs once, after hydration.
  useEffect(() => resume(), [])

  useEffect(() => {
    if (state === 'idle') return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [state])

  return {
    state,
    send,
    hasAttempt: () => isSending.current || Boolean(unsure.current),
    doubt,
    /** Whether nobody knows what became of a booking before the last one. */
    isGivenUp: () => isGivenUp.current,
    retryNow: () => retry.current?.(),
  }
}

import { cleanText, type FieldErrors } from '#domain/fields.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { Answer, Attempt } from './attempt.ts'
import { isComplete } from './choose/choose.ts'
import { isSame } from './choose/use-days.ts'
import type { Client } from './client/client.ts'
import type { Posted } from './submit.ts'
import { isOf, isSameClient, type Unresolved, useUnresolved } from './unresolved.ts'
import { choiceOf, stepOf } from '../business/address.ts'
import type { Appointment, BookingData, Choice, Slot, WholeChoice } from '../business/types.ts'

interface Outcomes {
  /** The token opens the appointment in the portal. `isRepeated`: it may have been booked, and changed, before this answer. */
  onBooked(appointment: Appointment, token: string, sent: Attempt, isRepeated: boolean): void
  onTaken(alternatives: Slot[], sentence: string): void
  /** The service, the professional or the time cannot be booked any more. */
  onVanished(reason: string): void
  /** It was refused, with a sentence, also as the whole business takes no bookings; or failed: then with what is in doubt. */
  onFailed(reason: string): void
  onInvalid(fields: FieldErrors, client: Client): void
  /** Called when an attempt from before a reload is continued, or `isAsked`: then only a press sends it again. */
  onResume(choice: WholeChoice, client: Client, isAsked: boolean): void
}

/** As in the portal (web/client/pending.ts): whoever comes back the next day is asked before it is sent again. */
const FRESH_MS = 23 * 3_600_000
const FAILED = 'Error agendando cita'
/** Here already when somebody sends, since the steps before it bring it; not when a page was loaded anew in between. */
export type LoadSending = () => Promise<Sending>
type Sending = typeof import('./sending.ts')
/** Fields that say that what was chosen is not there any more. */
const VANISHED = /^(service|professional|variant|addon|appointment)_/

/** Sends the booking once, and repeats it until there is an answer. */
export function useSending(
  { business, site, choice: drawn }: BookingData,
  posted: Posted | undefined,
  sending: LoadSending,
  /** The client's details as they were typed before a reload. */
  drafted: () => Client | undefined,
  outcomes: Outcomes,
) {
  const [state, setState] = useState<'idle' | 'sending' | 'lost'>('idle')
  const isSending = useRef(false)
  const retry = useRef<() => void>(undefined)
  /** What was said of the last attempt: beside the answer to the next one it would contradict it. */
  const said = useRef<number[]>([])
  /** A form that was drawn with a key: it may be sent before this script is awake, and then again by this script. */
  const form = useRef<Unresolved | undefined>(
    posted?.key && isComplete(drawn)
      ? { key: posted.key, choice: drawn, client: posted.client, at: Date.now(), isFailed: true }
      : undefined,
  )
  /** After a server error it is unknown whether it was booked: the same booking is sent again under the same key. */
  const unresolved = useUnresolved(business.id, posted?.isSent ? form.current : undefined)
  const latest = useRef(outcomes)
  latest.current = outcomes

  async function send(choice: WholeChoice, client: Client) {
    if (isSending.current) return
    isSending.current = true
    said.current.splice(0).forEach(toast.dismiss)
    setState('sending')
    const { attemptFor, proof, sayUnproved } = await sending()
    const token = await proof(site.verification)
    if (token) {
      const before = [...unresolved.all(), ...(form.current ? [form.current] : [])].find(isOf(choice, client))
      // A form that was answered with errors of its details was not sent with others.
      const isUnsent = before && before === form.current && posted?.errors && !posted.isSent
      return carry(attemptFor(isUnsent ? { ...before, client } : before, business, choice, client, token))
    }
    sayUnproved()
    finish()
  }

  async function carry(attempt: Attempt, isReloaded = false) {
    isSending.current = true
    let isRepeated = isReloaded || unresolved.all().some(({ key }) => key === attempt.key)
    unresolved.put(attempt)
    setState('sending')
    const { sent, ...say } = await sending()
    const answer = await sent(attempt, site.verification, isReloaded, (retryNow) => {
      isRepeated = true
      retry.current = retryNow
      setState('lost')
    })
    finish()
    finishWith(attempt, answer, isRepeated, say)
  }

  function finishWith(
    attempt: Attempt,
    { status, body }: Answer,
    isRepeated: boolean,
    { sayFailure, failureOf }: Pick<Sending, 'sayFailure' | 'failureOf'>,
  ) {
    // A limit is no answer to what was sent before it.
    const isFinal = status < 500 && status !== 429
    if (isFinal && form.current?.key === attempt.key) form.current = undefined
    if (body.success) unresolved.clear()
    else if (isFinal || (status === 429 && !isRepeated)) unresolved.drop(attempt)
    // Whoever loads the page anew hears what became of it.
    else unresolved.put({ ...attempt, isFailed: true })
    if (body.success) return latest.current.onBooked(body.appointment, body.portal_token, attempt, isRepeated)
    const sentence = cleanText(body.error)
    // Whoever is asked to call is offered no other time.
    if (status === 409)
      return body.alternatives
        ? latest.current.onTaken(body.alternatives, sentence)
        : latest.current.onFailed(sentence)
    const wrong = Object.keys(body.fields ?? {})
    said.current.push(...sayFailure(sentence || FAILED, status < (sentence ? 500 : 400)))
    if (wrong.some((name) => VANISHED.test(name))) return latest.current.onVanished(sentence || FAILED)
    latest.current.onFailed(failureOf(sentence || FAILED, attempt, unresolved.all()))
    const isOfClient = wrong.some((name) => name in attempt.client)
    if (status === 400 && isOfClient) latest.current.onInvalid(body.fields, attempt.client)
  }

  function finish() {
    isSending.current = false
    setState('idle')
  }

  const resume = useEffectEvent(() => {
    if (isSending.current) return
    unresolved.load()
    // The form was answered first: what its second press sent is the same booking.
    if (posted?.confirmed) return unresolved.clear()
    const isAt = stepOf(location.search) === 'confirmar'
    const isHere = ({ choice }: Unresolved) => isAt && isAtAddress(choice)
    const all = unresolved.all()
    const attempt = all.filter(isHere).at(-1) ?? all.filter(({ isFailed }) => !isFailed).at(-1)
    if (!attempt) return
    const { choice, client, payload, isFailed } = attempt
    const isOld = !(Date.now() - attempt.at < FRESH_MS)
    // A form's details are newer than what the script kept.
    const typed = posted?.client ?? drafted() ?? client
    const isCorrected = !isSameClient(typed, client)
    // Whoever has gone on meanwhile is not led back.
    if (!isHere(attempt) && (isOld || isFailed || isCorrected || !isWithinAddress(choice))) return
    const isAsked = isOld || !payload || isCorrected
    if (!isAsked) void carry({ ...attempt, payload }, true)
    latest.current.onResume(choice, isAsked ? typed : client, Boolean(isAsked))
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
    /** Whether something is sent, or what the address says was sent before. */
    hasAttempt: () => isSending.current || unresolved.all().some(({ choice }) => isAtAddress(choice)),
    unresolved: unresolved.all,
    retryNow: () => retry.current?.(),
  }
}

const atAddress = () => choiceOf(new URLSearchParams(location.search))
const isAtAddress = (choice: Choice) => isSame(choice, atAddress())
/** Whether the address names nothing else. It may name less, but no service then: with one, the page names all that is chosen. */
function isWithinAddress(choice: Choice): boolean {
  const named = atAddress()
  return isSame(choice, named.service ? named : { ...choice, ...named })
}

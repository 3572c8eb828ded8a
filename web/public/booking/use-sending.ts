import { cleanText, type FieldErrors } from '#domain/fields.ts'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { forgetVerification, verificationToken } from '../../ui/verification.ts'
import { TOAST } from '../toast-time.ts'
import { type Answer, type Attempt, deliver, newKey } from './attempt.ts'
import { type Client, payloadOf } from './client.ts'
import { stored } from './stored.ts'
import type { Appointment, BookingData, Choice, Slot } from './types.ts'

interface Outcomes {
  onBooked(appointment: Appointment): void
  onTaken(alternatives: Slot[]): void
  onInvalid(fields: FieldErrors, client: Client): void
  /** An attempt of before a reload is going on. */
  onResume(attempt: Attempt): void
}

const FAILED = 'Error agendando cita'
/** Understood by the server as "could not be checked". */
const FALLBACK_TOKEN = 'fallback-token'

/** Sending the booking: once, and until there is an answer. */
export function useSending({ business, site }: BookingData, outcomes: Outcomes) {
  const [state, setState] = useState<'idle' | 'sending' | 'lost'>('idle')
  const isSending = useRef(false)
  const retry = useRef<() => void>(undefined)
  /** After a failure of the server nobody knows what it did: the same booking goes out again under the same key. */
  const unsure = useRef<Attempt>(undefined)
  const latest = useRef(outcomes)
  latest.current = outcomes
  const pending = stored<Attempt>('intento', business.id)

  async function send(choice: Required<Choice>, client: Client) {
    if (isSending.current) return
    isSending.current = true
    setState('sending')
    const token = await verificationToken(site.verification, 'booking').catch(() => FALLBACK_TOKEN)
    if (!token) {
      toast.error('Error en la verificación de seguridad. Intenta nuevamente.', TOAST)
      finish()
      return
    }
    const payload = payloadOf(business.id, choice, client, token)
    const before = unsure.current
    await carry(
      before && sameBooking(before.payload, payload) ? before : { key: newKey(), choice, client, payload },
    )
  }

  async function carry(attempt: Attempt) {
    isSending.current = true
    pending.set(attempt)
    setState('sending')
    const answer = await deliver(attempt, (retryNow) => {
      retry.current = retryNow
      setState('lost')
    })
    finish()
    settle(attempt, answer)
  }

  function settle(attempt: Attempt, { status, body }: Answer) {
    pending.clear()
    unsure.current = status < 500 ? undefined : attempt
    if (status < 500) forgetVerification()
    if (body.success) return latest.current.onBooked(body.appointment)
    const said = cleanText(body.error)
    if (status === 409) return latest.current.onTaken(body.alternatives ?? [])
    if (status >= 400)
      toast.error('Ocurrió un error al agendar la cita. Por favor, inténtalo nuevamente.', TOAST)
    toast.error(said || FAILED, TOAST)
    const isOfClient = Object.keys(body.fields ?? {}).some((name) => name in attempt.client)
    if (status === 400 && isOfClient) latest.current.onInvalid(body.fields, attempt.client)
  }

  function finish() {
    isSending.current = false
    setState('idle')
  }

  useEffect(() => {
    const attempt = pending.get()
    if (!attempt || isSending.current) return
    latest.current.onResume(attempt)
    void carry(attempt)
    // Once, when the page has come to life.
  }, [])

  useEffect(() => {
    if (state === 'idle') return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [state])

  return { state, send, isSending: () => isSending.current, retryNow: () => retry.current?.() }
}

function sameBooking(a: object, b: object): boolean {
  const text = (booking: object) => JSON.stringify({ ...booking, recaptcha_token: '' })
  return text(a) === text(b)
}

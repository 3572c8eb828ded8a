import { maybeOwn } from '#domain/choice.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { data, type RouterContextProvider } from 'react-router'
import { type ApiCall, contexts } from '../../context.ts'
import { choiceOf } from '../business/address.ts'
import { isComplete } from './choose/choose.ts'
import { type Client, clientOf, errorsOf } from './client/client.ts'
import { type Booked, payloadOf } from './client/payload.ts'
import type { Slot, Step } from '../business/types.ts'
import type { Confirmed } from './done/confirmed.ts'
import { confirmedIn, isAhead } from './done/standing.ts'
import { failedIn, IN_DOUBT } from './sending.ts'
import { hasEmail } from './unresolved.ts'

/** The result of a form submitted without script. */
export interface Posted {
  step: Step
  client: Client
  errors?: FieldErrors
  /** The first invalid field, in the order of the form. */
  focus?: string
  /** The idempotency key of the attempt that step 3 would send, or has sent. */
  key?: string
  /** It was sent, and nobody knows what became of it. */
  isSent?: boolean
  /** Free times near one that was just taken. */
  alternatives?: Slot[]
  /** The sentence for a time that was refused. */
  refusal?: string
  failure?: string
  /** Where it was sent and nobody knows what became of it: what else a form needs that sends it again. */
  booked?: Booked
  confirmed?: Confirmed
}

interface Args {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** Handles the page's forms without script: each answer is the page again, one step further or back. */
export async function submitBooking({ request, context }: Args) {
  context.set(contexts.isPosted, true)
  // An unreadable form counts as an empty one.
  const form = await request.formData().catch(() => new FormData())
  const choice = choiceOf(new URL(request.url).searchParams)
  const client = clientOf(form)
  const intent = form.get('intent')
  const key = String(form.get('key') || crypto.randomUUID())
  // Whoever goes back may have sent it: the same time keeps its key.
  const begun = { client, key, isSent: form.has('sent') }
  if (intent === 'volver')
    return say({ step: 'datos', ...begun, ...(begun.isSent && { refusal: maybeOwn(hasEmail(client)) }) })
  if (!isComplete(choice)) return say({ step: 'cita', client }, 400)
  const refuse = (errors: FieldErrors, status: number, begun?: Pick<Posted, 'key' | 'isSent'>) =>
    // Browsers omit an unticked box: the terms, the form's last field.
    say(
      {
        step: 'datos',
        client,
        errors,
        focus: [...form.keys()].find((name) => name in errors) ?? 'terms',
        ...begun,
      },
      status,
    )
  const errors = errorsOf(client)
  if (Object.keys(errors).length > 0) return refuse(errors, 400, begun)
  if (intent !== 'confirmar') return say({ step: 'confirmar', ...begun })

  const booked = { id: Number(form.get('business_id')), policy: String(form.get('policy') ?? '') }
  const { verification } = context.get(contexts.site)
  const token = verification.provider === 'none' ? 'dev-token' : 'fallback-token'
  const api = context.get(contexts.api)
  const { status, body } = await api('/api/appointments/public', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: payloadOf(booked, choice, client, token),
  })
  if (body.success) {
    // What was sent before stands, perhaps with other details: nothing is said of these.
    const told = begun.isSent ? { ...client, whatsapp_consent: '', no_messages: '' } : client
    const made: Confirmed = { appointment: body.appointment, token: body.portal_token }
    return say({
      step: 'lista',
      client: told,
      confirmed: await standing(api, made, context.get(contexts.now)()),
    })
  }
  if (status === 409 && body.alternatives)
    return say({ step: 'cita', client, alternatives: body.alternatives, refusal: body.error }, status)
  const wrong = Object.keys(body.fields ?? {}).some((name) => name in client)
  if (wrong) return refuse(body.fields, status)
  // A refusal is its key's answer; what is sent again after it is a new attempt. A limit is none, nor is a failure.
  const sentence = body.error ?? 'Error agendando cita'
  const isFinal = [400, 404, 409].includes(status)
  if (isFinal || !(begun.isSent || status >= 500))
    return say(
      { step: 'confirmar', client, key: isFinal ? crypto.randomUUID() : key, failure: sentence },
      status,
    )
  const inDoubt = { key, isSent: true, booked, refusal: maybeOwn(hasEmail(client)) }
  return say({ step: 'confirmar', client, ...inDoubt, failure: failedIn(sentence, IN_DOUBT) }, status)
}

/** A form that is sent once more gets its first answer: what it booked may have been moved or cancelled since. */
async function standing(api: ApiCall, made: Confirmed, now: number): Promise<Confirmed> {
  const { token = '' } = made
  const address = `/api/client-auth/validate-token?token=${encodeURIComponent(token)}`
  const answer = await api(address).catch(() => undefined)
  if (answer?.status === 401 && isAhead(made, now)) return { ...made, isGone: true }
  return (answer?.status === 200 && confirmedIn(token, answer.body)) || made
}

const say = (posted: Posted, status = 200) => data(posted, status)

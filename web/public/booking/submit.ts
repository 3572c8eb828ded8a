import type { FieldErrors } from '#domain/fields.ts'
import { data, type RouterContextProvider } from 'react-router'
import { contexts } from '../../context.ts'
import { choiceOf } from './address.ts'
import { isComplete } from './choose.ts'
import { type Client, clientOf, errorsOf, payloadOf } from './client.ts'
import type { Appointment, Slot, Step } from './types.ts'

/** What became of a form that was sent without script. */
export interface Posted {
  step: Step
  client: Client
  errors?: FieldErrors
  /** The first wrong field, in the order of the form. */
  focus?: string
  /** Idempotency key of the attempt that step 3 would send. */
  key?: string
  /** Free times near one that was taken meanwhile. */
  alternatives?: Slot[]
  failure?: string
  appointment?: Appointment
}

interface Args {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** The page's forms as they work without script: each answer is the page again, one step further or back. */
export async function submitBooking({ request, context }: Args) {
  // What cannot be read as a form is one with nothing filled in.
  const form = await request.formData().catch(() => new FormData())
  const choice = choiceOf(new URL(request.url).searchParams)
  const client = clientOf(form)
  const intent = form.get('intent')
  if (intent === 'volver') return say({ step: 'datos', client })
  if (!isComplete(choice)) return say({ step: 'cita', client }, 400)
  const refuse = (errors: FieldErrors, status: number) =>
    // A form leaves out a box that is not ticked: the terms, its last field.
    say(
      { step: 'datos', client, errors, focus: [...form.keys()].find((name) => name in errors) ?? 'terms' },
      status,
    )
  const errors = errorsOf(client)
  if (Object.keys(errors).length > 0) return refuse(errors, 400)
  const key = String(form.get('key') || crypto.randomUUID())
  if (intent !== 'confirmar') return say({ step: 'confirmar', client, key })

  const { verification } = context.get(contexts.site)
  const token = verification.provider === 'none' ? 'dev-token' : 'fallback-token'
  const { status, body } = await context.get(contexts.api)('/api/appointments/public', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: payloadOf(Number(form.get('business_id')), choice, client, token),
  })
  if (body.success) return say({ step: 'lista', client, appointment: body.appointment })
  if (status === 409) return say({ step: 'cita', client, alternatives: body.alternatives ?? [] }, status)
  const wrong = Object.keys(body.fields ?? {}).some((name) => name in client)
  if (wrong) return refuse(body.fields, status)
  return say({ step: 'confirmar', client, key, failure: body.error ?? 'Error agendando cita' }, status)
}

const say = (posted: Posted, status = 200) => data(posted, status)

import type { Answer } from '#domain/api/calls.ts'
import { portalEmailErrors } from '#domain/portal.ts'
import type { Challenge } from 'altcha-lib'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { FOUR_SECONDS, toast } from '../../../ui/toast.tsx'
import { answerTo } from '../../../ui/verification.ts'

interface Props {
  /** What the field begins with. */
  email: string
  /** Of the booking. */
  token: string
  /** Called with the corrected address, or without one when nobody knows of a correction. */
  onDone: (email?: string) => void
}

const FAILED = 'No pudimos corregir el correo. Revisa tu conexión e inténtalo otra vez.'
/** It may have been corrected; the same address again changes nothing more. */
const UNSURE = 'No supimos si el correo quedó corregido. Revisa tu conexión e inténtalo otra vez.'

/** Corrects the address of a booking that was just made; its confirmation is sent there. */
export default function CorrectEmail({ email, token, onDone }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => input.current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const client_email = input.current!.value.trim()
    const wrong = portalEmailErrors({ client_email })['client_email']
    setError(wrong)
    if (wrong) return input.current!.focus()
    setBusy(true)
    const failure = await send({ token, client_email })
    setBusy(false)
    if (failure) return setError(failure)
    toast.success(`Listo: te enviamos la confirmación a ${client_email}`, FOUR_SECONDS)
    onDone(client_email)
  }

  return (
    <form className="correct" noValidate onSubmit={submit}>
      <Field id="correct" label="Correo correcto" error={error}>
        {(described) => (
          <input
            {...described}
            ref={input}
            className="input"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={email}
            onInput={() => setError(undefined)}
          />
        )}
      </Field>
      <div>
        <button type="button" className="btn btn-2" onClick={() => onDone()}>
          Cancelar
        </button>
        <button className="btn btn-brand grow" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Enviando...' : 'Enviar a este correo'}
        </button>
      </div>
    </form>
  )
}

interface Refused {
  success: false
  error?: string
  challenge?: Challenge
}

/** A sentence when it failed. Where neighbours behind the same address corrected many, it takes some seconds of work. */
async function send(payload: {
  token: string
  client_email: string
  proof_of_work?: string
}): Promise<string | undefined> {
  try {
    const response = await fetch('/api/appointments/client/correct-email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
    const body: Answer<'POST /api/appointments/client/correct-email'> | Refused = await response.json()
    if (body.success) return undefined
    if (body.challenge && !payload.proof_of_work)
      return send({ ...payload, proof_of_work: await answerTo(body.challenge) })
    return body.error ?? FAILED
  } catch {
    return UNSURE
  }
}

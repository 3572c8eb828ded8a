import { LIMITS } from '#domain/fields.ts'
import { phoneIsValid } from '#domain/phone.ts'
import { professionalErrors } from '#domain/professional.ts'
import { type FormEvent, useRef, useState } from 'react'
import { ownerApi, useSession } from '../../../account/session.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { failureText } from '../failures.ts'
import './self.css'
import type { Professional } from '#domain/api/professional.ts'

/** Adds the owner as the first professional, with a name and one tap. */
export function SelfForm({ onCreated }: { onCreated: (professional: Professional) => void }) {
  const { business } = useSession()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const { email, phone } = business ?? {}
    const body = {
      professional_name: input.current!.value,
      ...(email && { email }),
      ...(phoneIsValid(phone) && { phone }),
    }
    const fault = professionalErrors(body)['professional_name']
    setError(fault)
    if (fault) return input.current!.focus()
    setBusy(true)
    try {
      const answer = await ownerApi.post('/api/professionals', { body })
      toast.success('Profesional creado exitosamente')
      onCreated(answer.professional)
    } catch (error) {
      toast.error(failureText(error, 'Error al guardar el profesional'))
      setBusy(false)
    }
  }

  return (
    <form className="self-form" noValidate onSubmit={submit}>
      <Field id="self_name" label="Tu nombre" error={error}>
        {(described) => (
          <input
            {...described}
            ref={input}
            name="professional_name"
            className="input"
            autoComplete="name"
            maxLength={LIMITS.name}
          />
        )}
      </Field>
      <button className="btn" aria-disabled={isBusy}>
        {isBusy && <span className="spinner" />}
        Atiendo yo
      </button>
    </form>
  )
}

import { dataRequestErrors, DATA_REQUEST_KINDS, DATA_REQUESTS, DETAILS_MAX } from '#domain/data-request.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { type FormEvent, useState } from 'react'
import { saidBy } from '../../ui/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'
import { Lost } from '../lost.tsx'
import type { Appointment, PortalData } from '../portal-data.ts'
import { useAction } from '../use-action.ts'
import type { Portal } from '../use-portal.ts'

interface Props {
  portal: Portal
  data: PortalData
  /** An appointment of each business. */
  places: Appointment[]
  onClose: () => void
}

const FAILED = 'No pudimos enviar la solicitud'

/** Asks what a client wants of their data, of which business. */
export default function RequestDialog({ portal, data, places, onClose }: Props) {
  const action = useAction(portal.visitOf)
  const [errors, setErrors] = useState<FieldErrors>({})
  const isSending = action.state !== 'idle'

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const form = event.currentTarget
    const typed = new FormData(form)
    const input = { kind: typed.get('kind'), details: String(typed.get('details')).replaceAll('\r\n', '\n') }
    const wrong = dataRequestErrors(input)
    show(form, wrong)
    if (Object.keys(wrong).length > 0) return
    const id = Number(typed.get('place') ?? places[0]!.id)
    try {
      const answer = await action.send({
        path: `/api/appointments/client/data-request/${id}`,
        payload: { ...portal.opened!.access, ...input },
        verification: data.verification,
      })
      if (!answer) return
      if (!answer.body.success) {
        show(form, (answer.body.fields as FieldErrors | undefined) ?? {})
        return void toast.error(String(answer.body.error ?? FAILED), FOUR_SECONDS)
      }
      toast.success('Solicitud enviada. Aquí ves en qué va.', FOUR_SECONDS)
      portal.asked(answer.body.request)
      onClose()
    } catch (error) {
      toast.error(saidBy(error) ?? FAILED, FOUR_SECONDS)
    }
  }

  function show(form: HTMLFormElement, wrong: FieldErrors) {
    setErrors(wrong)
    const first = [...form.elements].find((one) => (one as HTMLInputElement).name in wrong)
    ;(first as HTMLElement | undefined)?.focus()
  }

  return (
    <Dialog title="Solicitud sobre tus datos" onClose={onClose}>
      <form className="data-form" noValidate onSubmit={send}>
        {places.length > 1 && (
          <Field id="place" label="Negocio">
            {(described) => (
              <select {...described} name="place" className="input">
                {places.map(({ id, business_name }) => (
                  <option key={id} value={id}>
                    {business_name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <fieldset className="data-kinds" aria-describedby={errors['kind'] && 'kind-error'}>
          <legend className="label">¿Qué quieres?</legend>
          {DATA_REQUEST_KINDS.map((kind) => (
            <label key={kind}>
              <input type="radio" name="kind" value={kind} />
              <span>
                {DATA_REQUESTS[kind].label}
                <small className="muted">{DATA_REQUESTS[kind].about}</small>
              </span>
            </label>
          ))}
          <FieldError id="kind" error={errors['kind']} />
        </fieldset>
        <Field
          id="details"
          label="Cuéntale al negocio"
          hint="Para corregir, escribe qué está mal y cómo debe quedar."
          error={errors['details']}
        >
          {(described) => (
            <textarea {...described} name="details" className="input" rows={3} maxLength={DETAILS_MAX} />
          )}
        </Field>
        <Lost action={action} />
        <button className="btn btn-lg" aria-disabled={isSending}>
          {isSending && <span className="spinner" />}
          {isSending ? 'Enviando...' : 'Enviar solicitud'}
        </button>
      </form>
    </Dialog>
  )
}

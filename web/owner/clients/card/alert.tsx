import { ALERT_MAX } from '#domain/card.ts'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../ui/api.ts'
import '../../../ui/banner.css'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { warning } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'
import { patchClient, type WholeClient } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'

export const Alert = ({ text }: { text: string }) => (
  <p className="banner banner-danger cli-alert">
    <Icon d={warning} />
    <b>{text}</b>
  </p>
)

/** Writes what everybody who attends the client has to know. */
export function AlertForm({ client }: { client: WholeClient }) {
  const [text, setText] = useState(client.alert ?? '')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      await patchClient(client.id, { alert: text, version: client.version })
      toast.success('Alerta guardada')
    } catch (failure) {
      if (failure instanceof ApiError && failure.fields?.['alert']) setError(failure.fields['alert'])
      else toast.error(failureText(failure, 'Error al guardar la alerta'))
    }
    setBusy(false)
  }
  return (
    <form className="cli-note-form" onSubmit={(event) => void save(event)}>
      <Field
        id="cli-alert"
        label="Alerta"
        error={error}
        hint="Por ejemplo: Alergia al amoníaco. El cliente no la ve."
      >
        {(described) => (
          <input
            {...described}
            className="input"
            maxLength={ALERT_MAX}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <button className="btn btn-2" aria-disabled={isBusy}>
        Guardar alerta
      </button>
    </form>
  )
}

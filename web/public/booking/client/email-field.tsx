import { meantEmail } from '#domain/mail-typo.ts'
import { type ComponentProps, useRef, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import type { Client } from './client.ts'

interface Props {
  client: Client
  /** Whoever has none books without messages, or is told by WhatsApp. */
  isOptional: boolean
  takesWhatsApp: boolean
  error: string | undefined
  inputProps: ComponentProps<'input'>
  onCorrected: () => void
}

/**
 * The e-mail, with a question when it looks mistyped: one tap corrects it, and it is never refused for that. And how somebody
 * is told besides, or without one.
 */
export function EmailField(props: Props) {
  const { client, isOptional, takesWhatsApp, error, inputProps, onCorrected } = props
  const input = useRef<HTMLInputElement>(null)
  // Only where the business still has it so: a draft may be older.
  const [isWithout, setWithout] = useState(isOptional && client.no_messages === 'on')
  const [isByWhatsApp, setByWhatsApp] = useState(takesWhatsApp && client.whatsapp_consent === 'on')
  const [meant, setMeant] = useState(() => meantEmail(client.client_email))

  function correct() {
    input.current!.value = meant!
    setMeant(undefined)
    onCorrected()
    input.current!.focus()
  }

  // It stands where the hint stood, so that nothing below it moves under a finger.
  return (
    <>
      <Field
        id="client_email"
        label={
          isOptional && isByWhatsApp ? (
            <>
              Correo electrónico <small>(opcional)</small>
            </>
          ) : (
            'Correo electrónico'
          )
        }
        error={isWithout ? undefined : error}
        hint={
          <span role="status">
            {isWithout ? (
              'No te escribiremos.'
            ) : meant ? (
              <>
                ¿Quisiste decir <b>{meant.split('@').at(-1)}</b>?{' '}
                <button type="button" className="link meant" onClick={correct}>
                  Sí, cambiarlo
                </button>
              </>
            ) : (
              'Aquí te llegan la confirmación y los recordatorios.'
            )}
          </span>
        }
      >
        {(described) => (
          <input
            {...described}
            {...inputProps}
            ref={input}
            className="input"
            type="email"
            inputMode="email"
            autoComplete="email"
            disabled={isWithout}
            maxLength={254}
            defaultValue={client.client_email}
            onInput={() => setMeant(undefined)}
            onBlur={({ currentTarget }) => setMeant(meantEmail(currentTarget.value))}
          />
        )}
      </Field>
      {isOptional && (
        <label className="check">
          <input
            type="checkbox"
            name="no_messages"
            checked={isWithout}
            onChange={({ target }) => {
              setWithout(target.checked)
              if (target.checked) setByWhatsApp(false)
            }}
          />
          <span>
            Sin avisos
            <span className="small muted">
              Reservas sin correo: no te llegan confirmación ni recordatorios, y ves tu cita en esta página.
            </span>
          </span>
        </label>
      )}
      {takesWhatsApp && (
        <label className="check">
          <input
            type="checkbox"
            name="whatsapp_consent"
            checked={isByWhatsApp}
            onChange={({ target }) => {
              setByWhatsApp(target.checked)
              if (target.checked) setWithout(false)
            }}
          />
          <span>Quiero recibir la confirmación y el recordatorio por WhatsApp</span>
        </label>
      )}
    </>
  )
}

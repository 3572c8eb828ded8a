import type { FieldErrors } from '#domain/fields.ts'
import { useState } from 'react'
import type { Site } from '../context.ts'
import '../ui/banner.css'
import { ApiError, createApi, messageOf } from '../ui/api.ts'
import { Icon } from '../ui/icon.tsx'
import { mail } from '../ui/icons.ts'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { withWork } from '../with-work.ts'
import { type Human, takeProof } from './human.ts'

const api = createApi()

interface Props {
  human: Human
  verification: Site['verification']
  /** The typed e-mail; undefined when it is wrong, which the form shows. */
  emailOf: () => string | undefined
  onRefused: (fields: FieldErrors) => void
}

/** For whoever booked without a document: the link by e-mail. What it says is the same for every address. */
export function SendLink({ human, verification, emailOf, onRefused }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')

  async function send() {
    const client_email = emailOf()
    if (!client_email || isBusy || human.state !== 'ready') return
    setBusy(true)
    setSaid('')
    try {
      const recaptcha_token = await takeProof(verification)
      const { message } = await withWork((work) =>
        api.post('/api/appointments/client/send-link', { body: { client_email, recaptcha_token, ...work } }),
      )
      setSaid(message)
    } catch (error) {
      if (error instanceof ApiError && error.fields) onRefused(error.fields)
      toast.error(messageOf(error, 'No pudimos enviar el enlace'), FOUR_SECONDS)
    } finally {
      setBusy(false)
      human.prepare()
    }
  }

  return (
    <div className="send-link">
      <p className="small muted">
        ¿No diste tu cédula al reservar? Escribe tu correo y te enviamos un enlace.
      </p>
      <button
        type="button"
        className="btn btn-2 btn-block"
        aria-disabled={isBusy || human.state !== 'ready' || undefined}
        onClick={() => void send()}
      >
        {isBusy ? <span className="spinner" /> : <Icon d={mail} />}
        {isBusy ? 'Enviando...' : 'Enviarme un enlace al correo'}
      </button>
      <div role="status">
        {said && (
          <p className="banner banner-info">
            <Icon d={mail} />
            <span>{said}</span>
          </p>
        )}
      </div>
    </div>
  )
}

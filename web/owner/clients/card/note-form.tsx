import { isMinor } from '#domain/birthday.ts'
import { NOTE_MAX, noteError } from '#domain/card.ts'
import { isBlank } from '#domain/fields.ts'
import { HEALTH_SENTENCES, RESPONSIBLE_MAX, responsibleError } from '#domain/health.ts'
import { today } from '#domain/zone.ts'
import { type FormEvent, useState } from 'react'
import { presentMs } from '../../../server-clock.ts'
import type { SessionBusiness } from '../../../account/session.ts'
import { Field, FieldError } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { addHealthNote, type Health } from '../../data/privacy/health.ts'
import { addNote, type WholeClient } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'
import { useSentOnce } from '../../parts/once/use-key.ts'
import { useLeftNote } from './left-note.ts'

interface Props {
  client: WholeClient
  business: SessionBusiness
  health: Health | undefined
}
type Errors = Partial<Record<'body' | 'agreed' | 'responsible', string | undefined>>

/** A new note; one on health needs the consent of the client, or of who is responsible for one under age, which is asked for once. */
export function NoteForm({ client, business, health }: Props) {
  const [isHealth, setHealth] = useState(false)
  const [text, setText] = useLeftNote(client.id, !isHealth)
  const [isAgreed, setAgreed] = useState(false)
  const [responsible, setResponsible] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setBusy] = useState(false)
  const isUnderAge = isMinor(client.birthday, today(business.timezone, presentMs()))
  const asks = isHealth && (!health?.consent || (isUnderAge && !health.consent.responsible))
  // A note whose answer got lost may have brought the consent: what is asked then makes it no other note.
  const send = useSentOnce(({ body, isHealth }: { body: string; isHealth: boolean }, key) =>
    isHealth
      ? addHealthNote(client.id, { body, agreed: asks, responsible }, key)
      : addNote(client.id, body, key),
  )

  function chooseHealth(isHealth: boolean) {
    setHealth(isHealth)
    setText(text, !isHealth)
  }

  async function add(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong: Errors = {
      body: noteError(text),
      agreed: asks && !isAgreed ? HEALTH_SENTENCES.consent : undefined,
      responsible:
        asks && isUnderAge
          ? isBlank(responsible)
            ? HEALTH_SENTENCES.responsible
            : responsibleError(responsible)
          : undefined,
    }
    setErrors(wrong)
    if (Object.values(wrong).some((error) => error !== undefined)) return
    setBusy(true)
    try {
      await send({ body: text, isHealth })
      setText('')
      setHealth(false)
      setAgreed(false)
      setResponsible('')
    } catch (failure) {
      toast.error(failureText(failure, 'Error al guardar la nota'))
    }
    setBusy(false)
  }

  return (
    <form className="cli-note-form" onSubmit={(event) => void add(event)}>
      <Field
        id="cli-note"
        label="Nueva nota"
        error={errors.body}
        hint={
          isHealth
            ? 'Solo la lee quien tiene permiso; queda cifrada y se anota quién la lee.'
            : 'Solo la ve tu equipo.'
        }
      >
        {(described) => (
          <textarea
            {...described}
            className="input"
            rows={2}
            maxLength={NOTE_MAX}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {/* There before its answer is, so that the button below does not move under a finger. */}
      {client.health_notes !== null && (
        <label className="check">
          <input
            type="checkbox"
            checked={isHealth}
            disabled={!health}
            onChange={({ target }) => chooseHealth(target.checked)}
          />
          <span>Dato de salud</span>
        </label>
      )}
      {asks && (
        <div className="cli-agreed">
          <p className="small">{HEALTH_SENTENCES.consent}.</p>
          {isUnderAge && (
            <Field
              id="cli-responsible"
              label="Quién autoriza"
              error={errors.responsible}
              hint="Es menor de edad: su padre, madre o acudiente."
            >
              {(described) => (
                <input
                  {...described}
                  className="input"
                  autoComplete="off"
                  maxLength={RESPONSIBLE_MAX}
                  value={responsible}
                  onChange={({ target }) => setResponsible(target.value)}
                />
              )}
            </Field>
          )}
          <label className="check">
            <input
              type="checkbox"
              checked={isAgreed}
              aria-invalid={errors.agreed ? true : undefined}
              aria-describedby={errors.agreed && 'cli-agreed-error'}
              onChange={({ target }) => setAgreed(target.checked)}
            />
            <span>
              {isUnderAge
                ? 'Me autorizó expresamente a guardar los datos de salud del cliente'
                : 'El cliente me autorizó expresamente a guardar sus datos de salud'}
            </span>
          </label>
          <FieldError id="cli-agreed" error={errors.agreed} />
        </div>
      )}
      <button className="btn btn-2" aria-disabled={isBusy}>
        Guardar nota
      </button>
    </form>
  )
}

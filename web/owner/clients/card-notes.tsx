import { NOTE_MAX, noteError } from '#domain/card.ts'
import { type FormEvent, useRef, useState } from 'react'
import { may, type SessionBusiness } from '../../account/session.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { trash } from '../../ui/icons-panel.ts'
import { toast } from '../../ui/toast.tsx'
import { addNote, removeNote, type WholeClient } from '../data/clients.ts'
import { failureText } from '../parts/failures.ts'
import { newKey } from '../parts/key.ts'
import { dayText } from './visit-text.ts'

/** What the team notes of a client, the latest first. */
export function CardNotes({ client, business }: { client: WholeClient; business: SessionBusiness }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const key = useRef(newKey())
  const mayAll = may(business, 'clients:write')

  async function add(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = noteError(text)
    setError(wrong)
    if (wrong) return
    setBusy(true)
    try {
      await addNote(client.id, text, key.current)
      key.current = newKey()
      setText('')
    } catch (failure) {
      toast.error(failureText(failure, 'Error al guardar la nota'))
    }
    setBusy(false)
  }

  const remove = (id: number) =>
    removeNote(client.id, id).catch((failure: unknown) =>
      toast.error(failureText(failure, 'Error al eliminar la nota')),
    )

  return (
    <>
      <form className="cli-note-form" onSubmit={(event) => void add(event)}>
        <Field id="cli-note" label="Nueva nota" error={error} hint="Solo la ve tu equipo.">
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
        <button className="btn btn-2" aria-disabled={isBusy}>
          Guardar nota
        </button>
      </form>
      {client.notes.length === 0 && <p className="small muted">Todavía no hay notas de este cliente.</p>}
      <ul className="cli-notes">
        {client.notes.map((note) => (
          <li key={note.id}>
            <div className="grow">
              <p>{note.body}</p>
              <small>
                {[note.written_by, dayText(note.at, business.timezone)].filter(Boolean).join(' · ')}
              </small>
            </div>
            {(note.is_own || mayAll) && (
              <button
                type="button"
                className="x"
                aria-label={`Eliminar la nota del ${dayText(note.at, business.timezone)}`}
                onClick={() => void remove(note.id)}
              >
                <Icon d={trash} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { may, type SessionBusiness } from '../../../account/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { endHealthConsent, healthQuery, removeHealthNote } from '../../data/privacy/health.ts'
import { removeNote, type WholeClient } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'
import { NoteForm } from './note-form.tsx'
import { type Shown, NoteItem } from './note-item.tsx'
import { dayText } from '../visit-text.ts'

interface Props {
  client: WholeClient
  business: SessionBusiness
}

/** What the team notes of a client, the latest first; among it, for who may read them, what concerns their health. */
export function CardNotes({ client, business }: Props) {
  const readsHealth = client.health_notes !== null
  const { data: health, isError, refetch } = useQuery({ ...healthQuery(client.id), enabled: readsHealth })
  const [isEnding, setEnding] = useState(false)
  const mayAll = may(business, 'clients:write')
  const notes = [
    ...client.notes.map((note): Shown => ({ ...note, isHealth: false })),
    ...(health?.notes ?? []).map((note): Shown => ({ ...note, isHealth: true })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))

  const remove = ({ id, isHealth }: Shown) =>
    (isHealth ? removeHealthNote(client.id, id) : removeNote(client.id, id)).catch((failure: unknown) =>
      toast.error(failureText(failure, 'Error al eliminar la nota')),
    )

  return (
    <>
      <NoteForm client={client} business={business} health={health} />
      {notes.length === 0 && <p className="small muted">Todavía no hay notas de este cliente.</p>}
      {isError && !health && (
        <p role="alert" className="small">
          No pudimos mostrar los datos de salud.{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            Reintentar
          </button>
        </p>
      )}
      <ul className="cli-notes">
        {notes.map((note) => (
          <NoteItem
            key={`${note.isHealth}${note.id}`}
            note={note}
            timezone={business.timezone}
            onRemove={note.is_own || mayAll ? () => void remove(note) : undefined}
          />
        ))}
      </ul>
      {health?.consent && (
        <p className="small muted">
          {health.consent.responsible ? `${health.consent.responsible} autorizó` : 'Autorizó'} guardar sus
          datos de salud el {dayText(health.consent.at, business.timezone)}.{' '}
          <button type="button" className="link" onClick={() => setEnding(true)}>
            Retirar la autorización
          </button>
        </p>
      )}
      {isEnding && <EndConsent client={client} onClose={() => setEnding(false)} />}
    </>
  )
}

function EndConsent({ client, onClose }: { client: WholeClient; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  async function end() {
    setBusy(true)
    try {
      await endHealthConsent(client.id)
      toast.success('Autorización retirada y datos de salud borrados')
      onClose()
    } catch (error) {
      toast.error(failureText(error, 'Error al retirar la autorización'))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      type="danger"
      title="¿Retirar la autorización?"
      confirmText="Retirar y borrar"
      cancelText="Volver"
      busy={isBusy && 'Borrando...'}
      onConfirm={() => void end()}
      onCancel={onClose}
    >
      <p>
        Sin ella no puedes guardar datos de salud de <b>{client.client_name}</b>: los que hay se borran para
        siempre. Las demás notas se quedan.
      </p>
    </ConfirmDialog>
  )
}

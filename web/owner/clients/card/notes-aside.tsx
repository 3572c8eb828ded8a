import { counted } from '#domain/numbers.ts'
import type { SessionBusiness } from '../../../account/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { WholeClient } from '../../data/clients.ts'
import { lock } from '../../parts/icons.ts'
import { NoteItem } from './note-item.tsx'

interface Props {
  client: WholeClient
  business: SessionBusiness
  onWrite: () => void
  onSee: () => void
}

/** The notes beside what happened. Those on health are counted only: each reading of them is noted. */
export function NotesAside({ client, business, onWrite, onSee }: Props) {
  const { notes, health_notes } = client
  return (
    <section className="card cli-aside" aria-label="Notas">
      <div className="card-h">
        <h2 className="h3">Notas</h2>
        <button type="button" className="link" onClick={onWrite}>
          + Nota
        </button>
      </div>
      {notes.length === 0 && !health_notes && <p className="small muted">Todavía no hay notas.</p>}
      <ul className="cli-notes">
        {health_notes !== null && health_notes > 0 && (
          <li className="cli-health">
            <span className="cli-health-tag grow">
              <Icon d={lock} />
              {counted(health_notes, 'dato de salud', 'datos de salud')}
            </span>
            <button type="button" className="link" onClick={onSee}>
              Leer
            </button>
          </li>
        )}
        {notes.map((note) => (
          <NoteItem
            key={note.id}
            note={{ ...note, isHealth: false }}
            timezone={business.timezone}
            onRemove={undefined}
          />
        ))}
      </ul>
    </section>
  )
}

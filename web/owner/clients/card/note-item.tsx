import { HEALTH_SENTENCES } from '#domain/health.ts'
import { Icon } from '../../../ui/icon.tsx'
import { trash } from '../../../ui/icons-panel.ts'
import { lock } from '../../parts/icons.ts'
import { dayText } from '../visit-text.ts'

export interface Shown {
  id: number
  /** Null: sealed with a key that the server does not have. */
  body: string | null
  written_by: string | null
  is_own: boolean
  at: string
  isHealth: boolean
}

interface Props {
  note: Shown
  timezone: string
  /** Undefined for who may not. */
  onRemove: (() => void) | undefined
}

/** A note; what concerns somebody's health is told apart. */
export function NoteItem({ note, timezone, onRemove }: Props) {
  const day = dayText(note.at, timezone)
  return (
    <li className={note.isHealth ? 'cli-health' : undefined}>
      <div className="grow">
        {note.isHealth && (
          <span className="cli-health-tag">
            <Icon d={lock} />
            Dato de salud
          </span>
        )}
        {note.body === null ? <p className="muted">{HEALTH_SENTENCES.unreadable}</p> : <p>{note.body}</p>}
        <small>
          {[note.written_by, day, note.isHealth && 'con autorización del cliente']
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {onRemove && (
        <button
          type="button"
          className="x"
          aria-label={note.isHealth ? `Eliminar el dato de salud del ${day}` : `Eliminar la nota del ${day}`}
          onClick={onRemove}
        >
          <Icon d={trash} />
        </button>
      )}
    </li>
  )
}

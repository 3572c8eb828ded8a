import { counted } from '#domain/numbers.ts'
import { Icon } from '../../../ui/icon.tsx'
import { alert, arrowRight } from '../../../ui/icons.ts'
import type { Import } from '../../data/imports/import.ts'
import { sure } from '../icons.ts'

type Found = NonNullable<Import['agenda']>['services']

interface Props {
  title: string
  text: string
  /** 'servicio', 'profesional' */
  noun: string
  found: Found
  known: { id: number; name: string }[]
  onChange: (name: string, id: number | null) => void
}

/** What the file's names are of the business's: as they were recognised, corrected by a select. */
export function Names({ title, text, noun, found, known, onChange }: Props) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-h imp-card-h">
        <div>
          <h2 className="h2">{title}</h2>
          <p className="small muted">{text}</p>
        </div>
      </div>
      <div className="imp-map">
        {found.map(({ name, rows, id, is_sure }) => {
          const shown = name || `(sin ${noun})`
          return (
            <div key={name}>
              <span className="src">
                <b>{shown}</b>
                <small>{counted(rows, 'cita')}</small>
              </span>
              <span className="ar">
                <Icon d={arrowRight} />
              </span>
              <select
                className="input"
                aria-label={`El ${noun} ${shown} es`}
                value={id ?? ''}
                onChange={({ target }) => onChange(name, target.value === '' ? null : Number(target.value))}
              >
                <option value="">Elige cuál es</option>
                {known.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
              </select>
              <span className={id !== null && is_sure ? 'gs' : 'gs d'}>
                <Icon d={id !== null && is_sure ? sure : alert} />
                {id === null ? 'Falta' : is_sure ? 'Reconocido' : 'Revísalo'}
              </span>
            </div>
          )
        })}
      </div>
    </section>
  )
}

import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { warning } from '../../ui/icons-panel.ts'
import type { Elsewhere } from './use-row-form.ts'
import './elsewhere.css'

interface Props<V> {
  list: Elsewhere<V>[]
  /** The label of a field, and its value as text. */
  textOf: (name: keyof V & string, value: V[keyof V]) => [label: string, text: string]
  onTake: (name: keyof V & string) => void
}

/** Shows what was changed elsewhere while the form was open, and the present values. */
export function ElsewhereNotice<V>({ list, textOf, onTake }: Props<V>) {
  return (
    <div role="status" className="elsewhere-place">
      {list.length > 0 && (
        <div className="banner banner-warn elsewhere">
          <Icon d={warning} />
          <div>
            <b>Esto cambió mientras lo editabas</b>
            <ul>
              {list.map(({ name, now, isMine }) => {
                const [label, text] = textOf(name, now)
                return (
                  <li key={name}>
                    {label}: ahora es <b>{text || 'nada'}</b>
                    {isMine && (
                      <>
                        ; si guardas, queda lo que escribiste.{' '}
                        <button type="button" className="link" onClick={() => onTake(name)}>
                          Usar lo de ahora<span className="sr"> en {label}</span>
                        </button>
                      </>
                    )}
                  </li>
                )
              })}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}

import type { AgendaBody, Import } from '../../data/imports/import.ts'
import { Field } from '../../../ui/field.tsx'

interface Props {
  list: Import
  said: AgendaBody
  onChange: (said: AgendaBody) => void
}

/** What else is to be said of a list of appointments. */
export function Choices({ list, said, onChange }: Props) {
  const { agenda, counts } = list
  const outside = counts?.hours ?? 0
  // Where a date can be read in two ways, its order is asked; the answer stays on the screen.
  const asksOrder = agenda && (!agenda.order_is_sure || said.order)
  return (
    <section className="card pad imp-choices" aria-label="Opciones">
      {asksOrder && (
        <Field id="import-order" label="Las fechas del archivo van" hint="«03/04» puede ser abril o marzo.">
          {(attributes) => (
            <select
              {...attributes}
              className="input"
              value={said.order ?? agenda.order}
              onChange={({ target }) => onChange({ ...said, order: target.value === 'mdy' ? 'mdy' : 'dmy' })}
            >
              <option value="dmy">día/mes/año</option>
              <option value="mdy">mes/día/año</option>
            </select>
          )}
        </Field>
      )}
      {(outside > 0 || said.outside_hours) && (
        <label className="check">
          <input
            type="checkbox"
            checked={said.outside_hours ?? false}
            onChange={({ target }) => onChange({ ...said, outside_hours: target.checked })}
          />
          <span>
            Traer también las que quedan fuera del horario
            <br />
            <small className="hint">Nunca encima de otra cita ni de un bloqueo.</small>
          </span>
        </label>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={said.tells_clients ?? false}
          onChange={({ target }) => onChange({ ...said, tells_clients: target.checked })}
        />
        <span>
          Enviar a cada cliente un correo con su cita
          <br />
          <small className="hint">Si no lo marcas, nadie recibe nada ahora.</small>
        </span>
      </label>
    </section>
  )
}

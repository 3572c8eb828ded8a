import type { Service } from '#domain/api/service.ts'
import { durationText } from '#domain/dates.ts'
import { leastOf } from '#domain/terms.ts'
import { useRef, useState } from 'react'
import { Field, FieldError } from '../../../ui/field.tsx'
import { useUsualServices } from './use-usual-services.ts'

interface Props {
  services: readonly Service[]
  today: string
  /** The id as text; '' is none. */
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

/** The services booked most, one tap each; the others in a list. */
export function ServiceChips({ services, today, value, error, onChange }: Props) {
  const usual = useUsualServices(services, today)
  const [isOpened, setOpened] = useState(false)
  const list = useRef<HTMLSelectElement>(null)
  const isOther = value !== '' && usual?.every(({ id }) => String(id) !== value)
  const hasOthers = usual !== undefined && usual.length < services.length
  const isOpen = hasOthers && (isOpened || isOther)
  return (
    <fieldset className="field now-set">
      <legend className="label">Servicio</legend>
      <div className="now-chips">
        {usual?.map((service) => (
          <label key={service.id} className="now-chip">
            <input
              type="radio"
              name="service_id"
              className="sr"
              checked={value === String(service.id)}
              onChange={() => {
                setOpened(false)
                onChange(String(service.id))
              }}
            />
            {service.service_name} <small>{durationText(least(service))}</small>
          </label>
        ))}
        {hasOthers && (
          <button
            type="button"
            className={isOther ? 'now-chip on' : 'now-chip'}
            aria-expanded={isOpen}
            onClick={() => {
              setOpened(true)
              setTimeout(() => list.current?.focus())
            }}
          >
            Otro…
          </button>
        )}
      </div>
      {isOpen && (
        <Field id="service_id" label={<span className="sr">Otro servicio</span>}>
          {(described) => (
            <select
              {...described}
              ref={list}
              className="input"
              value={value}
              onChange={({ target }) => onChange(target.value)}
            >
              <option value="">Elige</option>
              {services.map((service) => (
                <option key={service.id} value={service.id}>
                  {service.service_name} · {durationText(least(service))}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {services.length === 0 && <p className="hint">Todavía no tienes servicios activos.</p>}
      <FieldError id="service_id" error={error} />
    </fieldset>
  )
}

const least = (service: Service): number =>
  leastOf(service.variants.length > 0 ? service.variants : [service]).duration_minutes

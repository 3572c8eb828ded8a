import { money } from '#domain/money.ts'
import { durationText } from '#domain/dates.ts'
import { offeredAsBooked } from '#domain/chosen.ts'
import { type Offered, type Option } from '#domain/terms.ts'
import type { Service } from '#domain/api/service.ts'
import { describedBy, Field, FieldError } from '../../../ui/field.tsx'
import type { Appointment } from '../../data/appointment.ts'
import type { AppointmentForm } from './use-appointment-form.ts'
import { idsIn } from './values.ts'

interface Props {
  form: AppointmentForm
  offered: Offered
  currency: string
  onChoose: (part: { variant_id?: string; addon_ids?: string }) => void
}

/** Which variant of the service, and with which add-ons; nothing for a service without. */
export function OptionFields({ form, offered, currency, onChoose }: Props) {
  const { values, error, touch } = form
  const { variants, addons } = offered
  const chosen = idsIn(values.addon_ids)
  const said = ({ name, duration_minutes, price }: Option, plus = '') =>
    [
      name,
      duration_minutes > 0 && `${plus}${durationText(duration_minutes)}`,
      price > 0 && `${plus}${money(price, currency)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <>
      {variants.length > 0 && (
        <Field id="variant_id" label="Opción" error={error('variant_id')}>
          {(described) => (
            <select
              {...described}
              name="variant_id"
              className="input"
              value={values.variant_id}
              onChange={({ target }) => onChoose({ variant_id: target.value })}
              onBlur={() => touch('variant_id')}
            >
              <option value="">Elige</option>
              {variants.map((option) => (
                <option key={option.id} value={option.id}>
                  {said(option)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {addons.length > 0 && (
        <fieldset className="faddons">
          <legend>Adicionales</legend>
          {addons.map((option) => (
            <label key={option.id} className="check">
              <input
                {...describedBy('addon_ids', error('addon_ids'))}
                type="checkbox"
                checked={chosen.includes(option.id)}
                onChange={({ target }) =>
                  onChoose({
                    addon_ids: addons
                      .filter(({ id }) => (id === option.id ? target.checked : chosen.includes(id)))
                      .map(({ id }) => id)
                      .join(),
                  })
                }
              />
              <span>{said(option, '+ ')}</span>
            </label>
          ))}
          <FieldError id="addon_ids" error={error('addon_ids')} />
        </fieldset>
      )}
    </>
  )
}

/** The service as it can be chosen; of an appointment that is edited, what was booked of it stays. */
export function offeredOf(
  service: Service | undefined,
  edited: Appointment | undefined,
): Offered | undefined {
  if (!edited || edited.service_id !== service?.id) return service
  return offeredAsBooked({ ...edited, catalogue_name: null }, service)
}

import { atTime, inBookingWindow, isIsoDate } from '#domain/dates.ts'
import { money } from '#domain/money.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Appointment } from '../../calendar/appointment.ts'
import type { Catalogue } from '../catalogue.ts'
import './choice.css'
import { DateGrid } from './date-grid.tsx'
import { SlotGrid } from './slot-grid.tsx'
import type { Form } from './use-form.ts'
import { nextFree, type Slots } from './use-slots.ts'
import { servicesOf, timesFor } from './values.ts'

interface Props {
  form: Form
  catalogue: Catalogue
  slots: Slots
  edited: Appointment | undefined
  today: string
  currency: string
  /** The time that the form was opened for, until it is settled. */
  wished: string | undefined
}

/** What, with whom and when. Another choice there frees the time that was chosen. */
export function ChoiceFields({ form, catalogue, slots, edited, today, currency, wished }: Props) {
  const { values, set, touch, errorOf } = form
  const team = (catalogue.professionals ?? []).filter(
    ({ id, is_active }) => is_active || id === edited?.professional_id,
  )
  const professional = team.find(({ id }) => String(id) === values.professional_id)
  const offer = (catalogue.services ?? []).filter(
    ({ id, is_active }) => is_active || id === edited?.service_id,
  )
  const services = servicesOf(offer, professional)
  const service = services.find(({ id }) => String(id) === values.service_id)
  const times = slots.times && timesFor(slots.times, values, edited)
  const choose = (part: Parameters<Form['set']>[0]) => set({ ...part, appointment_time: '' })

  function chooseProfessional(id: string) {
    const chosen = team.find((one) => String(one.id) === id)
    const stays = servicesOf(offer, chosen).some((one) => String(one.id) === values.service_id)
    choose({ professional_id: id, ...(!stays && { service_id: '' }) })
  }

  async function goToNext() {
    try {
      const date = (await nextFree(values, edited)).find((date) => date !== values.appointment_date)
      if (date) choose({ appointment_date: date })
      else toast('No quedan horarios en los próximos 30 días')
    } catch {
      toast.error('Error cargando horarios')
    }
  }

  const { appointment_date: date } = values
  const isOutside = isIsoDate(date) && !inBookingWindow(date, today) && date !== edited?.appointment_date
  const dateError = isOutside
    ? 'Solo se puede reservar desde hoy y hasta 30 días adelante'
    : errorOf('appointment_date')
  const isGone = Boolean(wished && times && !times.includes(wished))
  return (
    <div className="fcol fchoice">
      <h3 className="h3">Cita</h3>
      <div className="fpair">
        <Field
          id="professional_id"
          label="Profesional"
          error={errorOf('professional_id')}
          hint={catalogue.professionals && team.length === 0 && 'Todavía no tienes profesionales activos.'}
        >
          {(described) => (
            <select
              {...described}
              name="professional_id"
              className="input"
              value={values.professional_id}
              onChange={({ target }) => chooseProfessional(target.value)}
              onBlur={() => touch('professional_id')}
            >
              <option value="">Elige</option>
              {team.map(({ id, professional_name }) => (
                <option key={id} value={id}>
                  {professional_name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          id="service_id"
          label="Servicio"
          error={errorOf('service_id')}
          hint={
            service
              ? `${service.duration_minutes} min · ${money(service.price, currency)}`
              : catalogue.services && offer.length === 0 && 'Todavía no tienes servicios activos.'
          }
        >
          {(described) => (
            <select
              {...described}
              name="service_id"
              className="input"
              value={values.service_id}
              onChange={({ target }) => choose({ service_id: target.value })}
              onBlur={() => touch('service_id')}
            >
              <option value="">Elige</option>
              {services.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.service_name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <DateGrid
        {...{ today, week: catalogue.week }}
        value={date}
        error={dateError}
        onChange={(appointment_date) => choose({ appointment_date })}
      />
      {isGone && (
        <p className="hint" role="status">
          No hay cupo {atTime(wished!)} con {professional?.professional_name}.
        </p>
      )}
      <SlotGrid
        times={times}
        isLoading={slots.isLoading}
        hint={
          wished
            ? `Elige profesional y servicio para reservar ${atTime(wished)}.`
            : 'Elige profesional, servicio y fecha para ver los horarios.'
        }
        value={values.appointment_time}
        error={errorOf('appointment_time')}
        onChange={(time) => set({ appointment_time: time })}
        onNext={() => void goToNext()}
      />
    </div>
  )
}

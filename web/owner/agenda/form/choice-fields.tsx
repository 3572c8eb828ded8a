import { ANY } from '#domain/choice.ts'
import { addDays, atTime, inBookingWindow, isIsoDate } from '#domain/dates.ts'
import { spanText } from '#domain/numbers.ts'
import { outsideHorizon } from '#domain/refusals.ts'
import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Appointment } from '../../data/appointment.ts'
import type { Catalogue } from '../use-catalogue.ts'
import './choice.css'
import { DateGrid } from './date-grid.tsx'
import { SlotGrid } from './slot-grid.tsx'
import type { Offer } from './offer.ts'
import { OwnFields } from './own-fields.tsx'
import { ExplainDialog } from './explain-dialog.tsx'
import type { AppointmentForm } from './use-appointment-form.ts'
import type { FreeTimes } from './use-free-times.ts'
import { OptionFields } from './option-fields.tsx'
import { servicesOf } from './values.ts'

interface Props {
  form: AppointmentForm
  catalogue: Catalogue
  offer: Offer
  freeTimes: FreeTimes
  /** Those of the date that can be chosen. */
  times: string[] | undefined
  edited: Appointment | undefined
  today: string
  currency: string
  /** The time for which the form was opened, or that is edited, until it is selected. */
  wished: string | undefined
}

/** Service, professional, date and time. Changing one of the former clears the time, until it is known whether it stays. */
export function ChoiceFields(props: Props) {
  const { form, catalogue, offer, freeTimes, times, edited, today, currency, wished } = props
  const { values, set, touch, error } = form
  const { horizonDays } = catalogue
  const [isExplaining, setExplaining] = useState(false)
  const { team, professional, services, service, offered, terms } = offer
  const notice = service ? catalogue.noticeOf(service) : 0
  const choose = (part: Parameters<AppointmentForm['set']>[0]) =>
    set({ ...part, appointment_time: '', anyway: '' })

  function chooseProfessional(id: string) {
    const chosen = team.find((member) => String(member.id) === id)
    const stays = servicesOf(offer.all, chosen, edited).some(
      (service) => String(service.id) === values.service_id,
    )
    choose({ professional_id: id, ...(!stays && { service_id: '', ...NO_OPTIONS }) })
  }

  async function goToNext() {
    try {
      const date = await freeTimes.nextFreeDate(addDays(today, horizonDays))
      if (date) choose({ appointment_date: date })
      else toast(`No quedan horarios en los próximos ${horizonDays} días`)
    } catch {
      toast.error('Error cargando horarios')
    }
  }

  const { appointment_date: date } = values
  const isOutside =
    isIsoDate(date) && !inBookingWindow(date, today, horizonDays) && date !== edited?.appointment_date
  const dateError = isOutside ? outsideHorizon(horizonDays) : error('appointment_date')
  const isGone = Boolean(wished && times && !times.includes(wished))
  return (
    <div className="fcol fchoice">
      <h3 className="h3">Cita</h3>
      <div className="fpair">
        <Field
          id="professional_id"
          label="Profesional"
          error={error('professional_id')}
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
              {offer.offersAny && <option value={ANY}>Sin preferencia</option>}
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
          error={error('service_id')}
          hint={
            service
              ? terms?.text
              : catalogue.services && offer.all.length === 0 && 'Todavía no tienes servicios activos.'
          }
        >
          {(described) => (
            <select
              {...described}
              name="service_id"
              className="input"
              value={values.service_id}
              onChange={({ target }) => choose({ service_id: target.value, ...NO_OPTIONS })}
              onBlur={() => touch('service_id')}
            >
              <option value="">Elige</option>
              {services.map(({ id, service_name }) => (
                <option key={id} value={id}>
                  {service_name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {offered && <OptionFields {...{ form, offered, currency }} onChoose={choose} />}
      <DateGrid
        today={today}
        week={catalogue.week}
        horizonDays={horizonDays}
        value={date}
        error={dateError}
        onChange={(appointment_date) => choose({ appointment_date })}
      />
      {isGone && (
        <p className="hint" role="status">
          No hay cupo {atTime(wished!)}
          {professional && ` con ${professional.professional_name}`}.
        </p>
      )}
      <SlotGrid
        times={times}
        isLoading={freeTimes.isLoading}
        hint={
          wished
            ? `Elige profesional y servicio para reservar ${atTime(wished)}.`
            : 'Elige profesional, servicio y fecha para ver los horarios.'
        }
        value={values.appointment_time}
        error={error('appointment_time')}
        onChange={(time) => set({ appointment_time: time, anyway: '' })}
        onNext={() => void goToNext()}
        onExplain={professional || offer.isAny ? () => setExplaining(true) : undefined}
        onRetry={freeTimes.hasFailed ? freeTimes.refetch : undefined}
      />
      {freeTimes.isFull && (
        <p className="hint" role="status">
          {professional?.professional_name} llegó a su máximo de citas de ese día: tus clientes ya no ven
          horas. Tú puedes agendar más.
        </p>
      )}
      {notice > 0 && times && date <= addDays(today, Math.ceil(notice / 1440)) && (
        <p className="hint">
          Tus clientes reservan este servicio con al menos {spanText(notice)} de anticipación; a ti no te
          limita.
        </p>
      )}
      {!edited && (
        <details className="fother">
          <summary>Otra hora, minutos o precio</summary>
          <OwnFields form={form} usual={terms} />
        </details>
      )}
      {isExplaining && times && (
        <ExplainDialog
          times={times}
          date={date}
          professional_id={values.professional_id}
          service_id={values.service_id}
          variant_id={values.variant_id}
          addon_ids={values.addon_ids}
          name={professional?.professional_name ?? 'Sin preferencia'}
          onClose={() => setExplaining(false)}
        />
      )}
    </div>
  )
}

const NO_OPTIONS = { variant_id: '', addon_ids: '' }

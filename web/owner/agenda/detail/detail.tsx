import { canCorrect, canEdit, type Moment, stepOf } from '#domain/appointment.ts'
import { icsForBusiness } from '#domain/calendar.ts'
import { relativeShortDate } from '#domain/dates.ts'
import { isOpenPrice, money, ownPrice } from '#domain/money.ts'
import { shownPhone } from '#domain/phone.ts'
import { useQuery } from '@tanstack/react-query'
import { may, type SessionBusiness } from '../../../account/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { alert, chevronDown, clock, idCard, notes } from '../../../ui/icons.ts'
import { edit } from '../../../ui/icons-panel.ts'
import { imageSrc } from '../../../ui/image-src.ts'
import { toast } from '../../../ui/toast.tsx'
import '../../../ui/tones.css'
import { noteStep, type Step, useAppointmentChange } from '../../data/appointment-changes.ts'
import { type Appointment, hoursOf, isLater } from '../../data/appointment.ts'
import type { Outcome } from '../outcome-dialog.tsx'
import { Badge, Coming } from '../badge.tsx'
import type { Catalogue } from '../use-catalogue.ts'
import './detail.css'
import { Actions, HeadActions } from './actions.tsx'
import { ClientName, Contact, Line, MailLink } from './detail-parts.tsx'
import { AlertLine, NoShows } from '../../marks/alert-line.tsx'
import { failureText } from '../../parts/failures.ts'
import { saveFile } from '../../data/download.ts'
import { useFocusReturn } from '../../parts/use-focus-return.ts'
import { appointmentQuery } from '../../data/appointments.ts'
import { Fix, fixLabel, useFix } from './fix.tsx'
import { History } from './history.tsx'
import { LimitedMail } from './limited-mail.tsx'
import { Messages, Replies } from './told.tsx'
import { Undelivered } from './undelivered.tsx'
import { Visit } from './visit.tsx'
import { wallet } from '../../parts/icons.ts'

interface Props {
  appointment: Appointment
  business: SessionBusiness
  catalogue: Catalogue
  now: Moment
  onOutcome: (outcome: Outcome, appointment: Appointment) => void
  onEdit: (appointment: Appointment) => void
  onMove: (appointment: Appointment) => void
  onClose: () => void
}

/** All details of an appointment, and its actions. */
export function Detail({ appointment: given, business, catalogue, now, ...on }: Props) {
  const today = now.date
  // The given appointment shows until the details have loaded, and if that fails.
  const { data } = useQuery(appointmentQuery(given.id))
  const appointment = data && !isLater(given, data.appointment) ? data.appointment : given
  useFocusReturn()
  const fixing = useFix(appointment)
  const note = useAppointmentChange('step', ({ step, is_done }: { step: Step; is_done: boolean }) =>
    noteStep(appointment.id, step, is_done),
  )
  const noteStepDone = (step: Step, is_done: boolean) =>
    note.mutate(
      { step, is_done },
      { onError: (failure) => toast.error(failureText(failure, 'Error al actualizar la asistencia')) },
    )
  const step = stepOf(appointment)
  const isOpen = !canEdit(appointment)
  const books = may(business, 'appointments:own-write')
  const professional = catalogue.professionals?.find(({ id }) => id === appointment.professional_id)

  function saveEvent() {
    const file = icsForBusiness(
      {
        ...appointment,
        start: Date.parse(appointment.starts_at) / 60_000,
        business_name: business.business_name,
        business_address: catalogue.address,
      },
      {
        host: location.host,
        stampMs: Date.now(),
        sequence: appointment.version,
        // One that was saved before goes from the calendar, too.
        method: appointment.status === 'cancelled' ? 'CANCEL' : 'PUBLISH',
      },
    )
    saveFile(new Blob([file], { type: 'text/calendar' }), `cita-${appointment.id}.ics`)
  }

  return (
    <Dialog
      title="Detalle de la cita"
      className="detail"
      onClose={on.onClose}
      acts={
        <HeadActions
          {...{ appointment, now, step, books }}
          {...on}
          onUndo={(step) => noteStepDone(step, false)}
          onSave={saveEvent}
        />
      }
      footer={
        isOpen ? (
          <Actions
            appointment={appointment}
            now={now}
            books={books}
            onMove={on.onMove}
            onOutcome={on.onOutcome}
            onStep={(step) => noteStepDone(step, true)}
          />
        ) : (
          canCorrect(appointment) &&
          (fixing.isFixing ? (
            <>
              <button type="button" className="btn btn-3" onClick={fixing.end}>
                Dejar como está
              </button>
              <button type="button" className="btn pri" aria-disabled={fixing.isPending} onClick={fixing.run}>
                {fixing.isPending && <span className="spinner" />}
                {fixLabel(fixing)}
              </button>
            </>
          ) : (
            <button type="button" className="btn btn-2" onClick={fixing.start}>
              <Icon d={edit} />
              Corregir
            </button>
          ))
        )
      }
    >
      <div className={`det-top t${catalogue.toneOf(appointment)}`}>
        <div>
          <b>{appointment.service_name}</b>
          {step ? <Coming appointment={appointment} /> : <Badge appointment={appointment} today={today} />}
        </div>
        <span className="num">
          {relativeShortDate(appointment.appointment_date, today)} · {hoursOf(appointment)}
        </span>
        <span className="det-with">
          <Avatar
            name={appointment.professional_name}
            src={imageSrc(professional?.avatar_url, 160) ?? null}
            size="sm"
          />
          <span>
            <span className="sr">Profesional: </span>
            <span aria-hidden="true">con </span>
            {appointment.professional_name}
            {appointment.chosen_by === 'system' && <small> · Asignado por el sistema</small>}
          </span>
        </span>
      </div>
      {isOpen && data?.undelivered && (
        <Undelivered appointment={appointment} reason={data.undelivered.reason} />
      )}
      {data?.limited_mail && !(isOpen && data.undelivered) && (
        <LimitedMail limited={data.limited_mail} timezone={catalogue.timezone} />
      )}
      {data && <Replies replies={data.replies} timezone={catalogue.timezone} />}
      {isOpen && <Visit appointment={appointment} timezone={catalogue.timezone} now={now} />}
      {fixing.isFixing && <Fix fixing={fixing} appointment={appointment} currency={business.currency} />}
      <ul className="kv">
        <li className="det-who">
          <Avatar name={appointment.client_name} src={null} />
          <span>
            <span className="sr">Cliente: </span>
            <ClientName name={appointment.client_name} card={data?.card_id} />
            {appointment.client_phone && (
              <small className="num">{shownPhone(appointment.client_phone)}</small>
            )}
            <MailLink appointment={appointment} />
          </span>
          <Contact appointment={appointment} business={business} today={today} />
          <AlertLine mark={data?.mark} />
          <NoShows mark={data?.mark} />
        </li>
        {appointment.client_id && (
          <Line icon={idCard} name="Cédula">
            <span className="num">{appointment.client_id}</span>
          </Line>
        )}
        <Line icon={wallet} name="Precio">
          <b className="num">
            {appointment.actual_price === null
              ? ownPrice(appointment.price, business.currency, appointment.price_kind)
              : money(appointment.actual_price, business.currency)}
          </b>
          {appointment.actual_price !== null && appointment.actual_price !== appointment.price && (
            <small className="num">
              {isOpenPrice(appointment.price, appointment.price_kind)
                ? 'Reservada a convenir'
                : `Reservada en ${money(appointment.price, business.currency)}`}
            </small>
          )}
        </Line>
        {appointment.notes && (
          <Line icon={notes} name="Notas">
            <span className="pre">{appointment.notes}</span>
          </Line>
        )}
        {(appointment.cancellation_reason || appointment.no_show_reason) && (
          <Line icon={alert} name="Motivo">
            <span className="pre">{appointment.cancellation_reason || appointment.no_show_reason}</span>
          </Line>
        )}
      </ul>
      {data && <Messages messages={data.messages} timezone={catalogue.timezone} />}
      <details className="det-hist">
        <summary>
          <Icon d={clock} />
          Historial
          <Icon d={chevronDown} className="chev" />
        </summary>
        {data ? <History changes={data.history} timezone={catalogue.timezone} /> : <p>Cargando…</p>}
      </details>
    </Dialog>
  )
}

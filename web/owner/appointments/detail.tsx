import { canEdit } from '#domain/appointment.ts'
import { icsForAppointment } from '#domain/calendar.ts'
import { instantIn, relativeShortDate } from '#domain/dates.ts'
import { money } from '#domain/money.ts'
import { shownPhone } from '#domain/phone.ts'
import { useEffect, useState } from 'react'
import type { SessionBusiness } from '../../account/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { alert, calendarPlus, chevronDown, clock, idCard, notes, user } from '../../ui/icons.ts'
import { imageSrc } from '../../ui/image-src.ts'
import '../../ui/tones.css'
import { type Appointment, hoursOf } from '../calendar/appointment.ts'
import type { Deed } from './act-dialog.tsx'
import { Badge, Coming } from './badge.tsx'
import type { Catalogue } from './catalogue.ts'
import './detail.css'
import { Acts, Contact, Line } from './detail-parts.tsx'
import { saveFile } from '../download.ts'
import { useFocusReturn } from '../parts/use-focus-return.ts'
import { fetchAppointment } from './fetch.ts'
import { History } from './history.tsx'
import { move as moveIcon, wallet } from './icons.ts'

interface Props {
  one: Appointment
  /** Grows when something changed somewhere. */
  version: number
  business: SessionBusiness
  catalogue: Catalogue
  today: string
  onDeed: (deed: Deed, one: Appointment) => void
  onEdit: (one: Appointment) => void
  onMove: (one: Appointment) => void
  onClose: () => void
}

/** Everything about one appointment, and what can be done with it. */
export function Detail({ one: given, version, business, catalogue, today, ...act }: Props) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof fetchAppointment>>>()
  useFocusReturn()
  useEffect(() => {
    let isGone = false
    // What is known already is shown meanwhile, and when this fails.
    fetchAppointment(given.id).then(
      (answer) => isGone || setLoaded(answer),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [given.id, version])
  const one = loaded?.appointment ?? given
  const professional = catalogue.professionals?.find(({ id }) => id === one.professional_id)

  function saveEvent() {
    const { timezone, address } = catalogue
    const start = instantIn(timezone, one.appointment_date, one.appointment_time)!
    const { business_name } = business
    const file = icsForAppointment(
      { ...one, start, business_name, business_address: address },
      { host: location.host, stampMs: Date.now() },
    )
    saveFile(new Blob([file], { type: 'text/calendar' }), `cita-${one.id}.ics`)
  }

  return (
    <Dialog
      title="Detalle de la cita"
      className="detail"
      onClose={act.onClose}
      footer={!canEdit(one) && <Acts {...{ one, today }} onDeed={act.onDeed} onEdit={act.onEdit} />}
    >
      <div className={`det-top t${catalogue.toneOf(one)}`}>
        <div>
          <b>{one.service_name}</b>
          <Badge one={one} today={today} />
        </div>
        <span className="num">
          {relativeShortDate(one.appointment_date, today)} · {hoursOf(one)}
        </span>
        <Coming one={one} />
      </div>
      <ul className="kv">
        <Line icon={user} name="Cliente" end={<Contact one={one} business={business} />}>
          <b>{one.client_name}</b>
          <small className="num">{shownPhone(one.client_phone)}</small>
          <small className="mail">{one.client_email}</small>
        </Line>
        {one.client_id && (
          <Line icon={idCard} name="Cédula">
            <span className="num">{one.client_id}</span>
          </Line>
        )}
        <li>
          <Avatar
            name={one.professional_name}
            src={imageSrc(professional?.avatar_url, 160) ?? null}
            size="sm"
          />
          <span>
            <span className="sr">Profesional: </span>
            <b>{one.professional_name}</b>
          </span>
        </li>
        <Line icon={wallet} name="Precio">
          <b className="num">{money(one.actual_price ?? one.price, business.currency)}</b>
          {one.actual_price !== null && one.actual_price !== one.price && (
            <small className="num">Reservada en {money(one.price, business.currency)}</small>
          )}
        </Line>
        {one.notes && (
          <Line icon={notes} name="Notas">
            <span className="pre">{one.notes}</span>
          </Line>
        )}
        {(one.cancellation_reason || one.no_show_reason) && (
          <Line icon={alert} name="Motivo">
            <span className="pre">{one.cancellation_reason || one.no_show_reason}</span>
          </Line>
        )}
      </ul>
      <div className="det-more">
        {!canEdit(one) && (
          <button type="button" className="btn btn-2 btn-sm" onClick={() => act.onMove(one)}>
            <Icon d={moveIcon} className="icon-sm" />
            Mover
          </button>
        )}
        <button type="button" className="btn btn-2 btn-sm" onClick={saveEvent}>
          <Icon d={calendarPlus} className="icon-sm" />
          Agregar al calendario
        </button>
      </div>
      <details className="det-hist">
        <summary>
          <Icon d={clock} />
          Historial
          <Icon d={chevronDown} className="chev" />
        </summary>
        {loaded ? <History changes={loaded.history} timezone={catalogue.timezone} /> : <p>Cargando…</p>}
      </details>
    </Dialog>
  )
}

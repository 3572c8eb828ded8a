import {
  amPm,
  amPmRange,
  longDate,
  mediumDate,
  minutesText,
  relativeShortDate,
  shortMonth,
  shortWeekday,
} from '#domain/dates.ts'
import { fromPrice, money, type PriceKind } from '#domain/money.ts'
import { hoursText } from '#domain/schedule.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { clock, user } from '../../ui/icons.ts'
import { SLOT_FORM } from './choose/slots.tsx'
import type { ShownTerms } from './choose/terms.ts'
import './ticket.css'
import { Zone } from './zone.tsx'
import type { Booking } from './use-booking.ts'

/** On wide screens: the appointment so far, beside the steps. */
export function Ticket({ booking }: { booking: Booking }) {
  const { data, choice, service, terms, professional, today, step } = booking
  const { business } = data
  return (
    <aside className="aside only-d">
      <section className="ticket" aria-label="Resumen de tu cita">
        <div className="ticket-top">
          <h2 className="h3">Tu cita</h2>
          {!service && (
            <p className="small muted">Elige un servicio y aquí verás el resumen de tu reserva.</p>
          )}
          {service && !choice.date && (
            <p className="small muted">Elige el profesional, la fecha y la hora.</p>
          )}
          {service && choice.date && (
            <When date={choice.date} time={choice.time} minutes={sure(terms!)} today={today.date} />
          )}
          {service && choice.time && <Zone business={business} choice={choice} today={today} />}
        </div>
        <div className="ticket-body">
          {!service && (
            <div className="ticket-hours">
              <Icon d={clock} />
              <p>
                <b>Hoy: {hoursText(business.schedules, today.date, business.special_dates)}</b>
                <a className="link" href="#horario">
                  Ver toda la semana
                </a>
              </p>
            </div>
          )}
          {service && (
            <>
              <dl className="facts">
                <Fact icon={service.icon} term="Servicio">
                  {terms!.service_name} · {minutesIn(terms!)}
                </Fact>
                {professional && (
                  <Fact icon={user} term="Profesional">
                    {professional.professional_name}
                  </Fact>
                )}
              </dl>
              <Price {...priceIn(terms!)} currency={business.currency} />
              {step === 'cita' && (
                <button className="btn btn-brand btn-block btn-lg when-time" form={SLOT_FORM}>
                  Continuar →
                </button>
              )}
            </>
          )}
        </div>
      </section>
    </aside>
  )
}

interface WhenProps {
  date: string
  time: string | undefined
  /** Missing while it is not known yet. */
  minutes: number | undefined
  today: string
  isLong?: boolean
}

/** A calendar leaf with the time beside it. */
export function When({ date, time, minutes, today, isLong = false }: WhenProps) {
  const relative = relativeShortDate(date, today)
  const name =
    relative.startsWith('Hoy') || relative.startsWith('Mañana') ? `${relative.split(',')[0]}, ` : ''
  const long = isLong ? longDate(date) : mediumDate(date)
  return (
    <div className="when">
      <div className="leaf" aria-hidden="true">
        <i>{shortMonth(date)}</i>
        <b>{Number(date.slice(8))}</b>
        <span>{shortWeekday(date)}</span>
      </div>
      <div>
        <b className="num">{time ? (minutes ? amPmRange(time, minutes) : amPm(time)) : 'Elige la hora'}</b>
        <p className="small muted">{name ? name + long : capital(long)}</p>
      </div>
    </div>
  )
}

export const Fact = ({ icon, term, children }: { icon: string; term: string; children: ReactNode }) => (
  <div>
    <dt>
      <Icon d={icon} />
      {term}
    </dt>
    <dd>{children}</dd>
  </div>
)

interface PriceProps {
  amount: number
  /** How much more it may be. */
  more?: number | undefined
  kind: PriceKind
  currency: string
}

export const Price = ({ amount, more, kind, currency }: PriceProps) => (
  <div className="row between">
    <span className="small muted">{kind === 'from' ? 'Precio de referencia' : 'Precio'}</span>
    <b className="num price">
      {more && kind === 'fixed'
        ? `${money(amount, currency)} a ${money(amount + more, currency)}`
        : fromPrice(amount, currency, kind)}
    </b>
  </div>
)

/** How long it takes, if that is the same with all who may be it. */
export const sure = ({ duration_minutes, more }: ShownTerms): number | undefined =>
  more?.minutes ? undefined : duration_minutes

/** '45 min', '30 min a 45 min' */
export const minutesIn = ({ duration_minutes: least, more }: ShownTerms): string =>
  minutesText(least) + (more?.minutes ? ` a ${minutesText(least + more.minutes)}` : '')

export const priceIn = ({ price, price_kind, more }: ShownTerms) => ({
  amount: price,
  kind: price_kind,
  more: more?.price,
})

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

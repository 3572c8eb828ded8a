import { ANY } from '#domain/choice.ts'
import { amPm, longDate, mediumDate, relativeShortDate } from '#domain/dates.ts'
import { freeTimesText, slotGroups } from '#domain/slots.ts'
import { Icon } from '../../../ui/icon.tsx'
import { alert, clock, moon, retry, sun, sunset } from '../../../ui/icons.ts'
import '../../../ui/empty.css'
import { ContactLine } from '../../business/contact.tsx'
import { Hidden, optionsOf } from './form-parts.tsx'
import { Zone } from '../zone.tsx'
import { isPast } from './times.ts'
import type { Booking } from '../use-booking.ts'
import type { ShownDay } from './use-days.ts'

const ICONS = { Mañana: sun, Tarde: sunset, Noche: moon, 'Otros horarios': clock }

/** The id of the form that the 'Continuar' buttons submit. */
export const SLOT_FORM = 'horarios'

export function Slots({ booking }: { booking: Booking }) {
  const { data, choice, availability, today, toClient } = booking
  const { date } = choice
  const day = availability?.days.find((day) => day.date === date)
  const isLoading = availability?.status === 'loading'
  const isClosed = day?.closed !== undefined && day.times.length + day.gone.length === 0
  return (
    <section className="block slots-block" aria-busy={isLoading}>
      <div className="block-head tight">
        <h3 id="hora-titulo">Hora</h3>
        {day && <span className="small muted">{relativeShortDate(day.date, today.date)}</span>}
      </div>
      <Zone business={data.business} choice={choice} today={today} />
      <div role="status">
        {day && <Missed booking={booking} shown={day.date} />}
        {day && date && !isClosed && (
          <p className="sr">{`${freeTimesText(day.times)} el ${mediumDate(date)}`}</p>
        )}
        {isLoading && <Loading />}
        {!isLoading && !day && <Nothing booking={booking} />}
        {isClosed && <Closed booking={booking} day={day} />}
      </div>
      {day && !isClosed && (
        <form
          id={SLOT_FORM}
          method="get"
          onSubmit={(event) => {
            event.preventDefault()
            toClient()
          }}
        >
          <Hidden choice={{ ...optionsOf(choice), professional: choice.professional!, date: day.date }} />
          <input type="hidden" name="paso" value="datos" />
          <SlotGrid booking={booking} day={day} />
        </form>
      )}
      <p className="note when-time">
        *Precios de referencia. Sujeto a cambios según personalizaciones del servicio.
      </p>
    </section>
  )
}

/** Says that the date that was asked for is not the one that is shown. */
function Missed({ booking, shown }: { booking: Booking; shown: string }) {
  const { missed, choice, data, professional, today } = booking
  if (!missed) return null
  const who =
    choice.professional !== ANY && data.professionals.length > 1
      ? ` con ${professional?.professional_name}`
      : ''
  return (
    <p className="banner banner-warn missed">
      <Icon d={alert} />
      <span>
        {missed < today.date
          ? `El ${longDate(missed)} ya pasó.`
          : `El ${mediumDate(missed)} no hay horarios${who}.`}{' '}
        Te mostramos el {mediumDate(shown)}.
      </span>
    </p>
  )
}

function SlotGrid({ booking, day }: { booking: Booking; day: ShownDay }) {
  const { choice, today, chooseTime } = booking
  const { times, gone, others = [] } = day
  const shown = [...times, ...gone].sort()
  const last = shown.filter((time) => others.includes(time))
  const groups = [
    ...slotGroups(shown.filter((time) => !others.includes(time))),
    ...(last.length > 0 ? [{ label: 'Otros horarios' as const, times: last }] : []),
  ]
  return (
    <div className="slot-groups" role="radiogroup" aria-labelledby="hora-titulo">
      {groups.map(({ label, times }) => (
        <div key={label}>
          <h4>
            <Icon d={ICONS[label]} />
            {label}
          </h4>
          <div className="slots">
            {times.map((time) => {
              const isOver = isPast({ date: choice.date!, time }, today)
              return (
                <label key={time} className="slot">
                  <input
                    className="sr"
                    type="radio"
                    name="hora"
                    value={time}
                    required
                    checked={choice.time === time}
                    disabled={isOver || gone.includes(time)}
                    onChange={() => chooseTime(time)}
                  />
                  {amPm(time)}
                  {isOver && <span className="sr">, ya pasó</span>}
                  {!isOver && gone.includes(time) && <span className="sr">, ocupado</span>}
                </label>
              )
            })}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Why the business is closed that day, and where to go on. Without a script, too. */
function Closed({ booking, day }: { booking: Booking; day: ShownDay }) {
  const { choice, availability, today, chooseDate, loadMore } = booking
  const free = availability!.days.filter(({ times }) => times.length > 0)
  const next = free.find(({ date }) => date > day.date) ?? free[0]
  return (
    <form
      method="get"
      className="nothing"
      onSubmit={(event) => {
        event.preventDefault()
        if (next) chooseDate(next.date)
      }}
    >
      <p>{day.closed}</p>
      {next ? (
        <>
          <Hidden choice={{ ...optionsOf(choice), professional: choice.professional!, date: next.date }} />
          <button type="submit" className="btn btn-2">
            Próximo horario libre: {relativeShortDate(next.date, today.date)}
          </button>
        </>
      ) : loadMore ? (
        <button type="button" className="btn btn-2" onClick={loadMore}>
          Buscar más adelante
        </button>
      ) : (
        <p className="small muted">
          No quedan horarios en los próximos {booking.data.business.horizon_days} días.
        </p>
      )}
      <p className="small muted">
        <ContactLine business={booking.data.business} />
      </p>
    </form>
  )
}

/** Where no answer comes at all, the page loaded anew has the times of what its address names. */
const Loading = () => (
  <div className="slots-loading">
    <p>
      <span className="spinner" />
      Cargando horarios...
      <a className="link late" href="">
        Reintentar
      </a>
    </p>
    <div className="slots" aria-hidden="true">
      {Array.from({ length: 8 }, (_, i) => (
        <span key={i} className="slot skeleton" />
      ))}
    </div>
  </div>
)

function Nothing({ booking: { data, availability, reload, loadMore } }: { booking: Booking }) {
  const isLost = availability?.status === 'failed'
  const why = isLost ? 'Revisa tu conexión.' : availability?.days.find((day) => day.closed)?.closed
  return (
    <div className="nothing">
      <p>No hay horarios disponibles</p>
      {why && <p>{why}</p>}
      {isLost ? (
        <button className="btn btn-2" onClick={reload}>
          <Icon d={retry} className="icon-sm" />
          Reintentar
        </button>
      ) : loadMore ? (
        <button className="btn btn-2" onClick={loadMore}>
          Buscar más adelante
        </button>
      ) : (
        <p className="small muted">
          No quedan horarios en los próximos {data.business.horizon_days} días.
          {data.professionals.length > 1 && ' Prueba con otro profesional.'}
        </p>
      )}
      <p className="small muted">
        <ContactLine business={data.business} />
      </p>
    </div>
  )
}

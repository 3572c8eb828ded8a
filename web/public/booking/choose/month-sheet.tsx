import { addDays, amPm, bookingWindow, dayOfWeek, mediumDate, monthTitle, shortDate } from '#domain/dates.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { arrowLeft, arrowRight } from '../../../ui/icons.ts'
import type { Booking } from '../use-booking.ts'
import './month-sheet.css'
import { isPast, reasonFor } from './times.ts'
import type { ShownDay } from './use-days.ts'

const DAY_NAMES = ['lu', 'ma', 'mi', 'ju', 'vi', 'sá', 'do']
/** A day with so many free times, or fewer, has little room. */
const FEW = 3

/** A month at a glance: which days have room. Loaded when it opens. */
export default function MonthSheet({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { choice, availability, today, closedDays, chooseDate, chooseFirst, loadMore } = booking
  const { first, last } = bookingWindow(today.date, booking.data.business.horizon_days)
  const [month, setMonth] = useState((choice.date ?? first).slice(0, 7))
  const days = (availability?.days ?? []).map((day) => ({
    ...day,
    times: day.times.filter((time) => !isPast({ date: day.date, time }, today)),
  }))
  const free = new Map(days.map(({ date, times }) => [date, times.length]))
  const lastKnown = days.at(-1)?.date ?? ''
  const isLacking = loadMore && lastKnown < datesOf(month).at(-1)!
  const [isLost, setLost] = useState(false)
  const [tries, setTries] = useState(0)
  const load = useEffectEvent(() => {
    if (!isLacking) return
    setLost(false)
    void loadMore().then((isThere) => setLost(!isThere))
  })
  useEffect(() => load(), [month, lastKnown, tries])
  const reasons = new Map(
    days.map(({ date, times, closed }) => [date, times.length > 0 ? undefined : closed]),
  )
  const withRoom = days.filter(({ times }) => times.length > 0)
  const next = withRoom.find(({ date }) => date.startsWith(month)) ?? withRoom[0]

  function pick(date: string) {
    chooseDate(date)
    onClose()
  }

  return (
    <Dialog
      title="Elige el día"
      className="month-sheet"
      onClose={onClose}
      footer={
        next && (
          <button
            type="button"
            className="btn btn-brand btn-lg btn-block"
            onClick={() => {
              chooseFirst({ date: next.date, time: next.times[0]! })
              onClose()
            }}
          >
            Primer cupo: {nearDate(next.date, today.date)}, {amPm(next.times[0]!)}
          </button>
        )
      }
    >
      <div className="month-head">
        <button
          type="button"
          className="x"
          aria-label="Mes anterior"
          disabled={month <= first.slice(0, 7)}
          onClick={() => setMonth(addDays(`${month}-01`, -1).slice(0, 7))}
        >
          <Icon d={arrowLeft} />
        </button>
        <b aria-live="polite">{monthTitle(`${month}-01`)}</b>
        <button
          type="button"
          className="x"
          aria-label="Mes siguiente"
          disabled={month >= last.slice(0, 7)}
          onClick={() => setMonth(addDays(`${month}-28`, 7).slice(0, 7))}
        >
          <Icon d={arrowRight} />
        </button>
      </div>
      <div className="month-grid">
        {DAY_NAMES.map((name) => (
          <span key={name} aria-hidden="true">
            {name}
          </span>
        ))}
        {Array.from({ length: (dayOfWeek(`${month}-01`) + 6) % 7 }, (_, i) => (
          <i key={i} />
        ))}
        {datesOf(month).map((date) => {
          const times = free.get(date) ?? 0
          if (isLacking && date > lastKnown && date <= last)
            return (
              <em key={date}>
                {Number(date.slice(8))}
                <span className="sr">, {isLost ? 'sin comprobar' : 'cargando'}</span>
              </em>
            )
          if (times === 0)
            return (
              <em key={date} className={closedDays.includes(dayOfWeek(date)) ? undefined : 'full'}>
                {Number(date.slice(8))}
                <span className="sr">, {reasons.get(date) ?? whyNot(date, { first, last }, closedDays)}</span>
              </em>
            )
          return (
            <button
              key={date}
              type="button"
              className={times <= FEW ? 'few' : undefined}
              aria-pressed={date === choice.date}
              onClick={() => pick(date)}
            >
              {Number(date.slice(8))}
              <span className="sr">
                , {mediumDate(date)}, {times <= FEW ? 'pocos cupos' : 'con cupos'}
              </span>
            </button>
          )
        })}
      </div>
      {isLacking && (
        <p className="small muted" role="status">
          {isLost ? (
            <>
              No pudimos cargar este mes.{' '}
              <button type="button" className="link" onClick={() => setTries(tries + 1)}>
                Reintentar
              </button>
            </>
          ) : (
            'Cargando...'
          )}
        </p>
      )}
      <ul className="month-why">
        {reasonsIn(days.filter(({ date }) => date.startsWith(month))).map(({ first, last, closed }) => (
          <li key={first}>
            <b>{first === last ? mediumDate(first) : `${shortDate(first)} – ${shortDate(last)}`}</b> {closed}
          </li>
        ))}
      </ul>
      <p className="month-key" aria-hidden="true">
        <span>
          <i /> Con cupos
        </span>
        <span>
          <i className="few" /> Pocos cupos
        </span>
      </p>
    </Dialog>
  )
}

/** Why dates are closed; those that are closed together, and the weekend between them, are one line. */
function reasonsIn(days: ShownDay[]): { first: string; last: string; closed: string }[] {
  const lines: { first: string; last: string; closed: string }[] = []
  let isSame = false
  for (const { date, times, closed } of days) {
    const before = lines.at(-1)
    if (closed !== undefined && isSame && before && isSaidBy(before.closed, closed)) before.last = date
    else if (closed !== undefined) lines.push({ first: date, last: date, closed })
    isSame = closed !== undefined || (isSame && times.length === 0)
  }
  return lines
}

/** Whether it says the same, or the same without 'hasta el …', as of the last date of several. */
const isSaidBy = (before: string, closed: string): boolean =>
  closed === before || closed === before.replace(/ hasta el [^:(]*[^:( ]/, '')

/** 'hoy', 'mañana', 'mié 9 dic': short, so that the button stays one line on a phone. */
const nearDate = (date: string, today: string): string =>
  date <= addDays(today, 1) ? (date === today ? 'hoy' : 'mañana') : shortDate(date)

function whyNot(
  date: string,
  { first, last }: { first: string; last: string },
  closedDays: number[],
): string {
  if (date < first) return 'ya pasó'
  return date > last ? 'todavía no se puede reservar' : reasonFor(date, closedDays)
}

function datesOf(month: string): string[] {
  const dates: string[] = []
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) dates.push(date)
  return dates
}

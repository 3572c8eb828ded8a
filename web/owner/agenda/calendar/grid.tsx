import { clockTime, shortWeekday } from '#domain/dates.ts'
import type { Range } from '#domain/schedule.ts'
import { Fragment, memo, type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react'
import type { Appointment } from '../../data/appointment.ts'
import './calendar.css'
import { DayColumn } from './day-column.tsx'
import { type Hours, isShaded, ROW_MINUTES } from './rows.ts'

interface Props {
  ref: RefObject<HTMLDivElement | null>
  days: string[]
  appointments: readonly (readonly Appointment[])[]
  hours: Hours
  /** The bookable hours of each day; the rest is shaded. */
  ranges: Range[][]
  today: string
  toneOf: (appointment: Appointment) => number
  onPick: (id: number) => void
  onEmpty: (date: string, time: string) => void
  onDay: (date: string) => void
  /** Drawn over the days: the line of the present time, the card being moved. */
  children: ReactNode
}

const AXIS_PX = 58

/** The days side by side, with half-hour rows that they share. */
export function Grid(props: Props) {
  const { ref, days, appointments, hours, ranges, today, toneOf, onPick, onEmpty, onDay, children } = props
  const rows = (hours.last - hours.first) / ROW_MINUTES

  // On phones, the week is scrolled so that today is visible.
  const todayAt = days.indexOf(today)
  useEffect(() => {
    const wrap = ref.current!.parentElement!
    const column = wrap.scrollWidth > wrap.clientWidth ? (wrap.scrollWidth - AXIS_PX) / days.length : 0
    if (column) wrap.scrollLeft = Math.max(0, todayAt) * column
  }, [ref, days, todayAt])

  function press({ target }: MouseEvent) {
    const card = (target as Element).closest<HTMLElement>('[data-id]')
    if (card) return onPick(Number(card.dataset['id']))
    const { col, row } = (target as HTMLElement).dataset
    if (col && row) onEmpty(days[Number(col)]!, clockTime(hours.first + Number(row) * ROW_MINUTES))
  }

  return (
    <div className="cal-wrap" data-days={days.length}>
      <div
        ref={ref}
        className="cal"
        style={{ ['--days' as string]: days.length, ['--rows' as string]: rows }}
        onClick={press}
      >
        {days.length > 1 && <Heads days={days} today={today} onDay={onDay} />}
        <Cells days={days} hours={hours} ranges={ranges} today={today} />
        {children}
        {days.map((date, column) => (
          <DayColumn
            key={date}
            date={date}
            column={column}
            toneOf={toneOf}
            appointments={appointments[column]!}
            firstMinute={hours.first}
          />
        ))}
      </div>
    </div>
  )
}

const Heads = memo(function Heads({ days, today, onDay }: Pick<Props, 'days' | 'today' | 'onDay'>) {
  return (
    <>
      <div className="cal-day corner" />
      {days.map((date, i) => (
        <button
          key={date}
          type="button"
          className="cal-day"
          style={{ gridColumn: i + 2 }}
          aria-current={date === today ? 'date' : undefined}
          onClick={() => onDay(date)}
        >
          {shortWeekday(date)} <b>{Number(date.slice(8))}</b>
          <span className="sr">, ver solo este día</span>
        </button>
      ))}
    </>
  )
})

/** One cell for each day and half hour: receives presses, and serves to measure positions. */
const Cells = memo(function Cells({
  days,
  hours,
  ranges,
  today,
}: Pick<Props, 'days' | 'hours' | 'ranges' | 'today'>) {
  const minutes = Array.from(
    { length: (hours.last - hours.first) / ROW_MINUTES },
    (_, i) => hours.first + i * ROW_MINUTES,
  )
  return minutes.map((minute, row) => {
    const isHour = minute % 60 === 0
    return (
      <Fragment key={minute}>
        <div className={isHour ? 'cal-hour' : 'cal-hour half'} style={{ gridRow: row + 2 }}>
          {isHour && `${Math.floor(minute / 60) % 12 || 12} ${minute < 720 ? 'am' : 'pm'}`}
        </div>
        {days.map((date, column) => (
          <i
            key={date}
            className={
              'cal-cell' +
              (isHour ? '' : ' half') +
              (isShaded(ranges[column]!, minute) ? ' off' : '') +
              (date === today && days.length > 1 ? ' hoy' : '') +
              (date < today ? ' past' : '')
            }
            style={{ gridRow: row + 2, gridColumn: column + 2 }}
            data-col={column}
            data-row={row}
          />
        ))}
      </Fragment>
    )
  })
})

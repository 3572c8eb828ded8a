import { minutesOf, shortMonth } from '#domain/dates.ts'
import { rangeText } from '#domain/schedule.ts'
import type { Interval } from '#domain/special-day-rules.ts'
import type { ReactNode } from 'react'

interface Props {
  date: string
  name: string
  text: ReactNode
  isAsked?: boolean
  children: ReactNode
}

/** A date of a list: its day as a sheet of a calendar, its name, and what can be done. */
export function DayRow({ date, name, text, isAsked, children }: Props) {
  return (
    <li className={isAsked ? 'sd-row ask' : 'sd-row'} data-date={date} tabIndex={-1}>
      <span className="sd-day" aria-hidden="true">
        <b>{Number(date.slice(8))}</b>
        {shortMonth(date)}
      </span>
      <span className="sd-name">
        <b>{name}</b>
        <small>{text}</small>
      </span>
      {children}
    </li>
  )
}

/** '9:00 am – 2:00 pm, 4:00 – 6:00 pm' */
export const intervalsText = (intervals: readonly Interval[]): string =>
  intervals
    .map(({ start_time, end_time }) => rangeText([minutesOf(start_time), minutesOf(end_time)]))
    .join(', ')

import {
  addDays,
  dayOfWeek,
  daysBetween,
  DEFAULT_HORIZON_DAYS,
  isIsoDate,
  mediumDate,
  shortMonth,
  WEEKDAYS,
} from '#domain/dates.ts'
import { useState } from 'react'
import { rangesOn } from '#domain/schedule.ts'
import type { BusinessDay } from '#domain/week.ts'
import { useSpecialHours } from '../../data/dates/use-special-hours.ts'
import { FieldError } from '../../../ui/field.tsx'

/** Four weeks at a time. */
const MORE = 28

interface Props {
  today: string
  /** Days on which the business is closed are disabled. */
  week: readonly BusinessDay[]
  /** How many days after today can be booked. */
  horizonDays: number
  value: string
  error: string | undefined
  onChange: (date: string) => void
}

/** Today and the next thirty days, by weeks, and more on request as far as can be booked. */
export function DateGrid({ today, week, horizonDays, value, error, onChange }: Props) {
  const [shown, setShown] = useState(DEFAULT_HORIZON_DAYS)
  const chosen = isIsoDate(value) ? daysBetween(today, value) : 0
  const last = Math.min(horizonDays, Math.max(shown, chosen))
  const dates = Array.from({ length: last + 1 }, (_, i) => addDays(today, i))
  const { hoursOf, isOpenedBySomebody } = useSpecialHours(dates)
  const hours = { business_week: week, professional_week: [], special_hours: hoursOf() }
  return (
    <fieldset className="fdates" aria-describedby={error ? 'appointment_date-error' : undefined}>
      <legend className="label">Fecha{value && <small>: {mediumDate(value)}</small>}</legend>
      <div className="fdate-grid">
        {[1, 2, 3, 4, 5, 6, 0].map((day) => (
          <span key={day} className="fdate-head" aria-hidden="true">
            {WEEKDAYS[day]!.slice(0, 3)}
          </span>
        ))}
        {dates.map((date, i) => {
          const isClosed = rangesOn(hours, date).length === 0 && !isOpenedBySomebody(date)
          return (
            <label
              key={date}
              className={i === 0 ? 'fdate hoy' : 'fdate'}
              style={i === 0 ? { gridColumn: ((dayOfWeek(date) + 6) % 7) + 1 } : undefined}
            >
              <input
                className="sr"
                type="radio"
                name="appointment_date"
                value={date}
                checked={value === date}
                disabled={isClosed}
                onChange={() => onChange(date)}
              />
              <span aria-hidden="true">
                {Number(date.slice(8))}
                {(i === 0 || date.endsWith('-01')) && <small> {i === 0 ? 'hoy' : shortMonth(date)}</small>}
              </span>
              <span className="sr">
                {i === 0 && 'hoy, '}
                {mediumDate(date)}
                {isClosed && ', cerrado'}
              </span>
            </label>
          )
        })}
      </div>
      {last < horizonDays && (
        <button type="button" className="link fdate-more" onClick={() => setShown(last + MORE)}>
          Ver más fechas
        </button>
      )}
      <FieldError id="appointment_date" error={error} />
    </fieldset>
  )
}

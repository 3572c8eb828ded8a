import { bookingWindow, addDays, daysBetween, monthTitle, shortMonth, shortWeekday } from '#domain/dates.ts'
import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { calendar } from '../../ui/icons.ts'
import { Hidden } from './professionals.tsx'
import { NextButton } from './services.tsx'
import { reasonFor } from './times.ts'
import type { Booking } from './use-booking.ts'

/** Today and the next thirty days; those without free times cannot be chosen. */
export function Dates({ booking }: { booking: Booking }) {
  const { choice, availability, today, closedDays, chooseDate } = booking
  const { first, last } = bookingWindow(today.date)
  const dates = Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i))
  const free = new Set(availability?.days.filter(({ times }) => times.length > 0).map(({ date }) => date))
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => showChosen(strip.current), [choice.professional, choice.date])
  return (
    <section className="block">
      <div className="block-head">
        <h3 id="fecha-titulo">Fecha</h3>
        <span className="month">
          <Icon d={calendar} className="icon-sm" />
          {monthTitle(choice.date ?? first)}
        </span>
      </div>
      <form method="get" data-auto="" onSubmit={(event) => event.preventDefault()}>
        <Hidden choice={{ service: choice.service!, professional: choice.professional! }} />
        <div
          ref={strip}
          className="scroll-x dates"
          role="radiogroup"
          aria-labelledby="fecha-titulo"
          // Scrolled by the keys also while there is no date in it to stand on.
          tabIndex={free.size === 0 ? 0 : undefined}
        >
          {dates.map((date) => {
            const isOff = availability?.status === 'ready' && !free.has(date)
            return (
              <label key={date} className="day">
                <input
                  className="sr"
                  type="radio"
                  name="fecha"
                  value={date}
                  checked={choice.date === date}
                  disabled={isOff || availability?.status !== 'ready'}
                  onChange={() => chooseDate(date)}
                />
                <span>{date === first ? 'Hoy' : shortWeekday(date)}</span>
                <b className={isOff ? 'off' : undefined}>{Number(date.slice(8))}</b>
                <span>{shortMonth(date)}</span>
                {isOff && <span className="sr">, {reasonFor(date, closedDays)}</span>}
              </label>
            )
          })}
        </div>
        {free.size > 1 && <NextButton>Ver los horarios de esta fecha</NextButton>}
      </form>
    </section>
  )
}

/** Scrolls the strip, and nothing else, to the chosen date. */
function showChosen(strip: HTMLElement | null) {
  const day = strip?.querySelector('input:checked')?.parentElement
  if (!strip || !day) return
  const { left, right } = day.getBoundingClientRect()
  const frame = strip.getBoundingClientRect()
  if (left < frame.left || right > frame.right) strip.scrollLeft += left - frame.left - 16
}

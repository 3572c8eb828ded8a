import {
  bookingWindow,
  addDays,
  daysBetween,
  monthTitle,
  MOST_DATES,
  shortMonth,
  shortWeekday,
} from '#domain/dates.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { calendar, chevronDown } from '../../../ui/icons.ts'
import { patiently } from '../patiently.ts'
import { Hidden, NextButton, optionsOf } from './form-parts.tsx'
import { reasonFor } from './times.ts'
import type { Booking } from '../use-booking.ts'

const MonthSheet = lazy(() => patiently(() => import('./month-sheet.tsx')))

/**
 * The dates that can be booked, as far as they are loaded; those without free times are disabled, but those whose business
 * says why it is closed.
 */
export function Dates({ booking }: { booking: Booking }) {
  const { choice, availability, today, closedDays, chooseDate, loadMore } = booking
  const { first, last: usual } = bookingWindow(
    today.date,
    Math.min(MOST_DATES - 1, booking.data.business.horizon_days),
  )
  const last = availability?.days.at(-1)?.date ?? usual
  const dates = Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i))
  const free = new Set(availability?.days.filter(({ times }) => times.length > 0).map(({ date }) => date))
  const closed = new Map(availability?.days.map(({ date, closed }) => [date, closed]))
  const strip = useRef<HTMLDivElement>(null)
  const [isSheetOpen, setSheetOpen] = useState(false)
  /** The strip's first date in view, once it was scrolled: the title names its month. */
  const [inView, setInView] = useState<string>()
  useEffect(() => {
    showChosen(strip.current)
    setInView(undefined)
  }, [choice.professional, choice.date])
  return (
    <section className="block">
      <div className="block-head">
        <h3 id="fecha-titulo">Fecha</h3>
        <button
          type="button"
          className="month"
          aria-haspopup="dialog"
          disabled={availability?.status !== 'ready'}
          onClick={() => setSheetOpen(true)}
        >
          <Icon d={calendar} className="icon-sm" />
          {monthTitle(inView ?? choice.date ?? first)}
          <Icon d={chevronDown} className="icon-sm" />
        </button>
      </div>
      <form method="get" data-auto="" onSubmit={(event) => event.preventDefault()}>
        <Hidden choice={{ ...optionsOf(choice), professional: choice.professional! }} />
        <div
          ref={strip}
          className="scroll-x dates"
          onScroll={({ currentTarget }) => {
            setInView(firstInView(currentTarget))
            const { scrollLeft, clientWidth, scrollWidth } = currentTarget
            if (loadMore && scrollWidth - scrollLeft < 2 * clientWidth) void loadMore()
          }}
          role="radiogroup"
          aria-labelledby="fecha-titulo"
          // The strip can be scrolled by keyboard even when it holds no focusable date.
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
                  disabled={(isOff && !closed.get(date)) || availability?.status !== 'ready'}
                  onChange={() => chooseDate(date)}
                />
                <span>{date === first ? 'Hoy' : shortWeekday(date)}</span>
                <b className={isOff ? 'off' : undefined}>{Number(date.slice(8))}</b>
                <span>{shortMonth(date)}</span>
                {isOff && <span className="sr">, {closed.get(date) ?? reasonFor(date, closedDays)}</span>}
              </label>
            )
          })}
        </div>
        {free.size > 1 && <NextButton>Ver los horarios de esta fecha</NextButton>}
      </form>
      {isSheetOpen && (
        <Suspense>
          <MonthSheet booking={booking} onClose={() => setSheetOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** The date of the first card that is whole in view. */
function firstInView(strip: HTMLElement): string | undefined {
  const { left } = strip.getBoundingClientRect()
  const card = [...strip.children].find((day) => day.getBoundingClientRect().left >= left)
  return card?.querySelector('input')?.value
}

/** Scrolls only the strip to the chosen date. */
function showChosen(strip: HTMLElement | null) {
  const day = strip?.querySelector('input:checked')?.parentElement
  if (!strip || !day) return
  const { left, right } = day.getBoundingClientRect()
  const frame = strip.getBoundingClientRect()
  if (left < frame.left || right > frame.right) strip.scrollLeft += left - frame.left - 16
}

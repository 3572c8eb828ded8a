import { addDays, dayOfWeek, mediumDate, monthTitle } from '#domain/dates.ts'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { chevronDown } from '../../ui/icons.ts'
import { daysOf, SPANS, turned } from './calendar/span.ts'
import './date-button.css'
import { chevronLeft, chevronRight } from '../parts/icons.ts'
import type { View } from './use-view.ts'

interface Props {
  /** What is shown: the button's own text. */
  title: string
  className: string
  view: View
  today: string
  /** Shows the present time. */
  onToday: () => void
}

/** Says which days are shown, and opens the month to go to others. */
export function DateButton({ title, className, ...of }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="sr">Elegir fecha. </span>
        <span className="trunc">{title}</span>
        <Icon d={chevronDown} className="icon-sm" />
      </button>
      {isOpen && <DateDialog {...of} onClose={() => setOpen(false)} />}
    </>
  )
}

const DAY_NAMES = ['lu', 'ma', 'mi', 'ju', 'vi', 'sá', 'do']

function DateDialog({
  view,
  today,
  onToday,
  onClose,
}: Omit<Props, 'title' | 'className'> & { onClose: () => void }) {
  const [month, setMonth] = useState(view.date.slice(0, 7))
  const shown = daysOf(view.span, view.date)
  const act = (change: () => void) => () => {
    change()
    onClose()
  }
  return (
    <Dialog
      title="Elegir fecha"
      className="date-dialog"
      onClose={onClose}
      footer={
        <button type="button" className="btn btn-2 btn-block" onClick={act(onToday)}>
          Hoy
        </button>
      }
    >
      {/* On wide screens it stands above the days. */}
      {!view.isWide && (
        <div className="seg" role="group" aria-label="Rango">
          {SPANS.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={view.span === name}
              onClick={act(() => view.goTo(view.date, name))}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      <div className="date-head">
        <button
          type="button"
          className="x"
          aria-label="Mes anterior"
          onClick={() => setMonth(addDays(`${month}-01`, -1).slice(0, 7))}
        >
          <Icon d={chevronLeft} />
        </button>
        <b aria-live="polite">{monthTitle(`${month}-01`)}</b>
        <button
          type="button"
          className="x"
          aria-label="Mes siguiente"
          onClick={() => setMonth(addDays(`${month}-28`, 7).slice(0, 7))}
        >
          <Icon d={chevronRight} />
        </button>
      </div>
      <div className="date-grid">
        {DAY_NAMES.map((name) => (
          <span key={name} aria-hidden="true">
            {name}
          </span>
        ))}
        {datesOf(month).map((date, i) => (
          <button
            key={date}
            type="button"
            style={i === 0 ? { gridColumn: ((dayOfWeek(date) + 6) % 7) + 1 } : undefined}
            aria-pressed={shown.includes(date)}
            aria-current={date === today ? 'date' : undefined}
            onClick={act(() => view.goTo(date))}
          >
            {Number(date.slice(8))}
            <span className="sr">
              {date === today && ', hoy'}, {mediumDate(date)}
            </span>
          </button>
        ))}
      </div>
      {view.span === 'semana' && (
        <div className="date-weeks">
          <button
            type="button"
            className="btn btn-2"
            onClick={act(() => view.goTo(turned('semana', view.date, -1)))}
          >
            Semana anterior
          </button>
          <button
            type="button"
            className="btn btn-2"
            onClick={act(() => view.goTo(turned('semana', view.date, 1)))}
          >
            Semana siguiente
          </button>
        </div>
      )}
    </Dialog>
  )
}

function datesOf(month: string): string[] {
  const first = `${month}-01`
  return Array.from({ length: 31 }, (_, i) => addDays(first, i)).filter((date) => date.startsWith(month))
}

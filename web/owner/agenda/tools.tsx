import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { chevronLeft, chevronRight, sliders } from '../parts/icons.ts'
import { PrintDays } from '../print/print-days.tsx'
import { type Span, SPANS, titleOf, turned } from './calendar/span.ts'
import { DateButton } from './date-button.tsx'
import { isEmpty } from './filters.ts'
import { PhoneTools } from './phone-tools.tsx'
import { Unmarked } from './stats.tsx'
import { ByPerson, Fields, type ToolsProps } from './tool-parts.tsx'
import type { View } from './use-view.ts'

const TURNS: Record<Span, [back: string, forth: string]> = {
  dia: ['Día anterior', 'Día siguiente'],
  '2dias': ['2 días antes', '2 días después'],
  semana: ['Semana anterior', 'Semana siguiente'],
}

/** Chooses the days, their number, and filters. */
export const Tools = (props: ToolsProps) =>
  props.view.isWide ? <WideTools {...props} /> : <PhoneTools {...props} />

function WideTools(props: ToolsProps) {
  const { view, days, today, filters, unmarked, onReview, onToday } = props
  const { span, date, goTo } = view
  const [isOpen, setOpen] = useState(false)
  const [back, forth] = TURNS[span]
  return (
    <>
      <div className="cal-tools">
        <button type="button" className="btn btn-2 btn-sm" onClick={onToday}>
          Hoy
        </button>
        <button type="button" className="x" aria-label={back} onClick={() => goTo(turned(span, date, -1))}>
          <Icon d={chevronLeft} />
        </button>
        <button type="button" className="x" aria-label={forth} onClick={() => goTo(turned(span, date, 1))}>
          <Icon d={chevronRight} />
        </button>
        <h2 aria-live="polite">
          <DateButton className="cal-date" title={titleOf(days)} {...{ view, today, onToday }} />
        </h2>
        {unmarked > 0 && <Unmarked count={unmarked} onReview={onReview} />}
        <button
          type="button"
          className={isEmpty(filters) ? 'btn btn-2 btn-sm filter-x' : 'btn btn-2 btn-sm filter-x on'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon d={sliders} className="icon-sm" />
          <span>Filtros</span>
          {!isEmpty(filters) && <span className="sr">, hay filtros puestos</span>}
        </button>
        <ByPerson view={view} />
        <div className="cal-span">
          <Spans view={view} />
          <PrintDays days={days} className="x" isSmall hasKey />
        </div>
      </div>
      {isOpen && (
        <div className="cal-tools cal-filters">
          <Fields {...props} />
        </div>
      )}
    </>
  )
}

const Spans = ({ view: { span, date, goTo } }: { view: View }) => (
  <div className="seg" role="group" aria-label="Rango">
    {SPANS.map(([name, label]) => (
      <button key={name} type="button" aria-pressed={span === name} onClick={() => goTo(date, name)}>
        {label}
      </button>
    ))}
  </div>
)

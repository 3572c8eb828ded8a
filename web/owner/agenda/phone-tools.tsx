import { addDays, relativeShortDate, shortWeekday } from '#domain/dates.ts'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { InBar } from '../bar-slot.tsx'
import { sliders } from '../parts/icons.ts'
import { shortTitleOf } from './calendar/span.ts'
import { DateButton } from './date-button.tsx'
import { isEmpty } from './filters.ts'
import { ListSwitch } from './head.tsx'
import { QuickButton } from './quick/quick-button.tsx'
import { Unconfirmed } from './stats.tsx'
import { ByPerson, Fields, type ToolsProps } from './tool-parts.tsx'
import { prepareQuick } from './windows.tsx'

/**
 * On phones the date takes the logo's place in the bar, and beside it stand the quick entry and one button for all that
 * is looked for or waits: the hours have the rest of the screen.
 */
export function PhoneTools(props: ToolsProps) {
  const { view, days, today, filters, unmarked, chips, onReview, onQuick, onToday } = props
  const [isOpen, setOpen] = useState(false)
  const title = days.length === 1 ? dayTitle(days[0]!, today) : shortTitleOf(days)
  const waiting = unmarked > 0 && ` y ${unmarked} ${unmarked === 1 ? 'cita' : 'citas'} sin marcar`
  return (
    <>
      <InBar>
        <DateButton className="tb-day" {...{ title, view, today, onToday }} />
        <span className="tb-grow" />
        {onQuick && <QuickButton onOpen={onQuick} onNear={prepareQuick} />}
        <button
          type="button"
          className={isEmpty(filters) ? 'x filter-x' : 'x filter-x on'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon d={sliders} />
          <span className="sr">
            Buscar{waiting ? `, filtros${waiting}` : ' y filtros'}
            {!isEmpty(filters) && ', hay filtros puestos'}
          </span>
          {unmarked > 0 && (
            <b className="filter-n" aria-hidden="true">
              {unmarked > 99 ? '99+' : unmarked}
            </b>
          )}
        </button>
      </InBar>
      {isOpen && (
        <div className="cal-tools cal-filters">
          <h2 className="sr">Buscar y filtrar</h2>
          {unmarked > 0 && <Unconfirmed count={unmarked} onReview={onReview} />}
          <div className="cal-ways">
            <ListSwitch view={view} />
            <ByPerson view={view} />
          </div>
          {chips}
          <Fields {...props} />
        </div>
      )}
    </>
  )
}

/** Tomorrow without its month, for which a small phone has no room. */
const dayTitle = (date: string, today: string): string =>
  date === addDays(today, 1)
    ? `Mañana, ${shortWeekday(date)} ${Number(date.slice(8))}`
    : relativeShortDate(date, today)

import { clockTime, shortWeekday } from '#domain/dates.ts'
import type { Range } from '#domain/schedule.ts'
import { Fragment, memo, type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { type Appointment, startOf } from '../../data/appointment.ts'
import { BlockCard } from '../block/block-card.tsx'
import { blockLanes } from '../people/lanes.ts'
import type { Block } from '../../data/dates/use-blocks.ts'
import { pressedId } from '../taken/overnight.ts'
import { pressedPause } from '../taken/pause.ts'
import './calendar.css'
import type { Whose } from './card.tsx'
import { DayColumn } from './day-column.tsx'
import { axisOf } from './geometry.ts'
import { type Hours, isShaded, ROW_MINUTES, wholeRows } from './rows.ts'

interface Props {
  ref: RefObject<HTMLDivElement | null>
  days: string[]
  appointments: readonly (readonly Appointment[])[]
  hours: Hours
  /** The bookable hours of each day; the rest is shaded. */
  ranges: Range[][]
  /** The name of a holiday or special date. */
  nameOf: (date: string) => string | undefined
  today: string
  toneOf: (appointment: Appointment) => number
  onPick: (id: number) => void
  onEmpty: (date: string, time: string) => void
  onDay: (date: string) => void
  /** The blocked time of each day. */
  blocks: readonly (readonly Block[])[]
  whoOf: (block: Block) => string | undefined
  /** The professionals; undefined where everybody knows whose an appointment is. */
  whose: ReadonlyMap<number, Whose> | undefined
  onBlock: (id: number) => void
  /** Drawn over the days and their blocks: the line of the present time, the card being moved. */
  children: ReactNode
}

/** The days side by side, with half-hour rows that they share. */
export function Grid(props: Props) {
  const { ref, days, appointments, hours, ranges, today, toneOf, onPick, onEmpty, onDay, children } = props
  const { blocks, whoOf, whose, onBlock } = props
  const rows = (hours.last - hours.first) / ROW_MINUTES

  // On phones, the week is scrolled so that today is visible.
  const todayAt = days.indexOf(today)
  useEffect(() => {
    const wrap = ref.current!.parentElement!
    const column = wrap.scrollWidth > wrap.clientWidth ? (wrap.scrollWidth - axisOf(wrap)) / days.length : 0
    if (column) wrap.scrollLeft = Math.max(0, todayAt) * column
  }, [ref, days, todayAt])

  function press(event: MouseEvent) {
    const { target } = event
    const pause = pressedPause(event)
    if (pause) return onEmpty(days[pause.column]!, clockTime(pause.minute))
    const id = pressedId(target as Element)
    if (id) return onPick(id)
    const block = (target as Element).closest<HTMLElement>('[data-block]')
    if (block) return onBlock(Number(block.dataset['block']))
    const { col, row } = (target as HTMLElement).dataset
    if (col && row) onEmpty(days[Number(col)]!, clockTime(hours.first + Number(row) * ROW_MINUTES))
  }

  // It scrolls, and is reached by keys where no card is in it, too.
  return (
    <div className="cal-wrap" data-days={days.length} tabIndex={0} role="region" aria-label="Citas por día">
      <div
        ref={ref}
        className="cal"
        style={{ ['--days' as string]: days.length, ['--rows' as string]: rows }}
        onClick={press}
      >
        {days.length > 1 && <Heads days={days} today={today} nameOf={props.nameOf} onDay={onDay} />}
        <Cells days={days} hours={hours} ranges={ranges} today={today} />
        {blocks.map((list, column) => (
          <Blocks key={days[column]} {...{ list, column, hours, whoOf }} />
        ))}
        {children}
        {days.map((date, column) => (
          <DayColumn
            key={date}
            date={date}
            column={column}
            toneOf={toneOf}
            whose={whose}
            appointments={appointments[column]!}
            areOverBlocks={blocks[column]!.some((block) =>
              appointments[column]!.some((appointment) => shareRows(block, appointment)),
            )}
            firstMinute={hours.first}
          />
        ))}
      </div>
    </div>
  )
}

/** Whether they are drawn over each other: in these columns also those of different professionals are. */
function shareRows(block: Block, appointment: Appointment): boolean {
  const from = startOf(appointment)
  const card = wholeRows({ from, to: from + appointment.duration_minutes })
  const { from: first, to: last } = wholeRows(block)
  return first < card.to && card.from < last
}

interface BlocksProps extends Pick<Props, 'hours' | 'whoOf'> {
  list: readonly Block[]
  column: number
}

/** The widest step, in percent of the day, by which what begins beside another is moved aside; and all of them together. */
const ASIDE = 16
const ALL_ASIDE = 70

/** The blocked time of one day; what begins beside another is moved aside, however many there are. */
const Blocks = memo(function Blocks({ list, column, hours, whoOf }: BlocksProps) {
  const rowOf = (minute: number) =>
    (Math.min(hours.last, Math.max(hours.first, minute)) - hours.first) / ROW_MINUTES
  return blockLanes(list, wholeRows).map(({ one: block, lane, of }) => {
    const [from, to] = [Math.floor(rowOf(block.from)), Math.ceil(rowOf(block.to))]
    if (from >= to) return null
    return (
      <BlockCard
        key={block.row.id}
        block={block}
        who={whoOf(block)}
        isSmall={to - from < 2}
        isTall={to - from > 3}
        style={{
          gridColumn: column + 2,
          gridRow: `${from + 2} / ${to + 2}`,
          marginLeft: lane ? `${lane * Math.min(ASIDE, ALL_ASIDE / (of - 1))}%` : undefined,
        }}
      />
    )
  })
})

type HeadsProps = Pick<Props, 'days' | 'today' | 'nameOf' | 'onDay'>

const Heads = memo(function Heads({ days, today, nameOf, onDay }: HeadsProps) {
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
          {nameOf(date) && <small title={nameOf(date)}>{nameOf(date)}</small>}
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

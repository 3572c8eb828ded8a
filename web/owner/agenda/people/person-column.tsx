import { amPmRange, clockTime } from '#domain/dates.ts'
import { type Gap, gapText } from '#domain/day-gaps.ts'
import { counted } from '#domain/numbers.ts'
import { Fragment, memo, useMemo } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { type Appointment, startOf } from '../../data/appointment.ts'
import { BlockCard } from '../block/block-card.tsx'
import { type Block, isUnder } from '../../data/dates/use-blocks.ts'
import { type Hours, ROW_MINUTES } from '../calendar/rows.ts'
import { PersonMarks } from '../taken/person-marks.tsx'
import { blocksOfDay, lanesOf, widthOf } from './lanes.ts'
import { PersonCard } from './person-card.tsx'

interface Props {
  name: string
  column: number
  hours: Hours
  appointments: readonly Appointment[]
  blocks: readonly Block[]
  /** The time that is not this professional's. */
  gaps: readonly Gap[]
  isPast: boolean
  toneOf: (appointment: Appointment) => number
}

const coffee =
  'M10 2v2M14 2v2M16 8a1 1 0 0 1 1 1v8a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V9a1 1 0 0 1 1-1h14a4 4 0 1 1 0 8h-1M6 2v2'

/** A professional's day. It is rendered again only when something of it changed. */
export const PersonColumn = memo(function PersonColumn(props: Props) {
  const { name, column, hours, appointments, blocks, gaps, isPast, toneOf } = props
  const lanes = useMemo(() => lanesOf(appointments), [appointments])
  const place = (from: number, to: number) => ({
    top: `calc(var(--u) * ${Math.max(from, hours.first) - hours.first})`,
    height: `calc(var(--u) * ${Math.min(to, hours.last) - Math.max(from, hours.first)})`,
  })
  const placeInSight = (from: number, to: number) =>
    from < hours.last && to > hours.first ? place(from, to) : undefined
  const rows = (hours.last - hours.first) / ROW_MINUTES
  return (
    <div
      className="pcol cal-group"
      role="group"
      aria-label={`${name}, ${counted(appointments.length, 'cita')}`}
      style={{ gridColumn: column + 2 }}
    >
      {Array.from({ length: rows }, (_, row) => (
        <i
          key={row}
          className={`pcell${(hours.first + row * ROW_MINUTES) % 60 ? ' half' : ''}${isPast ? ' past' : ''}`}
          data-col={column}
          data-row={row}
        />
      ))}
      {gaps.map(({ from, to, reason, isPause }) => (
        <div key={from} className={reason === 'break' ? 'pgap rest' : 'pgap'} style={place(from, to)}>
          {reason === 'break' && to - from >= ROW_MINUTES && (
            <>
              <Icon d={coffee} className="icon-sm" />
              {gapText({ reason, ...(isPause && { isPause }) })}
              <span className="sr"> {amPmRange(clockTime(from), to - from)}</span>
            </>
          )}
        </div>
      ))}
      {blocksOfDay(blocks)
        .filter(({ one }) => one.from < hours.last && one.to > hours.first)
        .map(({ one, width }) => (
          <BlockCard
            key={one.row.id}
            block={one}
            isSmall={one.to - one.from < ROW_MINUTES}
            style={{ ...place(one.from, one.to), ...width }}
          />
        ))}
      {lanes.map(({ appointment, isInside, ...share }) => {
        const tone = toneOf(appointment)
        const width = widthOf(share)
        return (
          <Fragment key={appointment.id}>
            <PersonCard
              appointment={appointment}
              tone={tone}
              isInside={isInside}
              isOverBlock={blocks.some((block) => isUnder(block, appointment))}
              style={{
                ...place(startOf(appointment), startOf(appointment) + appointment.duration_minutes),
                ...width,
              }}
            />
            <PersonMarks {...{ appointment, tone, column }} place={placeInSight} lane={width} />
          </Fragment>
        )
      })}
    </div>
  )
})

import { counted } from '#domain/numbers.ts'
import { mediumDate } from '#domain/dates.ts'
import { memo, useMemo } from 'react'
import type { Appointment } from '../../data/appointment.ts'
import { pauseData } from '../taken/pause.ts'
import { cardData } from '../taken/overnight.ts'
import { takenOf } from '../taken/parts.ts'
import '../taken/taken.css'
import './card.css'
import { Card, type Whose } from './card.tsx'
import { layoutOf, type Piece } from './layout.ts'
import { ROW_MINUTES } from './rows.ts'

interface Props {
  date: string
  /** The index of the column, from 0. */
  column: number
  appointments: readonly Appointment[]
  /** Whether some of them lie over blocked time, of which they then leave some to be seen and pressed. */
  areOverBlocks: boolean
  firstMinute: number
  toneOf: (appointment: Appointment) => number
  /** Each professional; undefined where everybody knows. */
  whose: ReadonlyMap<number, Whose> | undefined
}

/** The appointments of one day; rendered again only when one of them changed. */
export const DayColumn = memo(function DayColumn({
  date,
  column,
  appointments,
  areOverBlocks,
  firstMinute,
  toneOf,
  whose,
}: Props) {
  const pieces = useMemo(() => layoutOf(appointments, firstMinute), [appointments, firstMinute])
  const count = counted(appointments.length, 'cita')
  return (
    <div
      className={areOverBlocks ? 'cal-group over' : 'cal-group'}
      role="group"
      aria-label={`${mediumDate(date)}, ${count}`}
    >
      {pieces.map((piece) => (
        <PieceView key={keyOf(piece)} {...{ piece, column, firstMinute, toneOf, whose }} />
      ))}
    </div>
  )
})

function PieceView(props: { piece: Piece } & Pick<Props, 'column' | 'firstMinute' | 'toneOf' | 'whose'>) {
  const { piece, column, firstMinute, toneOf, whose } = props
  const gridColumn = column + 2
  const gridRow = piece.kind === 'stack' ? piece.from + 2 : `${piece.from + 2} / ${piece.to + 2}`
  const place = { gridColumn, gridRow }
  if (piece.kind === 'alone')
    return (
      <div className="cal-c" style={place}>
        <Card
          appointment={piece.appointment}
          tone={toneOf(piece.appointment)}
          who={whose?.get(piece.appointment.professional_id)}
          isAlone
        />
      </div>
    )
  if (piece.kind === 'pause')
    return (
      <div className="cal-pause" style={place}>
        <i
          className={`t${toneOf(piece.appointment)}`}
          style={within(piece, firstMinute)}
          {...pauseData(column, piece.minutes.from, piece.minutes.to)}
        >
          {piece.minutes.to - piece.minutes.from >= ROW_MINUTES && 'En proceso'}
        </i>
      </div>
    )
  if (piece.kind === 'host') {
    const off = piece.appointment.status === 'cancelled' ? ' off' : edgesOf(piece.appointment)
    return (
      <i
        className={`cal-host t${toneOf(piece.appointment)}${off}`}
        style={place}
        {...cardData(piece.appointment)}
      />
    )
  }
  if (piece.kind === 'tail')
    return (
      <i
        className={`cal-tail t${toneOf(piece.appointment)}${piece.isBesideHost ? ' beside' : ''}`}
        style={{ ...place, ['--lane' as string]: piece.lane }}
      />
    )
  return (
    <div className="cal-c" style={place}>
      {piece.cards.map((appointment) => {
        const isFlat = appointment === piece.host
        const indent = piece.indent + (isFlat ? 0 : 8)
        return (
          <Card
            key={appointment.id}
            appointment={appointment}
            tone={toneOf(appointment)}
            isFlat={isFlat}
            indent={indent}
            who={whose?.get(appointment.professional_id)}
          />
        )
      })}
    </div>
  )
}

/** ' pre post': it has something before and after it. */
const edgesOf = (appointment: Appointment) => {
  const { before, after } = takenOf(appointment)
  return `${before > 0 ? ' pre' : ''}${after > 0 ? ' post' : ''}`
}

/** Where the minutes lie within the rows in which they are. */
function within({ from, to, minutes }: Extract<Piece, { kind: 'pause' }>, firstMinute: number) {
  const share = (minute: number) => ((minute - firstMinute) / ROW_MINUTES - from) / (to - from)
  return { top: `${share(minutes.from) * 100}%`, bottom: `${(1 - share(minutes.to)) * 100}%` }
}

const keyOf = (piece: Piece): string =>
  piece.kind === 'stack' ? `stack ${piece.from}` : `${piece.kind} ${piece.appointment.id}`

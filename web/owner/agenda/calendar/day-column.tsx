import { counted } from '#domain/numbers.ts'
import { mediumDate } from '#domain/dates.ts'
import { memo, useMemo } from 'react'
import type { Appointment } from '../../data/appointment.ts'
import './card.css'
import { Card } from './card.tsx'
import { layoutOf, type Piece } from './layout.ts'

interface Props {
  date: string
  /** The index of the column, from 0. */
  column: number
  appointments: readonly Appointment[]
  firstMinute: number
  toneOf: (appointment: Appointment) => number
  /** The initials of each professional; undefined where everybody knows. */
  initials: ReadonlyMap<number, string> | undefined
}

/** The appointments of one day; rendered again only when one of them changed. */
export const DayColumn = memo(function DayColumn({
  date,
  column,
  appointments,
  firstMinute,
  toneOf,
  initials,
}: Props) {
  const pieces = useMemo(() => layoutOf(appointments, firstMinute), [appointments, firstMinute])
  const count = counted(appointments.length, 'cita')
  return (
    <div className="cal-group" role="group" aria-label={`${mediumDate(date)}, ${count}`}>
      {pieces.map((piece) => (
        <PieceView key={keyOf(piece)} {...{ piece, column, toneOf, initials }} />
      ))}
    </div>
  )
})

function PieceView(props: { piece: Piece } & Pick<Props, 'column' | 'toneOf' | 'initials'>) {
  const { piece, column, toneOf, initials } = props
  const gridColumn = column + 2
  const gridRow = piece.kind === 'stack' ? piece.from + 2 : `${piece.from + 2} / ${piece.to + 2}`
  const place = { gridColumn, gridRow }
  if (piece.kind === 'alone')
    return (
      <div className="cal-c" style={place}>
        <Card
          appointment={piece.appointment}
          tone={toneOf(piece.appointment)}
          who={initials?.get(piece.appointment.professional_id)}
          isAlone
        />
      </div>
    )
  if (piece.kind === 'host') {
    const off = piece.appointment.status === 'cancelled' ? ' off' : ''
    return (
      <i
        className={`cal-host t${toneOf(piece.appointment)}${off}`}
        style={place}
        data-id={piece.appointment.id}
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
            who={initials?.get(appointment.professional_id)}
          />
        )
      })}
    </div>
  )
}

const keyOf = (piece: Piece): string =>
  piece.kind === 'stack' ? `stack ${piece.from}` : `${piece.kind} ${piece.appointment.id}`

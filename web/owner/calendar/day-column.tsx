import { counted } from '#domain/numbers.ts'
import { mediumDate } from '#domain/dates.ts'
import { memo, useMemo } from 'react'
import type { Appointment } from './appointment.ts'
import './card.css'
import { Card } from './card.tsx'
import { layoutOf, type Piece } from './layout.ts'

interface Props {
  date: string
  /** 0 first. */
  column: number
  appointments: readonly Appointment[]
  firstMinute: number
  toneOf: (one: Appointment) => number
}

/** The appointments of one day; drawn again only when one of them changed. */
export const DayColumn = memo(function DayColumn({ date, column, appointments, firstMinute, toneOf }: Props) {
  const pieces = useMemo(() => layoutOf(appointments, firstMinute), [appointments, firstMinute])
  const count = counted(appointments.length, 'cita')
  return (
    <div className="cal-group" role="group" aria-label={`${mediumDate(date)}, ${count}`}>
      {pieces.map((piece) => (
        <PieceView key={keyOf(piece)} {...{ piece, column, toneOf }} />
      ))}
    </div>
  )
})

function PieceView({ piece, column, toneOf }: { piece: Piece } & Pick<Props, 'column' | 'toneOf'>) {
  const gridColumn = column + 2
  const gridRow = piece.kind === 'stack' ? piece.from + 2 : `${piece.from + 2} / ${piece.to + 2}`
  const place = { gridColumn, gridRow }
  if (piece.kind === 'alone')
    return (
      <div className="cal-c" style={place}>
        <Card one={piece.one} tone={toneOf(piece.one)} isAlone />
      </div>
    )
  if (piece.kind === 'host') {
    const off = piece.one.status === 'cancelled' ? ' off' : ''
    return <i className={`cal-host t${toneOf(piece.one)}${off}`} style={place} data-id={piece.one.id} />
  }
  if (piece.kind === 'tail')
    return (
      <i
        className={`cal-tail t${toneOf(piece.one)}${piece.isBesideHost ? ' beside' : ''}`}
        style={{ ...place, ['--lane' as string]: piece.lane }}
      />
    )
  return (
    <div className="cal-c" style={place}>
      {piece.cards.map((one) => {
        const isFlat = one === piece.host
        const indent = piece.indent + (isFlat ? 0 : 8)
        return <Card key={one.id} one={one} tone={toneOf(one)} isFlat={isFlat} indent={indent} />
      })}
    </div>
  )
}

const keyOf = (piece: Piece): string =>
  piece.kind === 'stack' ? `stack ${piece.from}` : `${piece.kind} ${piece.one.id}`

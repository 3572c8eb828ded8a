import { counted, decimal } from '#domain/numbers.ts'
import { useEffect, useRef, useState } from 'react'
import { LOST } from '../../../ui/loading/again.ts'
import { part } from '../../../ui/loading/part.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { AppointmentFilter } from '../../data/appointments.ts'
import { type Selection, useOpenTotal } from './use-selection.ts'
import './selection-bar.css'

const cancelling = part(
  () => import('../../left-over/cancel-many.tsx'),
  (file) => file.CancelMany,
)

interface Props {
  selection: Selection
  today: string
  /** What the list shows. */
  filter: AppointmentFilter
}

const cancelText = (count: number): string => (count === 1 ? 'Cancelar la cita' : `Cancelar las ${count}`)

/** What is chosen, and what can be done with it. Shown while the list is being chosen from. */
export function SelectionBar({ selection, today, filter }: Props) {
  const { chosen, isLoading, end } = selection
  const [isAsking, setAsking] = useState(false)
  const leave = useRef<HTMLButtonElement>(null)
  useEffect(() => leave.current?.focus({ preventScroll: true }), [])
  const count = chosen?.size ?? 0
  const total = useOpenTotal(filter)

  async function ask() {
    if (count === 0) return void toast('Elige primero las citas que quieres cancelar.')
    try {
      await cancelling.load()
      setAsking(true)
    } catch {
      toast.error(LOST)
    }
  }

  return (
    <>
      <div className="pick-fix" role="region" aria-label="Citas elegidas">
        <div className="pick-bar">
          <p role="status" className="num">
            {count === 0 ? 'Ninguna cita elegida' : counted(count, 'cita elegida', 'citas elegidas')}
          </p>
          <button ref={leave} type="button" className="btn btn-3" onClick={end}>
            Salir
          </button>
          <button
            type="button"
            className="btn btn-3"
            aria-disabled={isLoading}
            onClick={() => !isLoading && void selection.chooseAll(filter)}
          >
            {isLoading && <span className="spinner" />}
            {total ? `Elegir todas (${decimal(total)})` : 'Elegir todas'}
          </button>
          <button type="button" className="btn" aria-disabled={count === 0} onClick={() => void ask()}>
            {count === 0 ? 'Cancelar citas' : cancelText(count)}
          </button>
        </div>
      </div>
      {isAsking && chosen && (
        <cancelling.Part
          appointments={[...chosen.values()]}
          today={today}
          onDone={end}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

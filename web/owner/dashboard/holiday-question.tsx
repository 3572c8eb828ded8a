import { mediumDate, shortMonth } from '#domain/dates.ts'
import { counted } from '#domain/numbers.ts'
import { useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { queryClient } from '../data/client.ts'
import { type AskedHoliday, statsQuery } from '../data/figures.ts'
import { putHoliday } from '../data/time-off.ts'
import { failureText } from '../parts/failures.ts'
import { Link } from '../parts/link.tsx'
import './holiday-question.css'

/** Whether the business opens on a holiday that is near; whoever does not answer stays open. */
export function HolidayQuestion({ holiday }: { holiday: AskedHoliday | null }) {
  const [isBusy, setBusy] = useState(false)
  /** The date that was closed although there are appointments on it. */
  const [left, setLeft] = useState<{ date: string; count: number }>()

  async function say(date: string, choice: 'open' | 'closed') {
    setBusy(true)
    try {
      const conflicts = await putHoliday(date, { choice })
      const day = mediumDate(date)
      toast.success(choice === 'open' ? `El ${day} queda abierto` : `El ${day} queda cerrado`)
      if (conflicts.length > 0) setLeft({ date, count: conflicts.length })
      await queryClient().invalidateQueries({ queryKey: statsQuery().queryKey })
    } catch (error) {
      toast.error(failureText(error, 'Error al guardar los festivos'))
    }
    setBusy(false)
  }

  if (left)
    return (
      <section className="card askc" role="status">
        <div className="askc-in">
          <Leaf date={left.date} />
          <div>
            <h2>Cerraste el {mediumDate(left.date)}</h2>
            <p>
              Hay {counted(left.count, 'cita')} ese día. Siguen en pie hasta que las muevas o las canceles.
            </p>
          </div>
          <div className="askc-acts">
            <Link className="btn btn-2" to={`/dashboard/appointments?fecha=${left.date}&rango=dia`}>
              Ver las citas
            </Link>
            <button type="button" className="btn btn-2" onClick={() => setLeft(undefined)}>
              Listo
            </button>
          </div>
        </div>
      </section>
    )
  if (!holiday) return null
  const { date, name, question, appointments } = holiday
  return (
    <section className="card askc" aria-labelledby="askc-title">
      <div className="askc-in">
        <Leaf date={date} />
        <div>
          <h2 id="askc-title">{question}</h2>
          <p>
            {appointments > 0 && `Ya tienes ${counted(appointments, 'cita')} ese día. `}
            Si no respondes, queda abierto.
          </p>
        </div>
        <div className="askc-acts" role="group" aria-label={name}>
          <button
            type="button"
            className="btn btn-2"
            disabled={isBusy}
            onClick={() => void say(date, 'open')}
          >
            Abrimos
          </button>
          <button
            type="button"
            className="btn btn-2"
            disabled={isBusy}
            onClick={() => void say(date, 'closed')}
          >
            Cerramos
          </button>
          <Link className="btn btn-2" to={`/dashboard/settings?seccion=horarios&festivo=${date}`}>
            Horario especial
          </Link>
        </div>
      </div>
    </section>
  )
}

const Leaf = ({ date }: { date: string }) => (
  <span className="askc-leaf" aria-hidden="true">
    <b>{Number(date.slice(8))}</b>
    {shortMonth(date)}
  </span>
)

import { mediumDate, shortMonth } from '#domain/dates.ts'
import { counted } from '#domain/numbers.ts'
import { useState } from 'react'
import { onlyFirstPress } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { queryClient } from '../data/client.ts'
import { type AskedHoliday, statsQuery } from '../data/figures.ts'
import { noteLeftOver } from '../data/left-over/left-over.ts'
import { putHoliday } from '../data/time-off.ts'
import { failureText } from '../parts/failures.ts'
import { Link } from '../parts/link.tsx'
import './holiday-question.css'

/** Whether the business opens on a holiday that is near; whoever does not answer stays open. */
export function HolidayQuestion({ holiday }: { holiday: AskedHoliday | null }) {
  const [isBusy, setBusy] = useState(false)

  async function say(date: string, choice: 'open' | 'closed') {
    if (isBusy) return
    setBusy(true)
    try {
      const conflicts = await putHoliday(date, { choice })
      const day = mediumDate(date)
      toast.success(choice === 'open' ? `El ${day} queda abierto` : `El ${day} queda cerrado`)
      noteLeftOver({ conflicts })
      await queryClient().invalidateQueries({ queryKey: statsQuery().queryKey })
    } catch (error) {
      toast.error(failureText(error, 'Error al guardar los festivos'))
    }
    setBusy(false)
  }

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
        <div className="askc-acts" role="group" aria-label={name} onClickCapture={onlyFirstPress}>
          <button
            type="button"
            className="btn btn-2"
            aria-disabled={isBusy}
            onClick={() => void say(date, 'open')}
          >
            Abrimos
          </button>
          <button
            type="button"
            className="btn btn-2"
            aria-disabled={isBusy}
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

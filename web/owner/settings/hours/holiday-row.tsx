import { weekday } from '#domain/dates.ts'
import { counted } from '#domain/numbers.ts'
import { Icon } from '../../../ui/icon.tsx'
import { clock } from '../../../ui/icons.ts'
import type { Choice, Holiday } from '../../data/time-off.ts'
import { DayRow, intervalsText } from './day-row.tsx'

const CHOICES: [choice: Choice, label: string][] = [
  ['open', 'Abierto'],
  ['closed', 'Cerrado'],
  ['special', 'Horario especial'],
]

interface RowProps {
  holiday: Holiday
  /** What is being stored: '2026-12-08 closed'. */
  pressed: string | undefined
  onChoice: (choice: Choice) => void
}

/** A holiday, and what the business does on it. */
export function HolidayRow({ holiday, pressed, onChoice }: RowProps) {
  const { date, name, choice, intervals, is_closed, question, appointments } = holiday
  const stands = choice ?? (question ? undefined : is_closed ? 'closed' : 'open')
  const day = weekday(date)
  return (
    <DayRow
      date={date}
      name={name}
      isAsked={question !== null}
      text={
        <>
          {day.charAt(0).toUpperCase() + day.slice(1)}
          {question && (
            <>
              {' · '}
              <em>sin decidir</em>
            </>
          )}
          {appointments > 0 && ` · ${counted(appointments, 'cita')}`}
        </>
      }
    >
      <div className="seg sd-seg" role="group" aria-label={question ?? name}>
        {CHOICES.map(([one, label]) => (
          <button
            key={one}
            type="button"
            aria-pressed={stands === one}
            aria-busy={pressed === `${date} ${one}`}
            onClick={() => onChoice(one)}
          >
            {label}
          </button>
        ))}
      </div>
      {choice === 'special' && (
        <button type="button" className="link sd-its" onClick={() => onChoice('special')}>
          <Icon d={clock} className="icon-sm" />
          {intervalsText(intervals)}
        </button>
      )}
    </DayRow>
  )
}

import { amPm, relativeShortDate } from '#domain/dates.ts'
import { Question } from './question.tsx'

export interface Start {
  date: string
  time: string
}

interface Props {
  list: Start[]
  today: string
  onPick: (start: Start) => void
}

/** The nearest free times to one that was just taken. */
export const Alternatives = ({ list, today, onPick }: Props) => (
  <Question className="alternatives">
    <p>
      <b>Ese horario acaba de ocuparse.</b>
      {list.length > 0 && ' Estos son los más cercanos:'}
    </p>
    {list.length > 0 && (
      <div>
        {list.map((start) => (
          <button
            key={start.date + start.time}
            type="button"
            className="btn btn-2 btn-sm"
            onClick={() => onPick(start)}
          >
            {relativeShortDate(start.date, today)} · {amPm(start.time)}
          </button>
        ))}
      </div>
    )}
  </Question>
)

import { amPm, mediumDate } from '#domain/dates.ts'
import { counted } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../ui/dialog.tsx'
import { explanationQuery, type Explanation } from '../../data/free-times.ts'
import './explain.css'

interface Props {
  date: string
  professional_id: string
  service_id: string
  variant_id: string
  addon_ids: string
  /** Of the professional; 'Sin preferencia'. */
  name: string
  /** Those that there are. */
  times: readonly string[]
  onClose: () => void
}

/** The question that is asked, and answered below the same words. */
export const whyText = (times: readonly string[]) =>
  times.length === 0 ? '¿Por qué no hay horarios?' : '¿Por qué no hay más horarios?'

/** Why a day has no free times, or so few: the rules in their order, each with what it takes. */
export function ExplainDialog({ name, times, onClose, ...asked }: Props) {
  const { data, isError, refetch } = useQuery(explanationQuery(asked))
  return (
    <Dialog title={whyText(times)} className="explain" onClose={onClose}>
      <p>
        <b>{name}</b>, {mediumDate(asked.date)}.
      </p>
      {isError && (
        <p>
          No pudimos averiguarlo.{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            Reintentar
          </button>
        </p>
      )}
      <div role="status">
        {data && (
          <p className="muted">
            {data.free.length === 0
              ? 'A tus clientes no les queda ningún horario libre. Esto es lo que los quita, en orden:'
              : `A tus clientes les quedan ${counted(data.free.length, 'horario libre', 'horarios libres')}. Esto es lo que quita los demás, en orden:`}
          </p>
        )}
      </div>
      {data && <Rules rules={data.rules} />}
      {data?.people && (
        <div className="explain-each">
          <h3 className="h3">Con cada profesional</h3>
          {data.people.map(({ professional_id, professional_name, free, rules }) => (
            <details key={professional_id}>
              <summary>
                <b>{professional_name}</b>
                <small>
                  {free.length === 0
                    ? 'sin horarios libres'
                    : counted(free.length, 'horario libre', 'horarios libres')}
                </small>
              </summary>
              <Rules rules={rules} />
            </details>
          ))}
          {data.left_out?.map(({ professional_name, text }) => (
            <p key={professional_name} className="muted">
              <b>{professional_name}</b> {text}
            </p>
          ))}
        </div>
      )}
    </Dialog>
  )
}

const Rules = ({ rules }: { rules: Explanation['rules'] }) => (
  <ol>
    {rules.map(({ rule, text, takes, times }) => (
      <li key={rule}>
        <span>
          <b>{text}</b>
          <small>{spanOf(times)}</small>
        </span>
        <em>{takes}</em>
      </li>
    ))}
  </ol>
)

/** '9:00 am', or from the first to the last. */
function spanOf(times: readonly string[]): string {
  const [first, last] = [times[0]!, times.at(-1)!]
  return first === last ? amPm(first) : `${amPm(first)} – ${amPm(last)}`
}

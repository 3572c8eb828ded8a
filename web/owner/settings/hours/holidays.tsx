import { COUNTRIES } from '#domain/phone.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isIn } from '../../../account/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { chevronDown } from '../../../ui/icons.ts'
import { plus } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'
import {
  type Conflict,
  type Holiday,
  type Holidays as Data,
  holidaysQuery,
  putHoliday,
  putHolidays,
} from '../../data/time-off.ts'
import { useOpenDraft } from '../../draft/use-draft.ts'
import { failureText } from '../../parts/failures.ts'
import { useFocusNext } from '../../parts/use-focus-return.ts'
import { HolidayHours } from './holiday-hours.tsx'
import { HolidayRow } from './holiday-row.tsx'
import { inTurn } from './in-turn.ts'
import { SpecialDayDialog } from './special-day-dialog.tsx'

interface Props {
  today: string
  onConflicts: (conflicts: Conflict[]) => void
}

const POLICIES: [policy: Data['policy'], label: string][] = [
  ['ask', 'Preguntar'],
  ['closed', 'Cerrar todos'],
  ['open', 'Abrir todos'],
]
const HINT: Record<Data['policy'], string> = {
  ask: 'Te preguntamos 21 días antes. Si no respondes, el día queda abierto.',
  closed: 'Cierras en todos los festivos, menos en los que digas otra cosa.',
  open: 'Abres en todos los festivos como cualquier día, menos en los que digas otra cosa.',
}
const OTHERS = [
  { iso: 'BR', name: 'Brasil' },
  { iso: 'UY', name: 'Uruguay' },
]
const FEW = 7

/** The holidays of the next twelve months, and what the business does on each. */
export function Holidays({ today, onConflicts }: Props) {
  const { data, isError, refetch } = useQuery(holidaysQuery())
  const [isAll, setAll] = useState(false)
  const focusNext = useFocusNext()
  const [special, setSpecial] = useState<Holiday>()
  useAsked(data?.holidays, setSpecial)
  const [isAdding, setAdding] = useState(false)
  useOpenDraft<string>('festivo', data !== undefined, (row) =>
    setSpecial(data!.holidays.find(({ date }) => date === row)),
  )
  useOpenDraft('festivo propio', data !== undefined, () => setAdding(true))

  // What was pressed last and is not stored yet; of a holiday its date and the choice.
  const [pressed, setPressed] = useState<string>()

  async function say(what: string, send: () => Promise<Conflict[]>) {
    setPressed(what)
    try {
      onConflicts(await inTurn(send))
    } catch (error) {
      if (isIn()) toast.error(failureText(error, 'Error al guardar los festivos'))
    }
    setPressed((now) => (now === what ? undefined : now))
  }

  if (!data)
    return isError ? (
      <section className="card pad set-card">
        <p className="small">
          No pudimos cargar los festivos.{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            Reintentar
          </button>
        </p>
      </section>
    ) : null
  const { country, policy, holidays } = data
  const shown = isAll ? holidays : holidays.slice(0, FEW)
  const showAll = () => {
    setAll(true)
    focusNext(`.sd-row[data-date="${holidays[FEW]!.date}"]`)
  }
  const years = [...new Set(shown.map(({ date }) => date.slice(0, 4)))]
  return (
    <section className="card pad set-card" aria-labelledby="hd-title">
      <div className="sd-head">
        <div>
          <h2 className="h2" id="hd-title">
            Festivos
          </h2>
          <p className="small muted">Los de los próximos 12 meses.</p>
        </div>
        <select
          className="input input-sm sd-country"
          aria-label="País de los festivos"
          value={country ?? ''}
          aria-busy={pressed === 'country'}
          onChange={({ target: { value } }) =>
            void say('country', () => putHolidays({ country: value || null }))
          }
        >
          {country === null && <option value="">Elige</option>}
          {[...COUNTRIES, ...OTHERS]
            .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
            .map(({ iso, name }) => (
              <option key={iso} value={iso}>
                {name}
              </option>
            ))}
        </select>
      </div>
      <div>
        <div className="seg sd-policy" role="group" aria-label="Qué hacer con los festivos">
          {POLICIES.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={policy === name}
              aria-busy={pressed === name}
              onClick={() => void say(name, () => putHolidays({ policy: name }))}
            >
              {label}
            </button>
          ))}
        </div>
        <p className="hint sd-hint">{HINT[policy]}</p>
      </div>
      {years.map((year) => (
        <div key={year}>
          <h3 className="small muted sd-year">{year}</h3>
          <ul className="sd-list">
            {shown
              .filter(({ date }) => date.startsWith(year))
              .map((holiday) => (
                <HolidayRow
                  key={holiday.date}
                  holiday={holiday}
                  pressed={pressed}
                  onChoice={(choice) =>
                    choice === 'special'
                      ? setSpecial(holiday)
                      : void say(`${holiday.date} ${choice}`, () => putHoliday(holiday.date, { choice }))
                  }
                />
              ))}
          </ul>
        </div>
      ))}
      {!isAll && holidays.length > FEW && (
        <button type="button" className="link sd-more" onClick={showAll}>
          Ver los otros {holidays.length - FEW}
          <Icon d={chevronDown} className="icon-sm" />
        </button>
      )}
      <button type="button" className="link sd-more" onClick={() => setAdding(true)}>
        <Icon d={plus} className="icon-sm" />
        Agregar un festivo propio (feria del pueblo, día cívico)
      </button>
      {special && (
        <HolidayHours holiday={special} onStored={onConflicts} onClose={() => setSpecial(undefined)} />
      )}
      {isAdding && (
        <SpecialDayDialog isYearly today={today} onStored={onConflicts} onClose={() => setAdding(false)} />
      )}
    </section>
  )
}

/** Opens once the hours of the holiday that the address names: ?festivo=2026-12-08. */
function useAsked(holidays: Holiday[] | undefined, open: (holiday: Holiday) => void) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('festivo')
  const follow = useEffectEvent(() => {
    if (asked === null || !holidays) return
    const holiday = holidays.find(({ date }) => date === asked)
    if (holiday) open(holiday)
    setParams(
      (before) => {
        before.delete('festivo')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  })
  useEffect(() => follow(), [asked, holidays])
}

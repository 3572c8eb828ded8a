import { addDays, mediumDate, weekday } from '#domain/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { edit, plus } from '../../../ui/icons-panel.ts'
import { professionalsQuery } from '../../data/professionals.ts'
import { type Conflict, type SpecialDay, specialDaysQuery } from '../../data/time-off.ts'
import { useOpenDraft } from '../../draft/use-draft.ts'
import { DayRow, intervalsText } from './day-row.tsx'
import { SpecialDayDialog } from './special-day-dialog.tsx'

interface Props {
  today: string
  onConflicts: (conflicts: Conflict[]) => void
}

/** The dates to come with hours of their own. */
export function SpecialDays({ today, onConflicts }: Props) {
  const [days, team] = [useQuery(specialDaysQuery()), useQuery(professionalsQuery())]
  // Without the team, a day of one professional reads as the whole business's.
  const data = team.data && days.data
  const missing = [days, team].filter((each) => !each.data)
  const [open, setOpen] = useState<{ edited?: SpecialDay }>()
  useOpenDraft('día especial', data !== undefined, (row) => {
    const edited = data!.find(({ id }) => id === row)
    setOpen(edited ? { edited } : {})
  })
  const list = data
    ?.map((row) => ({ row, date: nextOf(row, today) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  return (
    <section className="card pad set-card" aria-labelledby="sd-title">
      <div className="sd-head">
        <div>
          <h2 className="h2" id="sd-title">
            Días especiales
          </h2>
          <p className="small muted">Un día con otro horario, o cerrado.</p>
        </div>
        <button type="button" className="btn btn-2 btn-sm" onClick={() => setOpen({})}>
          <Icon d={plus} />
          Agregar
        </button>
      </div>
      {missing.some(({ isError }) => isError) && (
        <p className="small">
          No pudimos cargar los días especiales.{' '}
          <button
            type="button"
            className="link"
            onClick={() => missing.forEach(({ refetch }) => void refetch())}
          >
            Reintentar
          </button>
        </p>
      )}
      {list?.length === 0 && <p className="small muted">Todavía no hay días especiales.</p>}
      {list && list.length > 0 && (
        <ul className="sd-list">
          {list.map(({ row, date }) => {
            const who = team.data?.find(({ id }) => id === row.professional_id)?.professional_name
            const name = row.label ?? (row.is_open ? 'Horario especial' : 'Cerrado')
            return (
              <DayRow
                key={row.id}
                date={date}
                name={name}
                text={[capital(weekday(date)), who, hoursOf(row), row.is_yearly && 'cada año']
                  .filter(Boolean)
                  .join(' · ')}
              >
                <button
                  type="button"
                  className="x"
                  aria-label={`Editar ${name}, ${mediumDate(date)}`}
                  onClick={() => setOpen({ edited: row })}
                >
                  <Icon d={edit} />
                </button>
              </DayRow>
            )
          })}
        </ul>
      )}
      {open && (
        <SpecialDayDialog
          edited={open.edited}
          today={today}
          onStored={onConflicts}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

const hoursOf = ({ is_open, intervals }: SpecialDay): string =>
  !is_open ? 'cerrado' : intervals.length > 0 ? intervalsText(intervals) : 'abierto como siempre'

/** A yearly one shows the next time that it comes. */
function nextOf({ date, is_yearly }: SpecialDay, today: string): string {
  if (!is_yearly || date >= today) return date
  const year = Number(today.slice(0, 4))
  const next = [year, year + 1].map((one) => `${one}${date.slice(4)}`).find((one) => one >= today)!
  // The 29th of February is in leap years only.
  return addDays(next, 0) === next ? next : date
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

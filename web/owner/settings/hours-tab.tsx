import type { BusinessDay } from '#domain/week.ts'
import { messageOf } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { warning } from '../../ui/icons-panel.ts'
import { toast } from '../../ui/toast.tsx'
import { putBusinessHours } from '../data/business.ts'
import { noteLeftOver } from '../data/left-over/left-over.ts'
import type { Conflict } from '../data/time-off.ts'
import { ElsewhereNotice } from '../parts/elsewhere-notice.tsx'
import { useClock } from '../parts/use-clock.ts'
import { useWeekForm } from '../parts/use-week-form.ts'
import { WeekEditor } from '../parts/week-editor.tsx'
import { weekToSave } from '../parts/week-editor-days.ts'
import { AsSeen } from './hours/as-seen.tsx'
import './hours/hours.css'
import { Holidays } from './hours/holidays.tsx'
import { SpecialDays } from './hours/special-days.tsx'
import type { SectionProps } from './profile.ts'
import { SaveBar } from './save-bar.tsx'

interface Hours {
  schedules: BusinessDay[]
  hours_version: number
}

/** The row that the form edits. */
const rowOf = ({ schedules, hours_version }: Hours) => ({ week: schedules, version: hours_version })
const currentOf = (current: unknown) => rowOf(current as Hours)
const failure = 'Error actualizando horarios'
const tell = (error: unknown) => ({ toast: failure, problem: messageOf(error) })

/** The hours of the week, of single dates and of holidays. */
export function HoursTab({ profile }: SectionProps) {
  const of = { today: useClock(profile.timezone).date, onConflicts }
  return (
    <div className="set-form">
      <WeekForm profile={profile} />
      <SpecialDays {...of} />
      <Holidays {...of} />
    </div>
  )
}

const onConflicts = (conflicts: Conflict[]) => noteLeftOver({ conflicts })

function WeekForm({ profile }: SectionProps) {
  const editing = useWeekForm({ kind: 'business', row: rowOf(profile), currentOf, failure, tell })
  const { week, isDirty, isSubmitting } = editing
  const base = editing.base!

  const store = editing.submit(async (values) => {
    const body = { schedules: weekToSave<'business'>(Object.values(values)), hours_version: base.version }
    const now = await putBusinessHours(profile.id, body)
    editing.stored(rowOf(now), values)
    toast.success('Horarios actualizados exitosamente')
  })

  function discard() {
    editing.setProblem(undefined)
    editing.stored(base)
  }

  return (
    <form className="set-form with-aside hours-form" noValidate onSubmit={store}>
      <section className="card pad set-card" aria-labelledby="hours-title">
        {week.every((day) => !day.is_open) && (
          <div className="banner banner-warn">
            <Icon d={warning} />
            <span>Con todos los días cerrados nadie puede reservar.</span>
          </div>
        )}
        <WeekEditor
          {...editing.editor}
          head={
            <>
              <h2 className="h2" id="hours-title">
                Horario de la semana
              </h2>
              <p className="small muted">Cada profesional puede tener el suyo.</p>
              <ElsewhereNotice {...editing.notice} />
            </>
          }
        />
      </section>
      <AsSeen profile={profile} week={week} />
      <SaveBar isDirty={isDirty} isSaving={isSubmitting} refusal={editing.problem} onDiscard={discard} />
    </form>
  )
}

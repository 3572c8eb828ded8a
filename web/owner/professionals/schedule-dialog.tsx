import { DEFAULT_PROFESSIONAL_WEEK } from '#domain/week.ts'
import { Avatar } from '../../ui/avatar.tsx'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { info } from '../../ui/icons-panel.ts'
import { imageSrc } from '../../ui/image-src.ts'
import { toast } from '../../ui/toast.tsx'
import { type ProfessionalHours, putProfessionalHours } from '../data/professionals.ts'
import { ElsewhereNotice } from '../parts/elsewhere-notice.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useWeekForm } from '../parts/use-week-form.ts'
import { WeekEditor } from '../parts/week-editor.tsx'
import { weekToSave } from '../parts/week-editor-days.ts'
import type { Professional } from '#domain/api/professional.ts'

interface Props {
  professional: Professional
  /** The stored schedule. */
  hours: ProfessionalHours
  onFollow: () => void
  onClose: () => void
}

/** The row that the form edits; without an own week, it starts from the default one. */
const rowOf = (id: number, { schedule, hours_version }: ProfessionalHours) => ({
  id,
  week: schedule.length > 0 ? schedule : DEFAULT_PROFESSIONAL_WEEK,
  version: hours_version,
})
const failure = 'Error actualizando horarios'

/** The week of a professional. */
export function ScheduleDialog({ professional, hours, onFollow, onClose }: Props) {
  const { id, professional_name: name } = professional
  const currentOf = (current: unknown) => rowOf(id, current as ProfessionalHours)
  const editing = useWeekForm({ kind: 'professional', row: rowOf(id, hours), currentOf, failure })
  const hasOwn = hours.schedule.length > 0

  const store = editing.submit(async (values) => {
    const body = {
      schedules: weekToSave<'professional'>(Object.values(values)),
      hours_version: editing.base!.version,
    }
    const now = rowOf(id, await putProfessionalHours(id, body))
    editing.stored(now, values)
    toast.success('Horarios actualizados exitosamente')
    if (!editing.differsFrom(now)) onClose()
  })

  // In the footer if there is room for it.
  const follow = (className: string) => (
    <button type="button" className={className} disabled={editing.isSubmitting} onClick={onFollow}>
      Seguir el horario del negocio
    </button>
  )

  return (
    <FormDialog
      title="Horario semanal"
      note={name}
      picture={<Avatar name={name} src={imageSrc(professional.avatar_url, 160)} />}
      className="schedule-dialog"
      isDirty={editing.isDirty}
      busy={editing.isSubmitting && 'Guardando...'}
      problem={editing.problem}
      submitText="Guardar horario"
      extra={hasOwn && follow('btn btn-3 start only-d')}
      onSubmit={store}
      onClose={onClose}
    >
      <div>
        <ElsewhereNotice {...editing.notice} />
        {!hasOwn && (
          <p className="banner banner-info schedule-note">
            <Icon d={info} />
            <span>Ahora sigue el horario del negocio. Guarda este para darle uno propio.</span>
          </p>
        )}
        <WeekEditor {...editing.editor} />
        {hasOwn && follow('btn btn-2 btn-block only-m')}
        <p className="hint">Solo se reserva cuando el negocio también está abierto.</p>
      </div>
    </FormDialog>
  )
}

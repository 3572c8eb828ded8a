import { DEFAULT_PROFESSIONAL_WEEK, type ProfessionalDay } from '#domain/week.ts'
import { useEffect, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { info } from '../../ui/icons-panel.ts'
import { imageSrc } from '../../ui/image-src.ts'
import { toast } from '../../ui/toast.tsx'
import { failureText, lostText } from '../parts/failures.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { WeekEditor, weekErrors } from '../week-editor.tsx'
import type { Professional } from './types.ts'

interface Props {
  professional: Professional
  /** The schedule as stored. */
  stored: ProfessionalDay[]
  onStored: (professional: Professional) => void
  onFollow: () => void
  onClose: () => void
}

/** The week of a professional; with none of their own it starts from the usual one. */
export function ScheduleDialog({ professional, stored, onStored, onFollow, onClose }: Props) {
  const hasOwn = stored.length > 0
  const [before] = useState(() => (hasOwn ? stored : [...DEFAULT_PROFESSIONAL_WEEK]))
  const [week, setWeek] = useState(before)
  const [showErrors, setShowErrors] = useState(false)
  const [busy, setBusy] = useState<string | false>(false)
  const [problem, setProblem] = useState<string>()
  const isDirty = JSON.stringify(week) !== JSON.stringify(before)
  const name = professional.professional_name

  useEffect(() => {
    if (showErrors) document.querySelector<HTMLElement>('.week [aria-invalid]')?.focus()
  }, [showErrors])

  async function store() {
    setShowErrors(false)
    if (Object.keys(weekErrors('professional', week)).length > 0) {
      requestAnimationFrame(() => setShowErrors(true))
      return
    }
    setBusy('Guardando...')
    setProblem(undefined)
    try {
      const path = `/api/schedules/professional/${professional.id}`
      const { schedule } = await ownerApi.put<{ schedule: ProfessionalDay[] }>(path, { schedules: week })
      toast.success('Horarios actualizados exitosamente')
      onStored({ ...professional, has_schedule: schedule.length })
      onClose()
    } catch (error) {
      toast.error(failureText(error, 'Error actualizando horarios'))
      setProblem(lostText(error))
      setBusy(false)
    }
  }

  // In the footer where there is room for it.
  const follow = (className: string) => (
    <button type="button" className={className} disabled={busy !== false} onClick={onFollow}>
      Seguir el horario del negocio
    </button>
  )

  return (
    <FormDialog
      title="Horario semanal"
      note={name}
      picture={<Avatar name={name} src={imageSrc(professional.avatar_url, 160)} />}
      className="schedule-dialog"
      {...{ isDirty, busy, problem, onClose }}
      submitText="Guardar horario"
      extra={hasOwn && follow('btn btn-3 start only-d')}
      onSubmit={store}
    >
      <div>
        {!hasOwn && (
          <p className="banner banner-info schedule-note">
            <Icon d={info} />
            <span>Ahora sigue el horario del negocio. Guarda este para darle uno propio.</span>
          </p>
        )}
        <WeekEditor kind="professional" week={week} onChange={setWeek} showErrors={showErrors} />
        {hasOwn && follow('btn btn-2 btn-block only-m')}
        <p className="hint">Solo se reserva cuando el negocio también está abierto.</p>
      </div>
    </FormDialog>
  )
}

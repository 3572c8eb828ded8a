import { hoursList } from '#domain/schedule.ts'
import type { BusinessDay } from '#domain/week.ts'
import { type FormEvent, useRef, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { messageOf } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { warning } from '../../ui/icons-panel.ts'
import { toast } from '../../ui/toast.tsx'
import { WeekEditor, weekErrors } from '../week-editor.tsx'
import type { SectionProps } from './profile.ts'
import { SaveBar } from './save-bar.tsx'

export function HoursTab({ profile, onStored }: SectionProps) {
  const [week, setWeek] = useState(profile.schedules)
  const [isSaving, setSaving] = useState(false)
  const [showErrors, setShowErrors] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  async function store(event: FormEvent) {
    event.preventDefault()
    setShowErrors(true)
    setRefusal(undefined)
    if (Object.keys(weekErrors('business', week)).length > 0) {
      // Once the sentences are there.
      requestAnimationFrame(() => form.current!.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    setSaving(true)
    try {
      const body = { schedules: week }
      const path = `/api/schedules/business/${profile.id}`
      const { schedules } = await ownerApi.put<{ schedules: BusinessDay[] }>(path, body)
      setWeek(schedules)
      onStored({ schedules })
      toast.success('Horarios actualizados exitosamente')
    } catch (error) {
      toast.error('Error actualizando horarios')
      setRefusal(messageOf(error))
    } finally {
      setSaving(false)
    }
  }

  function discard() {
    setWeek(profile.schedules)
    setShowErrors(false)
    setRefusal(undefined)
  }

  const isDirty = keyOf(week) !== keyOf(profile.schedules)
  return (
    <form
      ref={form}
      className="set-form with-aside hours-form"
      noValidate
      onSubmit={(event) => void store(event)}
    >
      <section className="card pad set-card" aria-labelledby="hours-title">
        <div>
          <h2 className="h2" id="hours-title">
            Horarios
          </h2>
          <p className="small muted">
            Cuándo se puede reservar. Los profesionales sin horario propio siguen este.
          </p>
        </div>
        {week.every((day) => !day.is_open) && (
          <div className="banner banner-warn">
            <Icon d={warning} />
            <span>Con todos los días cerrados nadie puede reservar.</span>
          </div>
        )}
        <WeekEditor kind="business" week={week} onChange={setWeek} showErrors={showErrors} />
      </section>
      <aside className="set-aside set-preview" aria-labelledby="hours-preview">
        <h3 className="caption" id="hours-preview">
          En tu página
        </h3>
        <div className="card pad">
          <p className="h3">Horario de apertura</p>
          <dl className="set-hours-list">
            {hoursList(week).map(({ day_of_week, label, text }) => (
              <div key={day_of_week}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </aside>
      <SaveBar {...{ isDirty, isSaving, refusal }} onDiscard={discard} />
    </form>
  )
}

/** The same for weeks that mean the same: by day, whatever the order of the fields. */
const keyOf = (week: readonly BusinessDay[]): string =>
  JSON.stringify(
    [...week]
      .sort((a, b) => a.day_of_week - b.day_of_week)
      .map((day) => [
        ...[day.day_of_week, day.is_open, day.open_time, day.close_time],
        ...[day.lunch_start_time, day.lunch_end_time],
      ]),
  )

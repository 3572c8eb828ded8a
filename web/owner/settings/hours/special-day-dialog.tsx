import { MAX_LABEL } from '#domain/special-day-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { professionalsQuery } from '../../data/professionals.ts'
import { type Conflict, putSpecialDay, removeSpecialDay, type SpecialDay } from '../../data/time-off.ts'
import { failureText } from '../../parts/failures.ts'
import { ElsewhereNotice } from '../../parts/elsewhere-notice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useRowForm } from '../../parts/use-row-form.ts'
import { inTurn } from './in-turn.ts'
import { IntervalsField } from './intervals-field.tsx'
import { bodyOf, errorsIn, noticeText, OPENINGS, type Values, valuesOf } from './values.ts'

interface Props {
  /** The one to edit; missing for a new one. */
  edited?: SpecialDay | undefined
  /** A new one comes again every year at first. */
  isYearly?: boolean
  today: string
  onStored: (conflicts: Conflict[]) => void
  onClose: () => void
}

const failure = 'Error al guardar el día especial'

/** Says when the business, or a professional, works on a date. */
export function SpecialDayDialog({ edited, isYearly = false, today, onStored, onClose }: Props) {
  const { data: professionals } = useQuery(professionalsQuery())
  const [isRemoving, setRemoving] = useState(false)
  const editing = useRowForm<Values, SpecialDay>({
    row: edited,
    valuesOf: (row) => (row ? valuesOf(row) : { ...valuesOf(undefined, ''), is_yearly: isYearly }),
    rule: (values, base) => errorsIn(values, base && base.date < today ? base.date : today),
    failure,
    said: ({ opening }) => [
      'opening',
      ...(opening === 'special' ? (['intervals'] as const) : []),
      ...(isYearly ? (['is_yearly'] as const) : []),
    ],
    // What turned out to exist is found again among the special days.
    draft: (base) => (isYearly && !base ? 'festivo propio' : 'día especial'),
  })
  const { form, base, error, isDirty, isSubmitting } = editing
  const values = form.watch()
  const set = (name: keyof Values, value: Values[keyof Values]) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })

  const store = editing.submit(async (values) => {
    const known = base ? { version: base.version } : { is_new: true }
    const { special_day, conflicts } = await inTurn(() =>
      putSpecialDay(values.date, { ...bodyOf(values), ...known }),
    )
    toast.success('Día especial guardado')
    editing.stored(special_day, values)
    onStored(conflicts)
    if (!editing.differsFrom(special_day)) onClose()
  })

  async function remove() {
    setRemoving(true)
    try {
      const conflicts = await inTurn(() => removeSpecialDay(base!))
      toast.success('Ese día vuelve a su horario de siempre')
      onStored(conflicts)
      onClose()
    } catch (problem) {
      toast.error(failureText(problem, 'Error al eliminar el día especial'))
      editing.meetIn(problem)
      setRemoving(false)
    }
  }

  return (
    <FormDialog
      title={base ? 'Editar día especial' : isYearly ? 'Festivo propio' : 'Día especial'}
      isDirty={isDirty}
      submitText="Guardar"
      busy={isSubmitting && 'Guardando...'}
      problem={editing.problem}
      onSubmit={() => void store()}
      onClose={onClose}
    >
      <ElsewhereNotice
        list={editing.elsewhere}
        textOf={noticeText(professionals ?? [])}
        onTake={editing.take}
      />
      <div className="two">
        <Field id="sd-date" label="Día" error={error('date')}>
          {(described) => (
            <input
              {...described}
              {...form.register('date')}
              className="input num"
              type="date"
              min={today}
              disabled={base !== undefined}
            />
          )}
        </Field>
        <Field
          id="sd-label"
          label={
            <>
              Nombre <small>(opcional)</small>
            </>
          }
          error={error('label')}
        >
          {(described) => (
            <input
              {...described}
              {...form.register('label')}
              className="input"
              autoComplete="off"
              maxLength={MAX_LABEL}
              placeholder="Nochebuena"
            />
          )}
        </Field>
      </div>
      <Field
        id="sd-who"
        label="¿De quién?"
        error={error('professional_id')}
        hint={
          professionals ? undefined : 'Tu equipo no ha cargado: por ahora solo puedes elegir todo el negocio.'
        }
      >
        {(described) => (
          <select
            {...described}
            {...form.register('professional_id')}
            className="input"
            disabled={base !== undefined}
          >
            <option value="">Todo el negocio</option>
            {professionals?.map(({ id, professional_name }) => (
              <option key={id} value={id}>
                {professional_name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="seg sd-choice" role="group" aria-label="Ese día">
        {OPENINGS.map(([opening, text]) => (
          <button
            key={opening}
            type="button"
            aria-pressed={values.opening === opening}
            onClick={() => set('opening', opening)}
          >
            {text}
          </button>
        ))}
      </div>
      {values.opening === 'special' && (
        <IntervalsField
          value={values.intervals}
          error={error('intervals')}
          onChange={(intervals) => set('intervals', intervals)}
        />
      )}
      {values.opening === 'special' && values.professional_id !== '' && (
        <label className="switch-row">
          <b>Atiende aunque el negocio esté cerrado</b>
          <input type="checkbox" role="switch" className="switch" {...form.register('opens_business')} />
        </label>
      )}
      <label className="switch-row">
        <b>Repetir cada año</b>
        <input type="checkbox" role="switch" className="switch" {...form.register('is_yearly')} />
      </label>
      {base && (
        <button
          type="button"
          className="btn btn-3 sd-remove"
          disabled={isRemoving}
          onClick={() => void remove()}
        >
          Volver al horario de siempre
        </button>
      )}
    </FormDialog>
  )
}

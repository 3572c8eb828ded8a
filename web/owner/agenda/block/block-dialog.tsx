import type { Moment } from '#domain/appointment.ts'
import { counted } from '#domain/numbers.ts'
import { MAX_REASON } from '#domain/time-off.ts'
import type { Professional } from '#domain/api/professional.ts'
import { useSession } from '../../../account/session.ts'
import { isRefusal } from '../../../ui/api.ts'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { calendar } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toast.tsx'
import { noteLeftOver } from '../../data/left-over/left-over.ts'
import { changeTimeOff, type Scope, type TimeOff } from '../../data/time-off.ts'
import { noteUnsettled, settle } from '../../data/left-over/unsettled.ts'
import { FormerStands } from '../../parts/once/create-once.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useRowForm } from '../../parts/use-row-form.ts'
import { useState } from 'react'
import { allowedIn } from '../allowed.ts'
import './block.css'
import { ban, plane, stethoscope } from './icons.ts'
import { AskCancel, doneText } from './plan/ask-cancel.tsx'
import { carryOut, leftBy } from './plan/carry-out.ts'
import { PlanFields } from './plan/plan-fields.tsx'
import { usePlan } from './plan/use-plan.ts'
import { RemoveBlock } from './remove-block.tsx'
import { ScopeField } from './scope-field.tsx'
import { useCreateBlock } from './use-create-block.ts'
import {
  type BlockPreset,
  bodyOf,
  emptyBlock,
  errorsIn,
  type Mode,
  submitText,
  type Values,
  valuesOf,
} from './values.ts'
import { RepeatFields, WhenFields } from './when-fields.tsx'
import { WhoField } from './who-field.tsx'

interface Props {
  /** The one to edit; missing for a new one. */
  edited?: TimeOff | undefined
  preset?: BlockPreset | undefined
  professionals: readonly Professional[]
  now: Moment
  onClose: () => void
}

const MODES: [mode: Mode, label: string, icon: string][] = [
  ['hours', 'Bloquear unas horas', ban],
  ['day', 'Día completo', calendar],
  ['vacation', 'Vacaciones', plane],
  ['sick', 'Incapacidad', stethoscope],
]

const failure = 'Error al bloquear el tiempo'

/** Blocks time of a professional or of the whole business, or changes what is blocked. */
export function BlockDialog({ edited, preset = {}, professionals, now, onClose }: Props) {
  const today = now.date
  const business = useSession().business!
  const { blocksOnly, books } = allowedIn(business)
  const [scope, setScope] = useState<Scope>('one')
  const [isRemoving, setRemoving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const editing = useRowForm<Values, TimeOff>({
    row: edited,
    valuesOf: (row) =>
      row
        ? valuesOf(row)
        : emptyBlock(blocksOnly === undefined ? preset : { ...preset, professional_id: blocksOnly }, today),
    rule: (values, base) => errorsIn(values, base, today),
    failure,
    draft: 'bloqueo',
  })
  const { form, base, error, isDirty, isSubmitting } = editing
  const values = form.watch()
  const { mode } = values
  const create = useCreateBlock()
  const plan = usePlan({
    body: bodyOf(values, base),
    isValid: Object.keys(errorsIn(values, base, today)).length === 0,
    before: base && bodyOf(valuesOf(base), base),
    now,
    mayChange: books,
  })

  const store = editing.submit(async (values) => {
    setAsking(false)
    const body = bodyOf(values, base)
    noteUnsettled({ business: business.id, body, left: leftBy(plan.choices) })
    const { conflicts, repeated } = await (base ? change(base, body) : create(body)).catch((error) => {
      if (isRefusal(error) && !(error instanceof FormerStands)) settle()
      throw error
    })
    const done = await carryOut(conflicts, plan.seen, plan.choices, reason)
    toast.success(doneText(base ? 'Bloqueo actualizado' : blockedText(repeated), done))
    onClose()
    if (done.open.length === 0) settle()
    noteLeftOver({ conflicts: done.open }, 'block')
  })

  async function change({ id, version }: TimeOff, body: ReturnType<typeof bodyOf>) {
    const { conflicts } = await changeTimeOff(id, { ...body, version }, scope)
    return { id, conflicts, repeated: 1 }
  }

  const active = professionals.filter(
    ({ id, is_active }) => is_active || String(id) === values.professional_id,
  )
  const set = (part: Partial<Values>) => {
    for (const [name, value] of Object.entries(part) as [keyof Values, string][])
      form.setValue(name, value, { shouldDirty: true })
  }
  if (isRemoving && base)
    return <RemoveBlock row={base} onDone={onClose} onClose={() => setRemoving(false)} />
  const dialog = (
    <FormDialog
      title={edited ? 'Editar bloqueo' : 'Bloquear tiempo'}
      className="block-form"
      isDirty={isDirty}
      submitText={edited ? 'Guardar cambios' : submitText(values)}
      busy={isSubmitting && 'Guardando...'}
      problem={editing.problem}
      extra={
        <>
          {edited && (
            <button type="button" className="btn btn-3 block-remove" onClick={() => setRemoving(true)}>
              Eliminar
            </button>
          )}
          {plan.told > 0 && (
            <span className="plan-told">
              Se avisará a <b>{counted(plan.told, 'cliente')}</b>
            </span>
          )}
        </>
      }
      onSubmit={() => (plan.cancelled > 0 ? setAsking(true) : void store())}
      onClose={onClose}
    >
      <div className="kinds" role="group" aria-label="Tipo de bloqueo">
        {MODES.map(([name, label, icon]) => (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            onClick={() => set({ mode: name, ...(name !== 'hours' && mode !== name && lastOf(values)) })}
          >
            <Icon d={icon} />
            {label}
          </button>
        ))}
      </div>
      {blocksOnly === undefined && (
        <WhoField
          professionals={active}
          value={values.professional_id}
          error={error('professional_id')}
          onChange={(professional_id) => set({ professional_id })}
        />
      )}
      <WhenFields form={form} error={error} mode={mode} />
      <PlanFields plan={plan} professionals={professionals} />
      {base && base.repeat_of !== null && <ScopeField value={scope} onChange={setScope} />}
      <Field
        id="block-reason"
        label={
          <>
            Motivo <small>(opcional)</small>
          </>
        }
        error={error('reason')}
      >
        {(described) => (
          <input
            {...described}
            {...form.register('reason')}
            className="input"
            autoComplete="off"
            maxLength={MAX_REASON}
          />
        )}
      </Field>
      {isPublic(values) && (
        <label className="switch-row">
          <span className="block-say">
            <b>Mostrar el motivo en tu página</b>
            <small>Si no, solo se ve «Cerrado»</small>
          </span>
          <input type="checkbox" role="switch" className="switch" {...form.register('show_reason')} />
        </label>
      )}
      {!edited && (mode === 'hours' || mode === 'day') && <RepeatFields form={form} error={error} />}
    </FormDialog>
  )
  return (
    <>
      {dialog}
      {isAsking && (
        <AskCancel
          count={plan.cancelled}
          reason={reason}
          onReason={setReason}
          onConfirm={() => void store()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

const blockedText = (repeated: number) =>
  repeated > 1 ? `Tiempo bloqueado ${repeated} veces` : 'Tiempo bloqueado'

/** Whether the booking page may say why: of whole days of the whole business, which nobody is ill on. */
const isPublic = ({ mode, professional_id }: Values) =>
  professional_id === '' && (mode === 'day' || mode === 'vacation')

/** What was a day may become several: the last is never before the first. */
const lastOf = ({ first_date, last_date }: Values) =>
  last_date < first_date ? { last_date: first_date } : {}

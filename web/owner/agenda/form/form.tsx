import { canEdit } from '#domain/appointment.ts'
import { inBookingWindow, isIsoDate, nowIn } from '#domain/dates.ts'
import { useEffect, useState } from 'react'
import { presentMs } from '../../../server-clock.ts'
import type { SessionBusiness } from '../../../account/session.ts'
import { ApiError, isRefusal } from '../../../ui/api.ts'
import { Icon } from '../../../ui/icon.tsx'
import '../../../ui/banner.css'
import '../../../ui/empty.css'
import { toast } from '../../../ui/toast.tsx'
import {
  bookAppointment,
  type BookingInput,
  currentIn,
  patchAppointment,
  useAppointmentChange,
} from '../../data/appointment-changes.ts'
import type { Appointment } from '../../data/appointment.ts'
import { ElsewhereNotice } from '../../parts/elsewhere-notice.tsx'
import { isRefusedSession } from '../../parts/failures.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useKey } from '../../parts/once/use-key.ts'
import { ban } from '../block/icons.ts'
import { NowFields } from '../now/now-fields.tsx'
import { startText } from '../now/start-text.ts'
import { WhenSwitch } from '../now/when-switch.tsx'
import type { Catalogue } from '../use-catalogue.ts'
import { Alternatives, type Start } from './alternatives.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { ClientFields, ExtraFields } from './client-fields.tsx'
import './form.css'
import { Question } from './question.tsx'
import { type AppointmentForm as Form, textIn, useAppointmentForm } from './use-appointment-form.ts'
import { timesFor, useFreeTimes } from './use-free-times.ts'
import { offerOf } from './offer.ts'
import { inputOf, type Preset, type Values } from './values.ts'

interface Props {
  /** The appointment to edit; missing for a new one. */
  edited?: Appointment | undefined
  preset?: Preset | undefined
  business: SessionBusiness
  catalogue: Catalogue
  today: string
  /** Blocks the time instead of booking it. */
  onBlock: (preset: Preset) => void
  onClose: () => void
}

const NO_PRESET: Preset = {}

/** Books an appointment for a client, or edits one. */
export function AppointmentForm(props: Props) {
  const { edited, preset = NO_PRESET, business, catalogue, today, onBlock, onClose } = props
  const form = useAppointmentForm(edited, preset, business, onlyOf(catalogue))
  const { values, set, base, isDirty, elsewhere } = form
  const [alternatives, setAlternatives] = useState<Start[]>()
  /** What is against the time, which the owner may book anyway. */
  const [warned, setWarned] = useState<{ text: string; of: string }>()
  const { appointment_date: date, appointment_time: time } = values
  const isKnown = isIsoDate(date) && inBookingWindow(date, today, catalogue.horizonDays)
  const isDate = isKnown || (isIsoDate(date) && date === base?.appointment_date)
  const isNow = values.now !== '' && !edited
  const offer = offerOf(catalogue, values, base, business.currency)
  const isChosen = !offer.offered?.variants.length || values.variant_id !== ''
  const freeTimes = useFreeTimes(values, {
    isDate: isDate && isChosen && !values.now,
    edited: base,
    today,
  })
  const times = freeTimes.times && timesFor(freeTimes.times, values, base, isKnown)
  const wished = useWished(form, preset, alternatives ? undefined : base, times)
  const { mutateAsync: book } = useAppointmentChange('book', bookAppointment)
  const { mutateAsync: patch } = useAppointmentChange('edit', patchAppointment)
  const keyOf = useKey<BookingInput>()
  useTimeFreed(form)
  // On phones, the keyboard would cover the form before it is seen.
  useEffect(() => {
    if (matchMedia('(min-width: 900px)').matches)
      document.querySelector<HTMLElement>('dialog [name=client_name]')?.focus()
  }, [])

  const store = form.submit(async (values) => {
    setAlternatives(undefined)
    setWarned(undefined)
    set({ ticks: '' })
    try {
      await send(inputOf(values))
    } catch (error) {
      // The end of the session is announced elsewhere.
      if (isRefusedSession(error)) return
      refused(error)
      // What is asked above the form is neither a toast nor a field's fault.
      if (isQuestion(error)) return
      throw error
    }
    toast.success(edited ? 'Cita actualizada exitosamente' : 'Cita creada exitosamente')
    onClose()
  })

  async function send(input: BookingInput) {
    if (!base) return book({ input, key: keyOf(input) })
    return patch({ id: base.id, version: base.version, changes: form.changes() })
  }

  function refused(error: unknown) {
    if (!isRefusal(error)) return
    // What may have been booked already is sent again under the same key.
    keyOf.forget()
    if (isQuestion(error))
      setWarned({ text: error.fields?.['appointment_time'] ?? error.message, of: askedOf(values) })
    if (error.status !== 409 || error.fields || currentIn(error)) return
    setAlternatives((error.body as { alternatives?: Start[] }).alternatives ?? [])
    if (values.now) return
    set({ appointment_time: '' })
    freeTimes.refetch()
  }

  const isOver = base && canEdit(base)
  return (
    <FormDialog
      title={edited ? 'Editar cita' : 'Nueva cita'}
      className={isNow ? 'apt-form at-once' : 'apt-form'}
      isDirty={isDirty}
      submitText={
        edited
          ? 'Guardar cambios'
          : isNow
            ? startText(values, offer, business.currency, nowIn(catalogue.timezone, presentMs()).minute)
            : 'Crear cita'
      }
      busy={form.isSubmitting && 'Guardando...'}
      canSubmit={!freeTimes.isLoading && time !== '' && form.isPhoneRight}
      onMissing={() => void form.showAll()}
      problem={form.problem ?? isOver}
      onSubmit={() => void store()}
      onClose={onClose}
    >
      {edited && <ElsewhereNotice list={elsewhere} textOf={textIn(catalogue)} onTake={form.take} />}
      {alternatives && (
        <Alternatives
          list={alternatives}
          today={today}
          onPick={(start) => {
            set({ now: '', ticks: '', appointment_date: start.date, appointment_time: start.time })
            setAlternatives(undefined)
          }}
        />
      )}
      {warned && warned.of === askedOf(values) && !values.anyway && (
        <Question>
          <p>{warned.text}</p>
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => {
              set({ anyway: 'yes' })
              void store()
            }}
          >
            Agendar de todos modos
          </button>
        </Question>
      )}
      {!edited && <WhenSwitch form={form} timezone={catalogue.timezone} />}
      {isNow ? (
        <NowFields {...{ form, catalogue, offer, today }} currency={business.currency} />
      ) : (
        <div className="fcols">
          <ClientFields form={form} isNew={!edited} client={preset.client} />
          <ExtraFields form={form} />
          <ChoiceFields
            {...{ form, catalogue, offer, freeTimes, times, today, wished }}
            edited={base}
            currency={business.currency}
          />
        </div>
      )}
      {!edited && !isDirty && (
        <button type="button" className="btn btn-3 btn-sm form-block" onClick={() => onBlock(preset)}>
          <Icon d={ban} />
          Bloquear este tiempo
        </button>
      )}
    </FormDialog>
  )
}

/**
 * The time for which the form was opened: selected once it is known to be free, and dropped when the date changes. What is edited
 * keeps its own as long as it may stay there, and no other was chosen in its place.
 */
function useWished(
  { values, set }: Form,
  preset: Preset,
  edited: Appointment | undefined,
  times: string[] | undefined,
): string | undefined {
  const [opened, setOpened] = useState(preset.time)
  const { appointment_date: date, appointment_time: time } = values
  const [chosen, setChosen] = useState(time)
  if (time && time !== chosen) setChosen(time)
  const isOwn = edited && date === edited.appointment_date && chosen === edited.appointment_time
  const own = isOwn && !time ? edited.appointment_time : undefined
  const wished = own ?? opened
  useEffect(() => {
    if (opened && date !== preset.date) setOpened(undefined)
    else if (wished && !time && times?.includes(wished)) {
      set({ appointment_time: wished })
      setOpened(undefined)
    }
  }, [opened, wished, date, time, times, preset.date, set])
  return wished
}

/** Who is alone needs no choice. */
function onlyOf({ professionals }: Catalogue): number | undefined {
  const active = professionals?.filter(({ is_active }) => is_active)
  return active?.length === 1 ? active[0]!.id : undefined
}

/** Clears a time chosen here when date, professional or service were changed elsewhere. */
function useTimeFreed({ elsewhere, set }: Form) {
  useEffect(() => {
    const isMine = (name: string) => elsewhere.find((change) => change.name === name)?.isMine
    const isOther = ['appointment_date', 'professional_id', 'service_id'].some(
      (name) => isMine(name) === false,
    )
    if (isOther && isMine('appointment_time')) set({ appointment_time: '' })
  }, [elsewhere, set])
}

/** Whether the owner is asked first: the time is outside the hours, and may be booked anyway. */
const isQuestion = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.body as { anyway?: boolean } | undefined)?.anyway === true

/** What a warning is about: once something else is chosen, it is over. */
const askedOf = (values: Values): string =>
  JSON.stringify([
    values.professional_id,
    values.service_id,
    values.appointment_date,
    values.appointment_time,
    values.duration_minutes,
  ])

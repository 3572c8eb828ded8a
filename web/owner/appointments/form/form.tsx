import { amPm, inBookingWindow, isIsoDate, relativeShortDate } from '#domain/dates.ts'
import { useEffect, useRef, useState } from 'react'
import type { SessionBusiness } from '../../../account/session.ts'
import { ApiError } from '../../../ui/api.ts'
import '../../../ui/banner.css'
import '../../../ui/empty.css'
import { toast } from '../../../ui/toast.tsx'
import type { Appointment } from '../../calendar/appointment.ts'
import { failureText, isRefusedSession, lostText } from '../../parts/failures.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import type { Catalogue } from '../catalogue.ts'
import { post, put } from '../fetch.ts'
import type { Agenda } from '../use-agenda.ts'
import { ChoiceFields } from './choice-fields.tsx'
import { ClientFields, ExtraFields } from './client-fields.tsx'
import './form.css'
import { newKey } from './key.ts'
import { useForm } from './use-form.ts'
import { useSlots } from './use-slots.ts'
import { emptyValues, payloadFrom, type Preset, timesFor, valuesOf } from './values.ts'

interface Props {
  /** Missing: a new one. */
  edited?: Appointment | undefined
  preset?: Preset
  business: SessionBusiness
  catalogue: Catalogue
  today: string
  agenda: Agenda
  onClose: () => void
}

/** Books an appointment for a client, or changes one. */
export function AppointmentForm({ edited, preset = {}, business, catalogue, today, agenda, onClose }: Props) {
  const [initial] = useState(() =>
    edited ? valuesOf(edited, business.phone) : emptyValues(business.phone, preset),
  )
  const form = useForm(initial)
  const { values, set, errors } = form
  const [wished, setWished] = useState(preset.time)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [alternatives, setAlternatives] = useState<{ date: string; time: string }[]>()
  const [version, setVersion] = useState(0)
  const { appointment_date: date, appointment_time: time } = values
  const isDate = isIsoDate(date) && (inBookingWindow(date, today) || date === edited?.appointment_date)
  const slots = useSlots(values, isDate, version, edited)
  const key = useRef({ key: '', payload: '' })

  // The time that the form was opened for is chosen as soon as it is known to be free, and forgotten with its date.
  useEffect(() => {
    if (wished && date !== preset.date) setWished(undefined)
    else if (wished && !time && slots.times && timesFor(slots.times, values, edited).includes(wished)) {
      set({ appointment_time: wished })
      setWished(undefined)
    }
  })
  useEffect(() => {
    const only = catalogue.professionals?.filter(({ is_active }) => is_active)
    if (only?.length === 1 && !values.professional_id) set({ professional_id: String(only[0]!.id) })
  }, [catalogue.professionals])
  // On phones the keyboard would cover the form before it is seen.
  useEffect(() => {
    if (matchMedia('(min-width: 900px)').matches)
      document.querySelector<HTMLElement>('dialog [name=client_name]')?.focus()
  }, [])

  async function submit() {
    if (isBusy) return
    if (Object.keys(errors).length > 0) return form.showAll()
    const payload = payloadFrom(values)
    const text = JSON.stringify(payload)
    // The same attempt keeps its key, so that sending it again after a cut books nothing twice.
    if (key.current.payload !== text) key.current = { key: newKey(), payload: text }
    setBusy(true)
    setProblem(undefined)
    setAlternatives(undefined)
    try {
      const sent = edited
        ? put(edited.id, payload).then(({ appointment }) => appointment)
        : post(payload, key.current.key)
      const one = await agenda.write(sent)
      toast.success(edited ? 'Cita actualizada exitosamente' : 'Cita creada exitosamente')
      agenda.stored(one)
      onClose()
    } catch (error) {
      refused(error)
      setBusy(false)
    }
  }

  function refused(error: unknown) {
    if (isRefusedSession(error)) return
    toast.error(failureText(error, edited ? 'Error al actualizar la cita' : 'Error creando cita'))
    setProblem(lostText(error))
    if (!(error instanceof ApiError) || error.status === 0) return
    key.current = { key: '', payload: '' }
    if (error.fields) form.refuse(error.fields)
    if (error.status === 409 && !error.fields) {
      setAlternatives((error.body as { alternatives?: { date: string; time: string }[] }).alternatives ?? [])
      set({ appointment_time: '' })
      setVersion((n) => n + 1)
      void agenda.refresh()
    }
  }

  return (
    <FormDialog
      title={edited ? 'Editar cita' : 'Nueva cita'}
      className="apt-form"
      isDirty={form.isDirty}
      submitText={edited ? 'Guardar cambios' : 'Crear cita'}
      busy={isBusy && 'Guardando...'}
      canSubmit={!slots.isLoading && Boolean(time) && !errors['client_phone']}
      onMissing={form.showAll}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {alternatives && (
        <div className="banner banner-warn alternatives" role="alert">
          <p>
            <b>Ese horario acaba de ocuparse.</b>
            {alternatives.length > 0 && ' Estos son los más cercanos:'}
          </p>
          {alternatives.length > 0 && (
            <div>
              {alternatives.map((other) => (
                <button
                  key={other.date + other.time}
                  type="button"
                  className="btn btn-2 btn-sm"
                  onClick={() => {
                    set({ appointment_date: other.date, appointment_time: other.time })
                    setAlternatives(undefined)
                  }}
                >
                  {relativeShortDate(other.date, today)} · {amPm(other.time)}
                </button>
              ))}
            </div>
          )}
        </div>
      )}
      <div className="fcols">
        <ClientFields form={form} />
        <ExtraFields form={form} />
        <ChoiceFields {...{ form, catalogue, slots, edited, today, wished }} currency={business.currency} />
      </div>
    </FormDialog>
  )
}

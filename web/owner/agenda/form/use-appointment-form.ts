import { amPm, isIsoDate, mediumDate } from '#domain/dates.ts'
import { COUNTRIES } from '#domain/phone.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SessionBusiness } from '../../../account/session.ts'
import type { BookingInput } from '../../data/appointment-changes.ts'
import { type Appointment, isLater } from '../../data/appointment.ts'
import { appointmentQuery } from '../../data/appointments.ts'
import { useRowForm } from '../../parts/use-row-form.ts'
import type { Catalogue } from '../use-catalogue.ts'
import {
  contactsOf,
  emptyValues,
  errorsIn,
  idsIn,
  inputOf,
  type Preset,
  type Values,
  valuesOf,
} from './values.ts'

export type AppointmentForm = ReturnType<typeof useAppointmentForm>

/**
 * The form's values and errors. A field is validated when it loses the focus, and all of them on submission: until then,
 * an empty one is not missing yet, since whoever is on the way through the form may come back to it.
 */
export function useAppointmentForm(
  edited: Appointment | undefined,
  preset: Preset,
  { phone }: SessionBusiness,
  only: number | undefined,
) {
  const { data } = useQuery({ ...appointmentQuery(edited?.id ?? 0), enabled: edited !== undefined })
  // The current version, since the opened one may have changed since.
  const row = edited && data && isLater(data.appointment, edited) ? data.appointment : edited
  const editing = useRowForm<Values, Appointment>({
    row,
    valuesOf: (appointment) =>
      appointment ? valuesOf(appointment, phone) : emptyValues(phone, withOnly(preset, only)),
    rule: errorsIn,
    failure: edited ? 'Error al actualizar la cita' : 'Error creando cita',
    mode: 'onTouched',
    draft: 'cita',
  })
  const { form } = editing
  const [isAllShown, setAllShown] = useState(false)
  const isAsked = isAllShown || form.formState.isSubmitted
  const values = form.watch()
  const { setValue, trigger } = form

  const set = useCallback(
    (part: Partial<Values>) => {
      for (const [name, value] of Object.entries(part) as [keyof Values, string][])
        setValue(name, value, { shouldDirty: true, shouldValidate: name in form.formState.errors })
      // Who is passing by need not leave what was missing.
      if ('walk_in' in part) void trigger(Object.keys(form.formState.errors) as (keyof Values)[])
    },
    [form, setValue, trigger],
  )

  useOnly(form, only, edited ? set : undefined)

  return {
    ...editing,
    register: form.register,
    values,
    set,
    contactsOf: (client: Preset['client']) => contactsOf(client, phone),
    error: (name: keyof Values) => (isAsked || values[name].trim() !== '' ? editing.error(name) : undefined),
    isPhoneRight: errorsIn(values)['client_phone'] === undefined,
    /** Validates a field that is not a plain input when it is left. */
    touch: (name: keyof Values) => void trigger(name),
    /** Shows all errors, and focuses the first invalid field. */
    async showAll() {
      setAllShown(true)
      await trigger()
      const names = Object.keys(errorsIn(form.getValues()))
      document
        .querySelector<HTMLElement>(names.map((name) => `dialog [name="${name}"]`).join() || ':not(*)')
        ?.focus()
    },
    /** The changed fields, as they are sent. */
    changes(): Partial<BookingInput> {
      const input = inputOf(form.getValues())
      // In the form, a phone's country is a separate field.
      const { country, ...changes } = editing.changesIn({ ...input, country: input.client_phone })
      const { walk_in } = input
      return {
        ...changes,
        ...(country !== undefined && { client_phone: country }),
        ...(walk_in && { walk_in }),
      }
    },
  }
}

const withOnly = (preset: Preset, only: number | undefined): Preset =>
  only === undefined || preset.professional_id ? preset : { ...preset, professional_id: only }

/**
 * The only professional is chosen, also once the team comes after the form: so a new one begins, and nobody has changed
 * anything yet. In one that is edited it is a change, which `set` makes.
 */
function useOnly(
  form: UseFormReturn<Values>,
  only: number | undefined,
  set: ((part: Partial<Values>) => void) | undefined,
) {
  const chosen = form.watch('professional_id')
  useEffect(() => {
    if (only === undefined || chosen !== '') return
    const professional_id = String(only)
    if (set) return set({ professional_id })
    // Only a field that is registered can begin anew.
    form.register('professional_id')
    form.resetField('professional_id', { defaultValue: professional_id })
  }, [form, only, chosen, set])
}

const LABELS: Record<keyof Values, string> = {
  client_name: 'Nombre',
  country: 'País',
  client_phone: 'Teléfono',
  client_email: 'Correo electrónico',
  client_id: 'Cédula',
  card_id: 'Ficha',
  card_name: 'Ficha',
  as_on_card: 'Ficha',
  professional_id: 'Profesional',
  service_id: 'Servicio',
  variant_id: 'Opción',
  addon_ids: 'Adicionales',
  appointment_date: 'Fecha',
  appointment_time: 'Hora',
  notes: 'Notas',
  walk_in: 'Cliente de paso',
  whatsapp_consent: 'WhatsApp',
  now: 'Ahora',
  ticks: 'Ahora',
  anyway: 'Fuera del horario',
  duration_minutes: 'Minutos',
  price: 'Precio',
}

const options = (services: Catalogue['services'], kind: 'variants' | 'addons', list: string) =>
  services
    ?.flatMap((service) => service[kind].filter(({ id }) => idsIn(list).includes(id)))
    .map(({ name }) => name)
    .join(', ') || (list === '' ? 'ninguno' : undefined)

/** The text of a field for a notice: its name and value. */
export const textIn =
  ({ professionals, services }: Catalogue) =>
  (name: keyof Values, value: string): [label: string, text: string] => {
    const texts: Partial<Record<keyof Values, string | undefined>> = {
      country: COUNTRIES.find(({ iso }) => iso === value)?.code,
      professional_id: professionals?.find(({ id }) => String(id) === value)?.professional_name,
      service_id: services?.find(({ id }) => String(id) === value)?.service_name,
      variant_id: options(services, 'variants', value),
      addon_ids: options(services, 'addons', value),
      appointment_date: isIsoDate(value) ? mediumDate(value) : value,
      appointment_time: value && amPm(value),
    }
    return [LABELS[name], texts[name] ?? value]
  }

import type { AgendaField } from '#domain/import/agenda-row.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { correctAppointment, type Import, type ImportRow } from '../../data/imports/import.ts'
import { professionalsQuery } from '../../data/professionals.ts'
import { servicesQuery } from '../../data/services.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useCorrection } from '../use-correction.ts'

const FIELDS: { field: AgendaField; label: string; more?: object }[] = [
  { field: 'date', label: 'Fecha' },
  { field: 'time', label: 'Hora' },
  { field: 'service', label: 'Servicio' },
  { field: 'professional', label: 'Profesional' },
  { field: 'client_name', label: 'Nombre' },
  { field: 'client_phone', label: 'Celular', more: { type: 'tel', inputMode: 'tel' } },
  { field: 'client_email', label: 'Correo', more: { type: 'email', inputMode: 'email' } },
]
const RARE: typeof FIELDS = [
  { field: 'end', label: 'Hora en que termina' },
  { field: 'duration', label: 'Duración' },
  { field: 'client_id', label: 'Cédula', more: { inputMode: 'numeric' } },
  { field: 'notes', label: 'Nota de la cita' },
  { field: 'status', label: 'Estado' },
]

interface Props {
  list: Import
  row: ImportRow
  onClose: () => void
}

/** Writes something else for a row of the file. */
export function CorrectAppointment({ list, row, onClose }: Props) {
  const [before] = useState<Partial<Record<AgendaField, string>>>(() => ({ ...row.typed }))
  const [typed, setTyped] = useState(before)
  const { errors, busy, problem, send } = useCorrection(
    row.field && row.error ? { [row.field === 'hours' ? 'time' : row.field]: row.error } : {},
    onClose,
  )
  const { data: services = [] } = useQuery(servicesQuery())
  const { data: professionals = [] } = useQuery(professionalsQuery())
  const named: Partial<Record<AgendaField, string[]>> = {
    service: services.filter((each) => each.is_active).map((each) => each.service_name),
    professional: professionals.filter((each) => each.is_active).map((each) => each.professional_name),
  }
  const shown = [...FIELDS, ...RARE.filter(({ field }) => field === row.field || errors[field])]

  return (
    <FormDialog
      title={`Corregir la fila ${row.n}`}
      isDirty={JSON.stringify(typed) !== JSON.stringify(before)}
      submitText="Guardar"
      busy={busy}
      problem={problem}
      onSubmit={() => void send(() => correctAppointment(list.id, row.n, typed))}
      onClose={onClose}
    >
      {shown.map(({ field, label, more }) => {
        const value = typed[field] ?? ''
        const change = (text: string) => setTyped({ ...typed, [field]: text })
        const names = named[field]
        return (
          <Field key={field} id={`row-${field}`} label={label} error={errors[field]}>
            {(attributes) =>
              names ? (
                <select
                  {...attributes}
                  className="input"
                  value={value}
                  onChange={({ target }) => change(target.value)}
                >
                  {!names.includes(value) && <option value={value}>{value || 'Elige'}</option>}
                  {names.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  {...attributes}
                  {...more}
                  className="input"
                  autoComplete="off"
                  value={value}
                  onChange={({ target }) => change(target.value)}
                />
              )
            }
          </Field>
        )
      })}
    </FormDialog>
  )
}

import type { RowField } from '#domain/import/row.ts'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { correctRow, type Import, type ImportRow } from '../data/imports/import.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useCorrection } from './use-correction.ts'

const FIELDS: { field: RowField; label: string; more?: object }[] = [
  { field: 'client_name', label: 'Nombre' },
  { field: 'client_phone', label: 'Celular', more: { type: 'tel', inputMode: 'tel' } },
  { field: 'client_email', label: 'Correo', more: { type: 'email', inputMode: 'email' } },
  { field: 'client_id', label: 'Cédula', more: { inputMode: 'numeric' } },
]
const RARE: typeof FIELDS = [
  { field: 'birthday', label: 'Cumpleaños' },
  { field: 'tags', label: 'Etiquetas' },
  { field: 'note', label: 'Nota' },
  { field: 'alert', label: 'Alerta (línea roja)' },
]
const NOTHING = {
  client_name: '',
  client_phone: '',
  client_email: '',
  client_id: '',
  birthday: '',
  tags: '',
  note: '',
  alert: '',
}

interface Props {
  list: Import
  row: ImportRow
  onClose: () => void
}

/** Writes something else for a row of the file. */
export function CorrectDialog({ list, row, onClose }: Props) {
  const [before] = useState({ ...NOTHING, ...row.typed })
  const [typed, setTyped] = useState(before)
  const { errors, busy, problem, send } = useCorrection(
    row.field && row.error ? { [row.field]: row.error } : {},
    onClose,
  )
  const shown = [...FIELDS, ...RARE.filter(({ field }) => field === row.field || errors[field])]

  return (
    <FormDialog
      title={`Corregir la fila ${row.n}`}
      isDirty={JSON.stringify(typed) !== JSON.stringify(before)}
      submitText="Guardar"
      busy={busy}
      problem={problem}
      onSubmit={() => void send(() => correctRow(list.id, row.n, typed))}
      onClose={onClose}
    >
      {shown.map(({ field, label, more }) => (
        <Field key={field} id={`row-${field}`} label={label} error={errors[field]}>
          {(attributes) => (
            <input
              {...attributes}
              {...more}
              className="input"
              autoComplete="off"
              value={typed[field]}
              onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  )
}

import type { RowField } from '#domain/import/row.ts'
import { useState } from 'react'
import { ApiError } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { correctRow, type Import, type ImportRow } from '../data/imports/import.ts'
import { failureText, lostText } from '../parts/failures.ts'
import { FormDialog } from '../parts/form-dialog.tsx'

const FIELDS: { field: RowField; label: string; more?: object }[] = [
  { field: 'client_name', label: 'Nombre' },
  { field: 'client_phone', label: 'Celular', more: { type: 'tel', inputMode: 'tel' } },
  { field: 'client_email', label: 'Correo', more: { type: 'email', inputMode: 'email' } },
  { field: 'client_id', label: 'Cédula', more: { inputMode: 'numeric' } },
]
const RARE: typeof FIELDS = [
  { field: 'note', label: 'Nota' },
  { field: 'alert', label: 'Alerta (línea roja)' },
]
const NOTHING = { client_name: '', client_phone: '', client_email: '', client_id: '', note: '', alert: '' }

interface Props {
  list: Import
  row: ImportRow
  onClose: () => void
}

/** Writes something else for a row of the file. */
export function CorrectDialog({ list, row, onClose }: Props) {
  const [before] = useState({ ...NOTHING, ...row.typed })
  const [typed, setTyped] = useState(before)
  const [errors, setErrors] = useState<Record<string, string>>(
    row.field && row.error ? { [row.field]: row.error } : {},
  )
  const [busy, setBusy] = useState<string | false>(false)
  const [problem, setProblem] = useState<string>()
  const shown = [...FIELDS, ...RARE.filter(({ field }) => field === row.field || errors[field])]

  async function submit() {
    setBusy('Guardando...')
    setProblem(undefined)
    try {
      await correctRow(list.id, row.n, typed)
      toast.success('Fila corregida')
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined
      if (fields) {
        setErrors(fields)
        document.getElementById(`row-${Object.keys(fields)[0]}`)?.focus()
      } else setProblem(lostText(error) ?? failureText(error, 'No pudimos guardar la fila'))
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title={`Corregir la fila ${row.n}`}
      isDirty={JSON.stringify(typed) !== JSON.stringify(before)}
      submitText="Guardar"
      busy={busy}
      problem={problem}
      onSubmit={() => void submit()}
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

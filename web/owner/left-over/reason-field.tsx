import { LIMITS } from '#domain/appointment.ts'
import { Field } from '../../ui/field.tsx'

/** Why an appointment is cancelled: the client reads it. */
export function ReasonField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <Field
      id="reason"
      label={
        <>
          Motivo <small>(opcional)</small>
        </>
      }
    >
      {(described) => (
        <textarea
          {...described}
          name="reason"
          className="input"
          rows={2}
          maxLength={LIMITS.text}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

import type { ReactNode } from 'react'
import './field.css'
import { Icon } from './icon.tsx'
import { alert } from './icons.ts'

export interface Described {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

interface Props {
  id: string
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  /** The control; receives the attributes that tie it to its label, error and hint. */
  children: (described: Described) => ReactNode
}

/** A labelled control with its error and hint below it. */
export function Field({ id, label, error, hint, children }: Props) {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        ...(error && { 'aria-invalid': true }),
        ...(describedBy && { 'aria-describedby': describedBy }),
      })}
      <FieldError id={id} error={error} />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Ties a control to an error that `FieldError`, or another element of that id, shows. */
export const describedBy = (id: string, error: string | undefined) =>
  error ? ({ 'aria-invalid': true, 'aria-describedby': `${id}-error` } as const) : undefined

export function FieldError({ id, error }: { id: string; error?: string | undefined }) {
  return error ? (
    <p className="error" id={`${id}-error`}>
      <Icon d={alert} />
      {error}
    </p>
  ) : null
}

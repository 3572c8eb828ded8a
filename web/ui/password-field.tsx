import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { eye, eyeOff } from './icons-panel.ts'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  id: string
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A password input with a button that shows the typed text. */
export function PasswordField({ id, label, error, hint, ...attributes }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      {(described) => (
        <div className="input-wrap with-end">
          <input {...described} {...attributes} className="input" type={isShown ? 'text' : 'password'} />
          <button
            type="button"
            className="x end"
            aria-label={isShown ? 'Ocultar lo escrito' : 'Mostrar lo escrito'}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
          >
            <Icon d={isShown ? eyeOff : eye} />
          </button>
        </div>
      )}
    </Field>
  )
}

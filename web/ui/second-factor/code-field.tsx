import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { Field } from '../field.tsx'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  error?: string | undefined
  /** Whether a recovery code does as well. */
  takesRecovery?: boolean
  ref?: Ref<HTMLInputElement>
}

/** The six digits of an app, or a recovery code, which needs another keyboard. */
export function CodeField({ error, takesRecovery = false, ...attributes }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <div>
      <Field
        id="code"
        label={isRecovery ? 'Código de recuperación' : 'Código de 6 números'}
        hint={isRecovery ? 'Uno de los diez que guardaste. Cada uno sirve una vez.' : undefined}
        error={error}
      >
        {(described) => (
          <input
            {...described}
            {...attributes}
            className="input num"
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            autoCapitalize="off"
            spellCheck={false}
            maxLength={60}
          />
        )}
      </Field>
      {takesRecovery && (
        <button type="button" className="link small" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Usar el código de mi app' : 'No tengo mi celular: usar un código de recuperación'}
        </button>
      )}
    </div>
  )
}

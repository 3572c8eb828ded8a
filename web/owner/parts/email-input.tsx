import { LIMITS } from '#domain/fields.ts'
import type { ComponentProps } from 'react'

/** For somebody else's e-mail: the browser does not propose its own. */
export const EmailInput = (attributes: ComponentProps<'input'>) => (
  <input
    {...attributes}
    className="input"
    type="email"
    inputMode="email"
    autoComplete="off"
    maxLength={LIMITS.email}
  />
)

import { useState } from 'react'
import { errorsIn, type Values } from './values.ts'

/** Which input shows a field's error. */
const INPUT: Partial<Record<string, keyof Values>> = { client_phone: 'phone' }

export type Form = ReturnType<typeof useForm>

/** Values, what the rules say of them, and which of that is said already: not before a field was left. */
export function useForm(initial: Values) {
  const [values, setValues] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const errors = errorsIn(values)

  function set(part: Partial<Values>) {
    setValues((before) => ({ ...before, ...part }))
    // What the server said of a field is over when the field changes.
    setRefused((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !((INPUT[name] ?? name) in part))),
    )
  }

  return {
    values,
    set,
    errors,
    isDirty: (Object.keys(initial) as (keyof Values)[]).some((name) => values[name] !== initial[name]),
    touch: (name: string) => setTouched((before) => (before.has(name) ? before : new Set([...before, name]))),
    /** Says everything that is wrong, and goes to the first of it. */
    showAll() {
      setTouched(new Set(Object.keys(errors)))
      const first = document.querySelector<HTMLElement>(
        Object.keys(errors)
          .map((name) => `dialog [name="${name}"]`)
          .join() || ':not(*)',
      )
      first?.focus()
    },
    refuse: (fields: Record<string, string>) => setRefused(fields),
    errorOf: (name: string): string | undefined =>
      refused[name] ?? (touched.has(name) ? errors[name] : undefined),
  }
}

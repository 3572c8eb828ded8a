/** The messages of forms after a failure. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, NO_CONNECTION, saidBy } from '../../ui/api.ts'

/** The server's sentence, or else `literal`. */
export const failureText = (error: unknown, literal: string): string => saidBy(error) ?? literal

/** Whether the session has ended, which is announced elsewhere. */
export const isRefusedSession = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** After a lost connection: the input is kept, and can be sent again. */
export const lostText = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 0
    ? `${NO_CONNECTION} Lo que escribiste sigue aquí.`
    : undefined

/** Shows the server's errors at their fields. */
export function showRefusal<V extends FieldValues>(form: UseFormReturn<V>, error: unknown) {
  const fields = Object.entries((error instanceof ApiError && error.fields) || {})
  const own = fields.filter(([name]) => name in form.getValues())
  own.forEach(([name, message], i) =>
    form.setError(name as Path<V>, { type: 'server', message }, { shouldFocus: i === 0 }),
  )
}

/** What forms say when storing failed. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, NO_CONNECTION, saidBy } from '../../ui/api.ts'

/** What the server said, else `literal`. */
export const failureText = (error: unknown, literal: string): string => saidBy(error) ?? literal

/** The session is over, which is said already. */
export const isRefusedSession = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** There was no answer: what was typed is kept, and can be sent again. */
export const lostText = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 0
    ? `${NO_CONNECTION} Lo que escribiste sigue aquí.`
    : undefined

/** Puts the server's sentences at the fields they are about. */
export function showRefusal<V extends FieldValues>(form: UseFormReturn<V>, error: unknown) {
  const fields = Object.entries((error instanceof ApiError && error.fields) || {})
  const own = fields.filter(([name]) => name in form.getValues())
  own.forEach(([name, message], i) =>
    form.setError(name as Path<V>, { type: 'server', message }, { shouldFocus: i === 0 }),
  )
}

import { ApiError, saidBy } from '../api.ts'

const LOST = 'Revisa tu conexión e inténtalo de nuevo.'
const OURS = 'La falla es nuestra, no de tu conexión. Inténtalo de nuevo en un momento.'

/** Whether nobody answered: only then can it be the connection. */
export const isLost = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0

/** Why something did not load, and what to do. */
export function whyText(error: unknown): string {
  if (isLost(error)) return LOST
  // Of a fault that nobody foresaw the server says no more than that there was one.
  const said = (error as ApiError).status !== 500 && saidBy(error)
  return said ? said.replace(/[^.!?…]$/, '$&.') : OURS
}

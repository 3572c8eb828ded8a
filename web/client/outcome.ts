import { cleanText } from '#domain/fields.ts'
import type { Answer } from '../ui/delivery/deliver.ts'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import type { Kind } from './pending.ts'

const DONE = { cancel: 'Cita cancelada exitosamente', move: 'Cita reagendada exitosamente' }
export const FAILED = { cancel: 'Error cancelando cita', move: 'Error reagendando cita' }

export const sayDone = (kind: Kind) => void toast.success(DONE[kind], FOUR_SECONDS)

/** Shows the outcome of a change. */
export function sayOutcome(kind: Kind, { body }: Answer) {
  if (body.success) sayDone(kind)
  else toast.error(cleanText(body.error) || FAILED[kind], FOUR_SECONDS)
}

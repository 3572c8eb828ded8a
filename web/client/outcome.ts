import { cleanText } from '#domain/fields.ts'
import type { Answer } from '../ui/deliver.ts'
import { toast } from '../ui/toast.tsx'
import type { Kind } from './pending.ts'
import { TOAST } from './toast-time.ts'

const DONE = { cancel: 'Cita cancelada exitosamente', move: 'Cita reagendada exitosamente' }
export const FAILED = { cancel: 'Error cancelando cita', move: 'Error reagendando cita' }

/** Says what became of a change. */
export function sayOutcome(kind: Kind, { body }: Answer) {
  if (body.success) toast.success(DONE[kind], TOAST)
  else toast.error(cleanText(body.error) || FAILED[kind], TOAST)
}

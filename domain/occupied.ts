/** What an appointment takes of its professional: its own time with what is before and after, less a pause. */
import type { FieldErrors } from './fields.ts'
import { isBlank, numberOf } from './fields.ts'
import { isWhole } from './limits.ts'

export const BUFFER_MAX = 120
export const BUFFER_STEP = 5

/** What a service takes besides its duration, in minutes. */
export interface Buffers {
  buffer_before: number
  buffer_after: number
  /** Within it, from this minute on and for so many, the professional is free. */
  gap_from: number | null
  gap_minutes: number | null
}

/** A stretch [from, to) in minutes after the start; before it when negative. */
export type Part = readonly [from: number, to: number]

/**
 * The stretches that an appointment of a service takes, in order. A pause that does not end within it, because it is
 * chosen shorter than the service says, is none.
 */
export function partsOf(duration: number, buffers: Partial<Buffers>): Part[] {
  const { buffer_before = 0, buffer_after = 0, gap_from = null, gap_minutes = null } = buffers
  const end = duration + buffer_after
  if (gap_from === null || gap_minutes === null || gap_from + gap_minutes >= duration)
    return [[-buffer_before, end]]
  return [
    [-buffer_before, gap_from],
    [gap_from + gap_minutes, end],
  ]
}

/** The stretches of what is taken, as the database says it: instants as text, from and to. */
export const stretchesIn = (occupied: string): { from: string; to: string }[] =>
  [...occupied.matchAll(/\["([^"]+)","([^"]+)"\)/g)].map(([, from, to]) => ({ from: from!, to: to! }))

/** The stretches in minutes after a start, epoch milliseconds. */
export const partsAfter = (startMs: number, stretches: readonly { from: string; to: string }[]): Part[] =>
  stretches.map(({ from, to }) => [(Date.parse(from) - startMs) / 6e4, (Date.parse(to) - startMs) / 6e4])

/**
 * The stretches of an appointment that was booked for `was` minutes and now lasts `minutes`: what is before and after
 * stays; a pause that is not within it any more ends.
 */
export function resizedParts(parts: readonly Part[], was: number, minutes: number): Part[] {
  const after = parts.at(-1)![1] - was
  const kept = parts.filter(([from]) => from < minutes)
  return [...kept.slice(0, -1), [kept.at(-1)![0], minutes + after]]
}

/** Error of the minutes before or after. */
export function bufferError(value: unknown): string | undefined {
  const isStep = isBlank(value) || (isWhole(value, 0, BUFFER_MAX) && numberOf(value)! % BUFFER_STEP === 0)
  return isStep ? undefined : 'Debe ir de 0 a 120 minutos, de 5 en 5'
}

/** Error of where the pause begins, or of how long it is. */
export function gapError(value: unknown): string | undefined {
  const isStep = isBlank(value) || (isWhole(value, BUFFER_STEP, 715) && numberOf(value)! % BUFFER_STEP === 0)
  return isStep ? undefined : 'Debe ir de 5 a 715 minutos, de 5 en 5'
}

/** Errors of a pause: both ends or none, and within the service. */
export function gapErrors(
  duration: number | undefined,
  gap_from: number | null | undefined,
  gap_minutes: number | null | undefined,
): FieldErrors {
  const [from, minutes] = [gap_from ?? null, gap_minutes ?? null]
  if (from === null && minutes === null) return {}
  if (from === null) return { gap_from: 'Di en qué minuto empieza el tiempo de proceso' }
  if (minutes === null) return { gap_minutes: 'Di cuánto dura el tiempo de proceso' }
  if (duration === undefined || from + minutes < duration) return {}
  return { gap_minutes: 'El tiempo de proceso debe terminar antes que el servicio' }
}

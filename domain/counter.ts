/** What the owner may book at the counter that customers may not: off the grid, already begun, outside the hours. */
import type { Rule } from './availability.ts'
import { isBlank, numberOf } from './fields.ts'
import { isWhole, LONGEST_MINUTES } from './limits.ts'
import { MAX_PRICE } from './money.ts'

/** The shortest appointment, in minutes. */
export const SHORTEST_MINUTES = 15

/**
 * What the owner's own word is above, once asked ('Agendar de todos modos'). Never another appointment, never a block, never a date that
 * was closed.
 */
const WARNED: readonly Rule[] = ['closed', 'break', 'professional', 'grid', 'fit', 'buffers']

export interface Waivers {
  /** 'Ahora': on the minute, and back to the start of today. */
  starts_now?: boolean | undefined
  /** 'Agendar de todos modos'. */
  anyway?: boolean | undefined
}

/** The rules that do not count for the owner. */
export function waivedBy({ starts_now, anyway }: Waivers, isToday: boolean): Rule[] {
  return [...(starts_now && isToday ? (['past', 'notice', 'grid'] as const) : []), ...(anyway ? WARNED : [])]
}

/**
 * The rules that do not count for the owner where an appointment stays at its time: it may have begun, and the grid and the hours may be
 * others by now. Somebody else who takes it over must work then.
 */
export const waivedWhereItIs = (isSamePerson: boolean): Rule[] => [
  ...(['horizon', 'skipped', 'past', 'notice', 'grid'] as const),
  ...(isSamePerson ? WARNED : []),
]

/** Whether the owner may book against this rule, once warned. */
export const canBeWaived = (rule: Rule): boolean => WARNED.includes(rule)

/** What the owner is warned of. */
export const WARNINGS: Partial<Record<Rule, string>> = {
  closed: 'El negocio está cerrado a esa hora.',
  break: 'A esa hora es almuerzo o descanso.',
  professional: 'El profesional no trabaja a esa hora.',
  grid: 'Esa hora no cae en los intervalos de tu agenda.',
  fit: 'La cita terminaría después del horario.',
  buffers: 'Su preparación o su limpieza quedarían fuera del horario.',
}

/** What the owner is told of a date that was closed, by whose day it is: to book on it, it is opened first. */
export const SHUT = {
  business: 'Ese día está cerrado: ábrelo en Horarios.',
  professional: 'El profesional no trabaja ese día: ábrelo en Horarios.',
}

/** Error of an appointment's own duration. */
export const ownDurationError = (value: unknown) =>
  isBlank(value) || isWhole(value, SHORTEST_MINUTES, LONGEST_MINUTES)
    ? undefined
    : `La duración va de ${SHORTEST_MINUTES} a ${LONGEST_MINUTES} minutos`

/** Error of an appointment's own price. */
export function ownPriceError(value: unknown): string | undefined {
  if (isBlank(value)) return undefined
  const price = numberOf(value)
  const isPrice =
    price !== undefined && price >= 0 && price <= MAX_PRICE && Number.isInteger(Math.round(price * 1e6) / 1e4)
  return isPrice ? undefined : 'Precio inválido'
}

import { SWITCH_LABELS } from '#domain/team.ts'

type Switch = keyof typeof SWITCH_LABELS

const HINTS: Record<Switch, string> = {
  'appointments:own-write': 'Si no, solo las ve y marca quién llegó',
  'time_off:own': 'Descansos, diligencias, vacaciones',
  'clients:own-phones': 'Si no: 300 ••• 8819, y puede llamar',
  'figures:own': 'Los de sus propias citas',
  'clients:health': 'Con la autorización del cliente; queda anotado quién los lee',
  'clients:export': 'Con teléfonos y correos',
  'clients:forget': 'Cuando el cliente lo pide',
}

/** The switches that a screen heeds, in the order of a day. */
export const SWITCHES = (Object.keys(SWITCH_LABELS) as Switch[]).map((name) => ({
  name,
  label: SWITCH_LABELS[name],
  hint: HINTS[name],
}))

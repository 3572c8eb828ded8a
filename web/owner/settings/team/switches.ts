import type { Permission } from '#domain/permissions.ts'

/** The switches that a screen heeds, in the order of a day. */
export const SWITCHES: { name: Permission; label: string; hint: string }[] = [
  {
    name: 'appointments:own-write',
    label: 'Agenda y mueve sus citas',
    hint: 'Si no, solo las ve y marca quién llegó',
  },
  { name: 'time_off:own', label: 'Bloquea su propio tiempo', hint: 'Descansos, diligencias, vacaciones' },
  {
    name: 'clients:own-phones',
    label: 'Ve el celular de sus clientes',
    hint: 'Si no: 300 ••• 8819, y puede llamar',
  },
  { name: 'figures:own', label: 'Ve sus ingresos', hint: 'Los de sus propias citas' },
  {
    name: 'clients:health',
    label: 'Lee y anota datos de salud',
    hint: 'Con la autorización del cliente; queda anotado quién los lee',
  },
  { name: 'clients:export', label: 'Descarga la lista de clientes', hint: 'Con teléfonos y correos' },
  { name: 'clients:forget', label: 'Borra los datos de un cliente', hint: 'Cuando el cliente lo pide' },
]

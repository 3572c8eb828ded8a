/** What people read of a business that an administrator suspended. docs/decisions/0007-a-suspended-business.md */

/** To its owner, who looks but does not change. */
export const OWNER_SUSPENDED =
  'Tu negocio está suspendido: puedes ver tus datos, pero no cambiarlos. Escríbenos para reactivarlo.'
/** To somebody who books from a page that was open before. */
export const BOOKING_SUSPENDED = 'Este negocio no está recibiendo reservas en línea por ahora.'
/** To a client who wants to move an appointment. */
export const MOVE_SUSPENDED =
  'Este negocio no está recibiendo cambios en línea por ahora. Tu cita sigue como estaba.'

/** Messages about a business that an administrator suspended. docs/decisions/0007-a-suspended-business.md */

/** For its owner, who may look but not change anything. */
export const OWNER_SUSPENDED =
  'Tu negocio está suspendido: puedes ver tus datos, pero no cambiarlos. Escríbenos para reactivarlo.'
/** The same, of a business whose owner asked for its deletion. */
export const OWNER_LEAVING =
  'Pediste eliminar tu negocio: puedes ver y exportar tus datos, pero no cambiarlos. Para seguir, recupéralo antes de que se borre.'
/** For a visitor who books from a page opened earlier. */
export const BOOKING_SUSPENDED = 'Este negocio no está recibiendo reservas en línea por ahora.'
/** For a client who wants to move an appointment. */
export const MOVE_SUSPENDED =
  'Este negocio no está recibiendo cambios en línea por ahora. Tu cita sigue como estaba.'

/** What the booking page says and sends of a choice; apart from its rules, which come with its later steps. */

/** The toast when the client tries to reach step 3 too early. */
export const INCOMPLETE_CHOICE = 'Por favor completa todos los datos de la cita'
/** For whoever does not know whether they have booked. */
export const whereToAsk = (hasEmail: boolean): string =>
  hasEmail ? 'revisa tu correo' : 'pregúntale al negocio'
/** Instead of what a time was refused with, to whoever may have booked it themselves. */
export const maybeOwn = (hasEmail: boolean): string =>
  `Ese horario no está libre: puede ser por tu propia cita, ${whereToAsk(hasEmail)}`
/** Instead of a professional's id, where one of those who are free is meant. */
export const ANY = 'any'
/** The toast when a form is sent with a phone of the wrong format. */
export const PHONE_BLOCKS_SUBMIT = 'Por favor corrige el formato del teléfono'
/** How long after a booking whoever made it may correct its e-mail. */
export const CORRECTION_MINUTES = 10

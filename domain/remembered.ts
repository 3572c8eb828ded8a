/** A client whom a browser remembers at a business: what of them is shown there, and for how long. */

/** From the last booking with it on. */
export const REMEMBERED_DAYS = 180

/** Said where the browser is known no more, beside the form that asks for all. */
export const NOT_REMEMBERED = 'Este teléfono ya no recuerda tus datos: escríbelos, por favor'

export const firstName = (name: string): string => name.trim().split(/\s+/)[0]!

/** The last three digits of a telephone. */
export const phoneEnd = (phone: string): string => phone.replace(/\D/g, '').slice(-3)

/** When an appointment's reminders are due. Specification 000 §9; decisions, Messages and credits. */

/** The owner's choices for the first reminder, in hours before the appointment. */
export const REMINDER_HOURS = [12, 24] as const

const HOUR_MS = 3_600_000
/** The extra reminder, always sent. */
export const LAST_REMINDER_HOURS = 2
/** The longest lead time of any reminder. */
export const FIRST_REMINDER_HOURS = Math.max(...REMINDER_HOURS)

export type ReminderKind = 'advance' | 'two_hours'
export type Reminder = { kind: ReminderKind; due_ms: number }

/**
 * The reminders of an appointment, in order, without those whose due time had already passed when it was
 * booked or moved. All times in epoch milliseconds; `reminder_hours` is the business's choice, 12 or 24.
 */
export function reminderMoments(appointment: {
  starts_at_ms: number
  reminder_hours: number
  booked_at_ms: number
}): Reminder[] {
  const { starts_at_ms, reminder_hours, booked_at_ms } = appointment
  const all: Reminder[] = [
    { kind: 'advance', due_ms: starts_at_ms - reminder_hours * HOUR_MS },
    { kind: 'two_hours', due_ms: starts_at_ms - LAST_REMINDER_HOURS * HOUR_MS },
  ]
  return all.filter(({ due_ms }) => due_ms > booked_at_ms)
}

/**
 * When a late reminder expires: the first one gives way to the extra one, and the extra one is pointless
 * once the appointment has begun.
 */
export function reminderExpires(kind: ReminderKind, starts_at_ms: number): number {
  return kind === 'advance' ? starts_at_ms - LAST_REMINDER_HOURS * HOUR_MS : starts_at_ms
}

/** Why a reminder was not sent, as stored with the message and shown to the owner. */
const REMINDER_SKIPS = {
  no_credit: 'No quedaban mensajes disponibles',
  cancelled: 'La cita se canceló antes de enviarlo',
  completed: 'La asistencia ya estaba registrada',
  moved: 'La cita se movió: el recordatorio va con la nueva hora',
  suspended: 'Tu negocio estaba suspendido',
  late: 'No se pudo enviar a tiempo',
  many: 'Esa dirección ya recibió muchos recordatorios ese día',
  bounced: 'Esa dirección de correo no existe: corrígela en la cita',
  no_consent: 'El cliente no quiere mensajes así',
  no_whatsapp: 'Ese número no tiene WhatsApp',
  off: 'Tu negocio ya no recordaba por WhatsApp',
  name: 'El nombre de tu negocio no está aprobado para WhatsApp',
  limit: 'Ya se habían enviado muchos mensajes ese día',
  template: 'WhatsApp detuvo este mensaje por ahora',
  by_mail: 'WhatsApp no respondía: se envió por correo',
  by_whatsapp: 'El correo no salía: se envió por WhatsApp',
} as const
export type ReminderSkip = keyof typeof REMINDER_SKIPS

/**
 * The outcome of a reminder in words: why it was not sent, or that it is unknown; null when there is nothing
 * to report.
 */
export function reminderReason(
  state: 'queued' | 'sent' | 'failed' | 'skipped',
  note: string | null,
  channel: 'email' | 'whatsapp' = 'email',
): string | null {
  if (state === 'failed' && channel === 'whatsapp')
    return note === 'no_whatsapp' ? 'Ese número no tiene WhatsApp' : 'WhatsApp no lo aceptó'
  if (state === 'failed') return 'El correo del cliente no lo recibió: revisa la dirección'
  if (note === null || state === 'queued') return null
  if (state === 'sent' && channel === 'whatsapp') return 'Se envió, pero WhatsApp no lo confirmó'
  if (state === 'sent') return 'Se entregó, pero el servidor de correo no lo confirmó'
  return Object.hasOwn(REMINDER_SKIPS, note) ? REMINDER_SKIPS[note as ReminderSkip] : 'No se envió'
}

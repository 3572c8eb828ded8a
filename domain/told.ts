/** What an appointment's client was told, by which channel, and what became of it, in the words of screens. */

export const TOLD_KINDS = [
  'booked',
  'changed',
  'cancelled',
  'advance',
  'two_hours',
  'reminder',
  'link',
] as const
export type ToldKind = (typeof TOLD_KINDS)[number]

export const TOLD_STATES = ['queued', 'sent', 'delivered', 'read', 'failed', 'skipped'] as const
export type ToldState = (typeof TOLD_STATES)[number]

/** By what the outbox calls them. The owner's mails are not among them, nor what answers a reply. */
const KINDS: Record<string, ToldKind> = {
  booked_client: 'booked',
  moved_client: 'changed',
  edited_client: 'changed',
  cancelled_client: 'cancelled',
  reminder_advance: 'advance',
  reminder_two_hours: 'two_hours',
  portal_link: 'link',
  whatsapp_booked: 'booked',
  whatsapp_changed: 'changed',
  whatsapp_cancelled: 'cancelled',
  reminder_whatsapp_advance: 'advance',
  reminder_whatsapp_two_hours: 'two_hours',
  by_hand_reminder: 'reminder',
  by_hand_confirmation: 'booked',
  by_hand_change: 'changed',
  by_hand_cancellation: 'cancelled',
}
export const KINDS_TO_CLIENTS: readonly string[] = Object.keys(KINDS)

export const toldKindOf = (kind: string): ToldKind => KINDS[kind] ?? 'changed'

/** What an outbox knows of a message; instants in epoch milliseconds. */
export interface StoredMessage {
  channel: string
  state: 'queued' | 'sent' | 'failed' | 'skipped'
  last_error: string | null
  due_at: number
  settled_at: number | null
  delivered_at: number | null
  read_at: number | null
}

/** How far a message came, and since when. What arrived was sent, whatever was thought of it before. */
export function progressOf(message: StoredMessage): { state: ToldState; at: number } {
  const { state, due_at, settled_at, delivered_at, read_at } = message
  if (read_at !== null) return { state: 'read', at: read_at }
  if (delivered_at !== null) return { state: 'delivered', at: delivered_at }
  return { state, at: settled_at ?? due_at }
}

export const NO_WHATSAPP_TEXT = 'este número no tiene WhatsApp'

const SKIPPED: Record<string, string> = {
  no_credit: 'no quedaban mensajes disponibles',
  no_consent: 'ya no quiere mensajes por WhatsApp',
  no_whatsapp: NO_WHATSAPP_TEXT,
  off: 'tu negocio ya no escribía por WhatsApp',
  name: 'el nombre de tu negocio no está aprobado para WhatsApp',
  limit: 'ya se habían enviado muchos mensajes ese día',
  template: 'WhatsApp detuvo este mensaje por ahora',
  by_mail: 'WhatsApp no respondía, y fue por correo',
  by_whatsapp: 'el correo no salía, y fue por WhatsApp',
  suspended: 'tu negocio estaba suspendido',
  late: 'no se pudo enviar a tiempo',
  many: 'esa dirección ya recibió muchos recordatorios ese día',
  bounced: 'esa dirección de correo no existe',
}

/**
 * Why a message did not arrive; null for one that did, or that waits. Undefined for one of which there is nothing to say,
 * because a later message says it.
 */
export function toldReason({
  channel,
  state,
  last_error,
  ...message
}: StoredMessage): string | null | undefined {
  const progress = progressOf({ channel, state, last_error, ...message }).state
  if (progress === 'skipped') return SKIPPED[last_error ?? '']
  if (progress !== 'failed') return null
  if (channel === 'email') return 'su correo no lo recibió'
  if (last_error === 'no_whatsapp') return NO_WHATSAPP_TEXT
  return last_error === 'no_marketing' ? 'no quiere mensajes así' : 'WhatsApp no lo aceptó'
}

const LABELS: Record<ToldKind, string> = {
  booked: 'Confirmación',
  changed: 'Aviso del cambio',
  cancelled: 'Aviso de cancelación',
  advance: 'Primer recordatorio',
  two_hours: 'Recordatorio de 2 horas antes',
  reminder: 'Recordatorio',
  link: 'Enlace a su cita',
}
export const toldLabel = (kind: ToldKind): string => LABELS[kind]

const STATES: Record<Exclude<ToldState, 'failed' | 'skipped'>, string> = {
  queued: 'Por enviar',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
}

/** 'Enviado', 'Leído', 'No llegó: este número no tiene WhatsApp' */
export function toldText({ state, reason }: { state: ToldState; reason: string | null }): string {
  if (state === 'failed') return `No llegó: ${reason}`
  return state === 'skipped' ? `No se envió: ${reason}` : STATES[state]
}

export const CHANNEL_LABELS = { email: 'correo', whatsapp: 'WhatsApp' } as const
export type ToldChannel = keyof typeof CHANNEL_LABELS

/** What a client wanted by a tap that was not answered, since there were too many answers: in the words of their replies. */
export const WANTED = {
  wanted_cancel: 'Quiso cancelar por WhatsApp',
  wanted_change: 'Quiso cambiar la hora por WhatsApp',
} as const
export type Wanted = keyof typeof WANTED

/** The messages that a business sends by hand from its own WhatsApp, in its own words. */
import { addDays, amPm, atTime, dayMonth, type IsoDate, mediumDate, weekday } from './dates.ts'
import { inZone } from './zone-name.ts'
import { cleanText, type FieldErrors, type Input, isBlank, longText } from './fields.ts'

export const TEXT_KINDS = ['reminder', 'confirmation', 'change', 'cancellation'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

/** Those, and the one that tells of no appointment: 'Les toca volver'. */
export const WRITTEN_KINDS = [...TEXT_KINDS, 'recall'] as const
export type WrittenKind = (typeof WRITTEN_KINDS)[number]

export const LONGEST_TEXT = 700

/** What a text about an appointment may contain, and what it stands for in the editor. */
export const PLACEHOLDERS = {
  nombre: 'El nombre del cliente',
  negocio: 'Tu negocio',
  servicio: 'El servicio',
  profesional: 'Quién atiende',
  fecha: 'El día de la cita',
  hora: 'La hora de la cita',
  enlace: 'El enlace para ver, mover o cancelar la cita',
} as const
export type Placeholder = keyof typeof PLACEHOLDERS

/** The same of 'Les toca volver'. */
const RECALL_PLACEHOLDERS = {
  nombre: 'El nombre del cliente',
  negocio: 'Tu negocio',
  servicio: 'El servicio',
  enlace: 'El enlace para elegir la próxima cita',
  salida: 'El enlace para no recibir más mensajes así',
} as const
type RecallPlaceholder = keyof typeof RECALL_PLACEHOLDERS

export const placeholdersOf = (kind: WrittenKind): Record<string, string> =>
  kind === 'recall' ? RECALL_PLACEHOLDERS : PLACEHOLDERS

/** As long as the business writes none of its own. */
export const USUAL_TEXTS: Record<WrittenKind, string> = {
  reminder:
    'Hola {nombre}, te recordamos tu cita en {negocio}: {servicio} con {profesional}, {fecha} a las {hora}. Si necesitas cambiarla: {enlace}',
  confirmation:
    'Hola {nombre}, tu cita en {negocio} quedó agendada: {servicio} con {profesional}, {fecha} a las {hora}. Si necesitas cambiarla: {enlace}',
  change:
    'Hola {nombre}, tu cita en {negocio} cambió. Ahora es {fecha} a las {hora}: {servicio} con {profesional}. Si no te queda bien: {enlace}',
  cancellation:
    'Hola {nombre}, tuvimos que cancelar tu cita en {negocio}: {servicio} con {profesional}, {fecha} a las {hora}. Para elegir otra hora: {enlace}',
  recall:
    'Hola {nombre}, ya va siendo hora de tu próxima cita en {negocio}: {servicio}. Elige el día que te quede bien: {enlace} Si no quieres más mensajes así: {salida}',
}

const IN_BRACES = /\{([^{}]*)\}/g

export const WITHOUT_WAY_OUT = 'Deja {salida} en el texto: por ahí sale quien no quiere más mensajes así'

/** The error of a text: 'No conocemos {x}' for a placeholder that does not exist. Who is called back can say no. */
export function messageTextError(value: unknown, kind: WrittenKind = 'reminder'): string | undefined {
  if (isBlank(value)) return 'Escribe el texto del mensaje'
  const error = longText(value, LONGEST_TEXT)
  if (error) return error
  const named = [...cleanText(value).matchAll(IN_BRACES)]
  const unknown = named.find(([, name]) => !Object.hasOwn(placeholdersOf(kind), name!))
  if (unknown) return `No conocemos ${unknown[0]}`
  return kind === 'recall' && !named.some(([, name]) => name === 'salida') ? WITHOUT_WAY_OUT : undefined
}

export const messageTextErrors = (input: Input): FieldErrors => {
  const error = messageTextError(input['text'], input['kind'] === 'recall' ? 'recall' : undefined)
  return error ? { text: error } : {}
}

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name)

/** What a message about an appointment says. */
export interface MessageFacts {
  client_name: string
  business_name: string
  service_name: string
  professional_name: string
  appointment_date: IsoDate
  appointment_time: string
  /** 'hora de Bogotá', for a client whose phone shows another time. */
  zone?: string | undefined
  link: string
}

/**
 * A text with its placeholders filled in. What is filled in is not read again: a name in braces stays one. The words
 * before date and time are those that Spanish wants: 'a la 1:00 pm', 'el sábado 21' but 'mañana sábado 21'. Without `today`,
 * which may be another day where it is read, no day is called so.
 */
export function messageText(text: string, facts: MessageFacts, today: IsoDate | undefined): string {
  const values: Record<Placeholder, string> = {
    nombre: facts.client_name.trim().split(/\s+/)[0] ?? '',
    negocio: facts.business_name,
    servicio: facts.service_name,
    profesional: facts.professional_name,
    fecha: dateText(facts.appointment_date, today),
    hora: inZone(amPm(facts.appointment_time), facts.zone),
    enlace: facts.link,
  }
  return text.replace(
    /(\b[Ee]l )?\{fecha\}|\b(?:a las? )?\{hora\}|\{(\w+)\}/g,
    (whole, article: string | undefined, name: string | undefined) => {
      if (article) return article + mediumDate(facts.appointment_date)
      if (/^a las? /.test(whole)) return inZone(atTime(facts.appointment_time), facts.zone)
      const key = name ?? whole.slice(1, -1)
      return isPlaceholder(key) ? values[key] : whole
    },
  )
}

/** What calls a client back: the service, a link to book it, and one that ends such messages. */
export function recallText(
  text: string,
  facts: { client_name: string; business_name: string; service_name: string; link: string; leave: string },
): string {
  const values: Record<RecallPlaceholder, string> = {
    nombre: facts.client_name.trim().split(/\s+/)[0] ?? '',
    negocio: facts.business_name,
    servicio: facts.service_name,
    enlace: facts.link,
    salida: facts.leave,
  }
  return text.replace(IN_BRACES, (whole, name: string) => values[name as RecallPlaceholder] ?? whole)
}

/** 'mañana sábado 21 de noviembre' */
function dateText(date: IsoDate, today: IsoDate | undefined): string {
  const near = date === today ? 'hoy ' : today && date === addDays(today, 1) ? 'mañana ' : ''
  return `${near}${weekday(date)} ${dayMonth(date)}`
}

/** What is known of an appointment when a message is chosen for it. */
export interface ToTell {
  status: string
  appointment_date: IsoDate
  /** When the business gave it its present time, epoch milliseconds; null when the client did, or nobody. */
  moved_at: number | null
}

const DAY_MS = 24 * 3_600_000

/** Which message an appointment's client is to get now: the news first, then the reminder of today and tomorrow. */
export function kindToTell(
  { status, appointment_date, moved_at }: ToTell,
  now: { ms: number; today: IsoDate },
): TextKind {
  if (status === 'cancelled') return 'cancellation'
  if (moved_at !== null && moved_at > now.ms - DAY_MS) return 'change'
  return appointment_date <= addDays(now.today, 1) ? 'reminder' : 'confirmation'
}

/** Opens WhatsApp with a message written to a phone, as '+573001234567'. */
export const chatUrl = (phone: string, text: string): string =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`

/** Why mails do not arrive, in the words of screens. */
import { amPm, clockTime, mediumDate, nowIn } from './dates.ts'

export const STOPPED_REASONS = [
  'login',
  'certificate',
  'sender',
  'refused',
  'no_server',
  'no_answer',
] as const
export type StoppedReason = (typeof STOPPED_REASONS)[number]

const STOPPED: Record<StoppedReason, string> = {
  login: 'el servidor de correo no acepta nuestra contraseña',
  certificate: 'el certificado del servidor de correo no es de confianza',
  sender: 'el servidor de correo no acepta nuestro remitente',
  refused: 'el servidor de correo los rechaza',
  no_server: 'no se encuentra el servidor de correo',
  no_answer: 'el servidor de correo no responde',
}

/** For who can mend it: what to look at. */
const MEND: Record<StoppedReason, string> = {
  login: 'Revisa usuario y contraseña en SMTP_URL.',
  certificate: 'Revisa el certificado del servidor de SMTP_URL y su nombre.',
  sender: 'Revisa MAIL_FROM: el servidor de SMTP_URL pide otro remitente, o que lo verifiques.',
  refused:
    'Revisa la cuenta en el servidor de SMTP_URL: suspendida, sin cupo o sin permiso para enviar. El registro dice qué responde.',
  no_server: 'Revisa el nombre del servidor en SMTP_URL.',
  no_answer: 'Revisa que el servidor de SMTP_URL esté encendido y se pueda alcanzar.',
}

/** 'Los correos no están saliendo desde las 10:12 am: el servidor de correo no responde.' */
export function stoppedText(stopped: { since: string; reason: StoppedReason }, zone: string, nowMs: number) {
  const since = nowIn(zone, Date.parse(stopped.since))
  const time = amPm(clockTime(since.minute))
  const hour = `${time.startsWith('1:') ? 'la' : 'las'} ${time}`
  const isToday = since.date === nowIn(zone, nowMs).date
  const when = isToday ? `desde ${hour}` : `desde el ${mediumDate(since.date)} a ${hour}`
  return `Los correos no están saliendo ${when}: ${STOPPED[stopped.reason]}.`
}

export const mendText = (reason: StoppedReason): string => MEND[reason]

export const UNDELIVERED_REASONS = ['unknown_address', 'refused', 'unanswered'] as const
export type UndeliveredReason = (typeof UNDELIVERED_REASONS)[number]

const UNDELIVERED: Record<UndeliveredReason, string> = {
  unknown_address: 'Su correo no existe: los mensajes no le llegan',
  refused: 'Su correo rechazó nuestros mensajes',
  unanswered: 'No sabemos si el último correo le llegó: lo intentamos tres veces',
}

export const undeliveredText = (reason: UndeliveredReason): string => UNDELIVERED[reason]

export const LIMITED_REASONS = ['unconfirmed', 'digest', 'many_mails', 'unknown_addresses'] as const
export type LimitedReason = (typeof LIMITED_REASONS)[number]

/** What a limit did to a client's mail about an appointment. */
export function limitedText(
  limited: { reason: LimitedReason; told_at: string | null },
  zone: string,
): string {
  const { reason, told_at } = limited
  if (reason === 'unconfirmed')
    return 'Su correo espera: tu negocio ya envió los de hoy. Confirma el correo de tu negocio y sale enseguida.'
  if (reason === 'many_mails')
    return 'Su correo espera hasta mañana: hoy ya salieron muchos. La cita está guardada; si es pronto, escríbele.'
  if (reason === 'unknown_addresses')
    return 'Su correo espera: muchos de los correos a los que escribió tu negocio no existen, y por hoy no salen más. La cita está guardada; si es pronto, escríbele.'
  if (told_at === null)
    return 'Su correo no salió solo: hoy ya recibió muchos. Esta cita le llega en un resumen del día.'
  return `Esta cita le llegó en un resumen de correos, el ${mediumDate(nowIn(zone, Date.parse(told_at)).date)}.`
}

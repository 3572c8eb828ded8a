/** What is noted of a business's people, and how it reads. */
import { rightsText, roleOf, termsText } from './activity-changes.ts'
import { settingsText } from './activity-settings.ts'
import { dayMonth, longDate, mediumDate } from './dates.ts'

/** How long it is kept. */
export const ACTIVITY_DAYS = 400

/** What one activity says after the name of who did it. */
interface Told {
  subject: string | null
  detail: Record<string, unknown>
  /** The business's. */
  currency: string
}

const agendaOf = (name: string | null) => (name === null ? 'toda la agenda' : `la agenda de ${name}`)
const ofWhom = (subject: string | null) => (subject === null ? '' : `de ${subject} `)
const named = (subject: string | null) => subject ?? 'alguien'

const SENTENCES = {
  login: () => 'entró',
  login_failed: ({ subject }) => `alguien intentó entrar con ${named(subject)} y una contraseña equivocada`,
  member_invited: ({ subject, detail }) => `invitó a ${named(subject)} como ${roleOf(detail['role'])}`,
  invitation_withdrawn: ({ subject }) => `retiró la invitación de ${named(subject)}`,
  invitation_claimed: ({ subject }) => `alguien aceptó con otro correo la invitación de ${named(subject)}`,
  member_joined: ({ detail }) => `aceptó la invitación y entró como ${roleOf(detail['role'])}`,
  member_confirmed: ({ subject }) => `confirmó que ${named(subject)} puede entrar con otro correo`,
  member_changed: ({ subject, detail }) => `cambió lo que puede hacer ${named(subject)}${rightsText(detail)}`,
  member_paused: ({ subject }) => `desactivó a ${named(subject)}`,
  member_resumed: ({ subject }) => `volvió a activar a ${named(subject)}`,
  member_removed: ({ subject }) => `quitó a ${named(subject)} del equipo`,
  member_left: () => 'dejó el equipo',
  ownership_offered: ({ subject }) => `ofreció entregar el negocio a ${named(subject)}`,
  ownership_offer_withdrawn: ({ subject }) => `ya no entrega el negocio a ${named(subject)}`,
  ownership_taken: ({ subject }) => `recibió el negocio de ${named(subject)}`,
  business_email_moved: ({ subject }) => `hizo que los avisos del negocio lleguen a ${named(subject)}`,
  password_changed: () => 'cambió su contraseña',
  password_reset: () => 'cambió su contraseña con el enlace de un correo',
  email_changed: () => 'cambió el correo con el que entra',
  code_failed: ({ subject }) => `alguien intentó entrar con ${named(subject)} y un código equivocado`,
  second_factor_on: () => 'activó la verificación en dos pasos',
  second_factor_off: () => 'desactivó la verificación en dos pasos',
  recovery_codes_made: () => 'creó códigos de recuperación nuevos',
  recovery_code_used: () => 'entró con un código de recuperación',
  sessions_closed: () => 'cerró otras sesiones suyas',
  passkey_added: () => 'agregó una llave de acceso para entrar',
  passkey_removed: () => 'quitó una llave de acceso',
  service_added: ({ subject }) => `creó el servicio «${named(subject)}»`,
  service_changed: ({ subject, detail, currency }) =>
    `cambió el servicio «${named(subject)}»${termsText(detail, currency)}`,
  service_removed: ({ subject }) => `eliminó el servicio «${named(subject)}»`,
  professional_added: ({ subject }) => `agregó a ${named(subject)} a los profesionales`,
  professional_stopped: ({ subject }) => `desactivó a ${named(subject)}: no recibe reservas`,
  professional_resumed: ({ subject }) => `volvió a activar a ${named(subject)} para reservas`,
  professional_removed: ({ subject }) => `eliminó a ${named(subject)} de los profesionales`,
  hours_changed: () => 'cambió el horario del negocio',
  holidays_changed: () => 'cambió qué se hace en los días festivos',
  professional_hours_changed: ({ subject }) => `cambió el horario de ${named(subject)}`,
  special_day_changed: ({ subject, detail }) =>
    `cambió el horario ${ofWhom(subject)}para el ${longDate(String(detail['date']))}`,
  special_day_removed: ({ subject, detail }) =>
    `quitó el horario especial ${ofWhom(subject)}del ${longDate(String(detail['date']))}`,
  time_off_added: (told) => `bloqueó tiempo ${ofWhose(told)}${times(told)}`,
  time_off_changed: (told) => `cambió tiempo bloqueado ${ofWhose(told)}${times(told)}`,
  time_off_removed: (told) => `quitó tiempo bloqueado ${ofWhose(told)}${times(told)}`,
  settings_changed: ({ detail }) => `cambió del negocio: ${settingsText(detail)}`,
  feed_made: ({ subject }) => `creó una dirección para ver ${agendaOf(subject)} en otro calendario`,
  feed_removed: () => 'quitó una dirección para ver la agenda en otro calendario',
  message_text_changed: () => 'cambió el texto de un mensaje de WhatsApp',
  exported: ({ subject }) => `descargó ${named(subject)}`,
  deletion_asked: () => 'pidió eliminar el negocio',
  deletion_undone: () => 'recuperó el negocio antes de que se eliminara',
  clients_imported: ({ subject }) => `importó los clientes de «${named(subject)}»`,
  appointments_imported: ({ subject }) => `importó las citas de «${named(subject)}»`,
  import_undone: ({ subject }) => `deshizo la importación de «${named(subject)}»`,
  client_forgotten: () => 'eliminó los datos de un cliente',
  clients_merged: () => 'unió fichas de un mismo cliente',
  clients_unmerged: () => 'deshizo la unión de unas fichas',
  data_request_answered: () => 'respondió una solicitud de datos',
  data_request_extended: () => 'amplió el plazo de una solicitud de datos',
  health_read: ({ subject }) => `leyó los datos de salud de ${named(subject)}`,
  health_noted: ({ subject }) => `anotó un dato de salud de ${named(subject)}`,
  health_removed: ({ subject }) => `eliminó un dato de salud de ${named(subject)}`,
  health_withdrawn: ({ subject }) => `retiró la autorización de datos de salud de ${named(subject)}`,
  client_called: ({ subject }) => `vio el celular de ${named(subject)} para llamar`,
  client_blocked: () => 'bloqueó las reservas en línea de un cliente',
  client_unblocked: () => 'volvió a permitir las reservas en línea de un cliente',
} satisfies Record<string, (told: Told) => string>

export type Act = keyof typeof SENTENCES
export const ACTS = Object.keys(SENTENCES) as Act[]

/** What somebody did, as it follows their name: 'invitó a laura@correo.example como recepción'. */
export const activityText = (act: Act, told: Told): string => SENTENCES[act](told)

const ofWhose = ({ subject, detail }: Told) =>
  `${subject === null ? 'de todo el negocio' : `de ${subject}`}, ${daysText(detail['after'] ?? detail['before'])}`

/** 'el viernes 1 de mayo'; 'del 1 de mayo al 2 de mayo' */
function daysText(clock: unknown): string {
  const { first_date: first, last_date: last } = clock as { first_date: string; last_date: string }
  return first === last ? `el ${mediumDate(first)}` : `del ${dayMonth(first)} al ${dayMonth(last)}`
}

const times = ({ detail: { times } }: Told) =>
  typeof times === 'number' && times > 1 ? `, ${times} veces` : ''

/** The people of a business: how many, as whom they are invited, and what is said of it. */
import { atTime, clockTime, mediumDate, nowIn } from './dates.ts'
import { emailError } from './email.ts'
import { errorsOf, idOf, inputOf, optionalText, requiredText, type FieldErrors } from './fields.ts'
import { passwordError } from './account.ts'
import type { Permission, Role } from './permissions.ts'

/** Members and open invitations of a business. */
export const MOST_MEMBERS = 50
export const TEAM_FULL = `Tu equipo ya tiene ${MOST_MEMBERS} personas, el máximo. Quita a alguien o retira una invitación.`
/** How long the link of an invitation is good, from the mail that carries it; an offer of ownership as well. */
export const INVITATION_DAYS = 7

/** How long an offer of ownership waits that nothing but a password and a new session stand behind. */
export const OFFER_WAIT_HOURS = 48

/** From when on an offered business may be taken, in its time zone. */
export function takeableText(zone: string, takeable_at: number): string {
  const { date, minute } = nowIn(zone, takeable_at)
  return `Por seguridad, la entrega se puede aceptar desde el ${mediumDate(date)} ${atTime(clockTime(minute))}`
}

/** The roles that somebody is invited or changed to; ownership is handed over. */
export const STAFF_ROLES = ['manager', 'reception', 'professional'] as const satisfies Role[]
export type StaffRole = (typeof STAFF_ROLES)[number]

export const ROLE_LABELS: Record<Role, string> = {
  owner: 'Dueño',
  manager: 'Administrador',
  reception: 'Recepción',
  professional: 'Profesional',
}

/** What each role is, in one sentence. */
export const ROLE_SENTENCES: Record<Role, string> = {
  owner: 'Ve y cambia todo, también la plata y el equipo.',
  manager: 'Maneja el negocio; no compra mensajes ni cambia el equipo.',
  reception: 'Agenda para todos y cobra; no ve las cifras ni cambia precios.',
  professional: 'Ve su agenda y sus clientes, nada de los demás.',
}

/** What somebody does whose switch is on, of those that a screen heeds. */
export const SWITCH_LABELS = {
  'appointments:own-write': 'Agenda y mueve sus citas',
  'time_off:own': 'Bloquea su propio tiempo',
  'clients:own-phones': 'Ve el celular de sus clientes',
  'figures:own': 'Ve sus ingresos',
  'clients:health': 'Lee y anota datos de salud',
  'clients:export': 'Descarga la lista de clientes',
  'clients:forget': 'Borra los datos de un cliente',
} as const satisfies Partial<Record<Permission, string>>

export const LAST_OWNER = 'Debe quedar al menos un dueño'

const roleError = (value: unknown) =>
  STAFF_ROLES.some((role) => role === value) ? undefined : 'Elige qué puede hacer'

/** Errors of role and professional: a professional is somebody of the agenda, others may be. */
export function roleErrors(input: unknown): FieldErrors {
  const { role, professional_id } = inputOf(input)
  const isMissing = role === 'professional' && idOf(professional_id) === undefined
  return errorsOf({
    role: roleError(role),
    professional_id: isMissing ? 'Elige quién es en tu agenda' : undefined,
  })
}

export function inviteErrors(input: unknown): FieldErrors {
  return { ...errorsOf({ email: emailError(inputOf(input)['email']) }), ...roleErrors(input) }
}

/** Errors of accepting as a new person, who chooses a name and a password. */
export function joinErrors(input: unknown): FieldErrors {
  const { name, password } = inputOf(input)
  return errorsOf({
    name: requiredText(name, 'Escribe tu nombre'),
    password: passwordError(password),
  })
}

/** Errors of the call that accepts, whoever does: what is there has to be right. */
export function acceptErrors(input: unknown): FieldErrors {
  const { name, email, password } = inputOf(input)
  return errorsOf({
    name: optionalText(name),
    email: email === undefined || email === null ? undefined : emailError(email),
    password: passwordError(password),
  })
}

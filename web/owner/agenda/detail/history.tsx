import { amPm, atTime, clockTime, mediumDate, nowIn } from '#domain/dates.ts'
import { ROLE_LABELS } from '#domain/team.ts'
import type { Change } from '../../data/appointments.ts'

const WHO: Record<string, string> = {
  client: 'el cliente',
  administrator: 'el administrador',
  system: 'el sistema',
}

const WHAT: Record<string, string> = {
  booked: 'Agendada por',
  moved: 'Movida por',
  edited: 'Editada por',
  cancelled: 'Cancelada por',
  attended: 'Asistencia confirmada por',
  no_show: 'Inasistencia registrada por',
  undone: 'Movimiento deshecho por',
  confirmed: '«Confirmó» marcado por',
  arrived: 'Llegada marcada por',
  corrected: 'Corregida por',
}

const FIELDS: Record<string, string> = {
  client_name: 'nombre',
  client_phone: 'teléfono',
  client_email: 'correo',
  client_id: 'cédula',
  notes: 'notas',
  service_name: 'servicio',
  duration_minutes: 'duración',
}

/** The history of an appointment in sentences, latest first. */
export function History({ changes, timezone }: { changes: Change[]; timezone: string }) {
  return (
    <ol className="hist">
      {changes.toReversed().map((change, i) => (
        <li key={i}>
          {sentence(change)}
          <small className="num">{moment(change.at, timezone)}</small>
        </li>
      ))}
    </ol>
  )
}

/** 'Laura Pineda (recepción)': which person of the business it was. Only who registered it may have no name. */
function person({ user_name, user_role, is_you }: Change): string {
  if (is_you) return 'ti'
  if (!user_name) return user_role === 'owner' ? 'el dueño' : 'ti'
  return user_role ? `${user_name} (${ROLE_LABELS[user_role].toLowerCase()})` : user_name
}

function sentence(entry: Change): string {
  const { change, actor, old } = entry
  if (change === 'confirmed' && actor === 'client') return 'El cliente confirmó que viene'
  const by = `${WHAT[change] ?? 'Cambiada por'} ${actor === 'owner' ? person(entry) : (WHO[actor] ?? 'el sistema')}`
  const was = [from(old), ...renamed(change, old), ...corrected(change, old)].filter(Boolean)
  return was.length ? `${by}: ${was.join('; ')}` : by
}

function from(old: Record<string, unknown>): string {
  const { appointment_date: date, appointment_time: time, professional_name: who } = old
  const parts = [
    typeof date === 'string' ? `el ${mediumDate(date.slice(0, 10))}` : '',
    typeof time === 'string' ? atTime(time) : '',
    typeof who === 'string' ? `con ${who}` : '',
  ]
  const before = parts.filter(Boolean).join(' ')
  return before && `antes era ${before}`
}

const ATTENDANCE: Record<string, string> = {
  attended: 'Asistió',
  no_show: 'No asistió',
  pending: 'sin marcar',
}

/** The values that a correction replaced. */
function corrected(change: string, old: Record<string, unknown>): string[] {
  if (change !== 'corrected') return []
  const was = ATTENDANCE[String(old['attendance_status'])]
  return [
    was ? `antes «${was}»` : 'actual_price' in old ? 'cambió el precio cobrado' : '',
    'client_confirmed_at' in old ? 'ya no dice «Confirmó»' : '',
    'arrived_at' in old ? 'ya no dice «Llegó»' : '',
  ]
}

function renamed(change: string, old: Record<string, unknown>): string[] {
  if (change !== 'edited' && change !== 'moved') return []
  const names = Object.entries(FIELDS).flatMap(([column, name]) => {
    if (!(column in old)) return []
    return old[column] && column !== 'notes' ? [`${name} (antes ${old[column]})`] : [name]
  })
  return names.length ? [`cambió ${names.join(', ')}`] : []
}

/** 'viernes 20 de noviembre, 3:30 pm', in the business's time zone. */
function moment(at: string, timezone: string): string {
  const { date, minute } = nowIn(timezone, Date.parse(at))
  return `${mediumDate(date)}, ${amPm(clockTime(minute))}`
}

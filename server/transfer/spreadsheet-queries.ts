import { statusLabel } from '#domain/appointment.ts'
import { sql, type RawBuilder } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { wholeOf } from '../accounts/scope.ts'
import { FORMULA, SIGN, TELEPHONE, type Style } from '../appointments/csv.ts'
import { areSeen, isSeen } from '../clients/card-queries.ts'

/** `word`: what cannot be a formula. */
type Kind = 'text' | 'word' | 'number'

/** A spreadsheet of an archive: its columns, and the lines of its rows as one query. */
export interface Spreadsheet {
  name: string
  titles: string[]
  lines: RawBuilder<unknown>
}

const CLIENTS: Record<string, [title: string, kind: Kind]> = {
  'c.client_name': ['Nombre', 'text'],
  'c.client_phone': ['Teléfono', 'text'],
  'c.client_email': ['Correo', 'text'],
  'c.client_id': ['Cédula', 'text'],
  'booked.appointments': ['Citas', 'number'],
  'booked.first_appointment': ['Primera', 'word'],
  'booked.last_appointment': ['Última', 'word'],
}
const APPOINTMENTS: typeof CLIENTS = {
  appointment_date: ['Fecha', 'word'],
  clock: ['Hora', 'word'],
  duration_minutes: ['Duración (min)', 'number'],
  client_name: ['Cliente', 'text'],
  client_phone: ['Teléfono', 'text'],
  client_email: ['Correo', 'text'],
  client_id: ['Cédula', 'text'],
  service_name: ['Servicio', 'text'],
  professional_name: ['Profesional', 'text'],
  label: ['Estado', 'word'],
  stated_price: ['Precio', 'number'],
  actual_price: ['Precio cobrado', 'number'],
  notes: ['Notas', 'text'],
}
const SERVICES: typeof CLIENTS = {
  service_name: ['Servicio', 'text'],
  description: ['Descripción', 'text'],
  duration_minutes: ['Duración (min)', 'number'],
  stated_price: ['Precio', 'number'],
}

/** The words of `statusLabel`, in its order. */
const LABEL = sql`case
  when status = 'cancelled' then ${statusLabel({ status: 'cancelled' })}
  when attendance_status = 'attended' then ${statusLabel({ attendance_status: 'attended' })}
  when attendance_status = 'no_show' then ${statusLabel({ attendance_status: 'no_show' })}
  when status = 'completed' then ${statusLabel({ status: 'completed' })}
  when rescheduled_from is not null then ${statusLabel({ rescheduled_from: true })}
  else ${statusLabel({})} end`

/** Empty while nobody said what it costs, as `isOpenPrice` has it. */
const STATED_PRICE = sql`case when price_kind = 'ask' and price = 0 then null else price end as stated_price`

/** What is most asked for, for people. */
export function spreadsheetsOf(business_id: BusinessId, style: Style): Spreadsheet[] {
  const whole = wholeOf(business_id)
  const of = (name: string, columns: typeof CLIENTS, from: RawBuilder<unknown>) => ({
    name,
    titles: Object.values(columns).map(([title]) => title),
    lines: sql`select ${lineOf(columns, style)} ${from}`,
  })
  return [
    of(
      'clientes.csv',
      CLIENTS,
      sql`
        from client_cards c
        cross join lateral (
          select count(*) as appointments, min(a.appointment_date) as first_appointment,
            max(a.appointment_date) as last_appointment
          from appointments a where ${areSeen(whole)}) booked
        where ${isSeen(whole)} order by c.sorted_name, c.id`,
    ),
    of(
      'citas.csv',
      APPOINTMENTS,
      sql`from (select *, to_char(appointment_time, 'HH24:MI') as clock, ${LABEL} as label, ${STATED_PRICE} from appointments
        where business_id = ${business_id} and hold_kind is null) a order by id`,
    ),
    of(
      'servicios.csv',
      SERVICES,
      sql`from (select *, ${STATED_PRICE} from services
        where business_id = ${business_id} and deleted_at is null) s order by id`,
    ),
  ]
}

/** A line as `csv.ts` writes it, made by the database: so many rows would be garbage here. */
function lineOf(columns: typeof CLIENTS, style: Style): RawBuilder<unknown> {
  const cells = Object.entries(columns).map(([name, [, kind]]) => CELL[kind](sql.ref(name), style))
  return sql`concat(${sql.join(cells, sql`, ${style.separator}::text, `)}, E'\r\n')`
}

/** As `concat` writes nothing for null, so is the cell of nothing empty. */
const CELL: Record<Kind, (value: RawBuilder<unknown>, style: Style) => RawBuilder<unknown>> = {
  number: (value, { decimal }) => sql`replace(trim_scale(${value}::numeric)::text, '.', ${decimal})`,
  word: (value) => sql`'"' || ${value} || '"'`,
  // The look for a sign spares most texts the slow one.
  text: (value) => sql`'"' || replace(
    case when ${value} !~ ${SIGN} or ${value} ~ ${TELEPHONE} then ${value}
      else regexp_replace(${value}, ${FORMULA}, '\\1''', 'g') end, '"', '""') || '"'`,
}

import { statusLabel } from '#domain/appointment.ts'
import { longDate, minutesOf } from '#domain/dates.ts'
import { grouped } from '#domain/grouped.ts'
import { counted } from '#domain/numbers.ts'
import { stretchOn, timeOffHours, timeOffText } from '#domain/time-off.ts'
import { type Appointment, hoursOf } from '../data/appointment.ts'
import type { TimeOff } from '../data/time-off.ts'
import type { Mark } from '../marks/marks.ts'
import { usePhone } from '../phone.ts'
import './sheet.css'

interface Props {
  business: string
  days: string[]
  list: Appointment[]
  marks: Record<number, Mark>
  /** What is blocked of these days. */
  blocked: TimeOff[]
  /** Who works here, by id: also whoever has nothing but blocked time is listed. */
  names: ReadonlyMap<number, string>
}

/** A sheet for each day that has appointments; when none has, the first day's sheet says so. */
export function Sheets({ days, list, blocked, ...rest }: Props) {
  const busy = days.filter((date) => of(list, date).some(({ status }) => status !== 'cancelled'))
  return (busy.length > 0 ? busy : days.slice(0, 1)).map((date) => (
    <DaySheet
      key={date}
      date={date}
      list={of(list, date)}
      blocked={blocked.filter((row) => stretchOn(row, date))}
      {...rest}
    />
  ))
}

const of = (list: Appointment[], date: string) => list.filter((one) => one.appointment_date === date)

/** A list for each professional in black on white, without cancelled appointments. */
function DaySheet({ business, date, list, marks, blocked, names }: Omit<Props, 'days'> & { date: string }) {
  const there = list.filter(({ status }) => status !== 'cancelled')
  const everybodys = blocked.filter((row) => row.professional_id === null)
  return (
    <article>
      <header>
        <h1>{business}</h1>
        <p>
          Agenda del {longDate(date)} · {counted(there.length, 'cita')}
        </p>
        {everybodys.map((row) => (
          <p key={row.id}>
            <b>Todo el negocio</b> · {timeOffHours(row, date)} · {timeOffText(row)}
          </p>
        ))}
      </header>
      {there.length === 0 && <p>No hay citas este día.</p>}
      {listsOf(there, blocked, names).map(({ id, name, own, away }) => (
        <section key={id}>
          <h2>
            {name} <small>{counted(own.length, 'cita')}</small>
          </h2>
          <table>
            <thead>
              <tr>
                <th>Hora</th>
                <th>Cliente</th>
                <th>Teléfono</th>
                <th>Servicio</th>
                <th>Notas</th>
              </tr>
            </thead>
            <tbody>
              {[
                ...away.map((row) => ({ from: stretchOn(row, date)![0], row, one: undefined })),
                ...own.map((one) => ({ from: minutesOf(one.appointment_time), row: undefined, one })),
              ]
                .sort((a, b) => a.from - b.from)
                .map(({ row, one }) =>
                  row ? (
                    <tr key={`blocked ${row.id}`} className="blocked">
                      <td className="num">{timeOffHours(row, date)}</td>
                      <td colSpan={4}>{timeOffText(row)}</td>
                    </tr>
                  ) : (
                    <Row key={one.id} one={one} mark={marks[one.id]} />
                  ),
                )}
            </tbody>
          </table>
        </section>
      ))}
    </article>
  )
}

function Row({ one, mark }: { one: Appointment; mark: Mark | undefined }) {
  const phoneText = usePhone()
  return (
    <tr>
      <td className="num">{hoursOf(one)}</td>
      <td>
        <b>{one.client_name}</b>
        {mark?.alert && <strong className="alert-line">{mark.alert}</strong>}
        {one.status !== 'scheduled' && <small>{statusLabel(one)}</small>}
      </td>
      <td className="num">{phoneText(one.client_phone)}</td>
      <td>{one.service_name}</td>
      <td>{one.notes}</td>
    </tr>
  )
}

/** The professionals by name, each with appointments and blocked time. */
function listsOf(there: Appointment[], blocked: TimeOff[], names: Props['names']) {
  const lists = new Map(
    grouped(there, (one) => one.professional_id).map((own) => [
      own[0]!.professional_id,
      { id: own[0]!.professional_id, name: own[0]!.professional_name, own, away: [] as TimeOff[] },
    ]),
  )
  for (const row of blocked) {
    const id = row.professional_id
    // What is left of somebody who was deleted says nothing any more.
    const name = id !== null && names.get(id)
    if (name && !lists.has(id)) lists.set(id, { id, name, own: [], away: [] })
    if (id !== null) lists.get(id)?.away.push(row)
  }
  return [...lists.values()].sort((a, b) => a.name.localeCompare(b.name, 'es'))
}

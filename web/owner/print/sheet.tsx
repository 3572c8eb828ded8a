import { statusLabel } from '#domain/appointment.ts'
import { longDate } from '#domain/dates.ts'
import { grouped } from '#domain/grouped.ts'
import { type Appointment, hoursOf } from '../data/appointment.ts'
import type { Mark } from '../marks/marks.ts'
import { usePhone } from '../phone.ts'
import './sheet.css'

interface Props {
  business: string
  days: string[]
  list: Appointment[]
  marks: Record<number, Mark>
}

/** A sheet for each day that has appointments; when none has, the first day's sheet says so. */
export function Sheets({ business, days, list, marks }: Props) {
  const busy = days.filter((date) => of(list, date).some(({ status }) => status !== 'cancelled'))
  return (busy.length > 0 ? busy : days.slice(0, 1)).map((date) => (
    <DaySheet key={date} business={business} date={date} list={of(list, date)} marks={marks} />
  ))
}

const of = (list: Appointment[], date: string) => list.filter((one) => one.appointment_date === date)

/** A list for each professional in black on white, without cancelled appointments. */
function DaySheet({ business, date, list, marks }: Omit<Props, 'days'> & { date: string }) {
  const phoneText = usePhone()
  const there = list.filter(({ status }) => status !== 'cancelled')
  const lists = grouped(there, (one) => one.professional_id).sort((a, b) =>
    a[0]!.professional_name.localeCompare(b[0]!.professional_name, 'es'),
  )
  return (
    <article>
      <header>
        <h1>{business}</h1>
        <p>
          Agenda del {longDate(date)} · {there.length === 1 ? '1 cita' : `${there.length} citas`}
        </p>
      </header>
      {lists.length === 0 && <p>No hay citas este día.</p>}
      {lists.map((own) => (
        <section key={own[0]!.professional_id}>
          <h2>
            {own[0]!.professional_name} <small>{own.length === 1 ? '1 cita' : `${own.length} citas`}</small>
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
              {own.map((one) => (
                <tr key={one.id}>
                  <td className="num">{hoursOf(one)}</td>
                  <td>
                    <b>{one.client_name}</b>
                    {marks[one.id]?.alert && <strong className="alert-line">{marks[one.id]!.alert}</strong>}
                    {one.status !== 'scheduled' && <small>{statusLabel(one)}</small>}
                  </td>
                  <td className="num">{phoneText(one.client_phone)}</td>
                  <td>{one.service_name}</td>
                  <td>{one.notes}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </article>
  )
}

import { counted } from '#domain/numbers.ts'
import { statusLabel } from '#domain/appointment.ts'
import { type Gap, gapsOf, gapText } from '#domain/day-gaps.ts'
import { hoursOn } from '#domain/schedule.ts'
import { initialsOf } from '#domain/team-names.ts'
import { amPm, clockTime, mediumDate, minutesOf, weekday } from '#domain/dates.ts'
import { timeOffHours, timeOffText } from '#domain/time-off.ts'
import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { type Block, takes, useBlocks } from '../data/dates/use-blocks.ts'
import { hoursOf, startOf } from '../data/appointment.ts'
import { useSpecialHours } from '../data/dates/use-special-hours.ts'
import { PrintDays } from '../print/print-days.tsx'
import './day-line.css'
import type { Appointment } from '../data/appointment.ts'
import type { Hours } from './periods.ts'
import type { Professional } from '#domain/api/professional.ts'
import { Link } from '../parts/link.tsx'

const HOUR = 60
/** The duration, in minutes, from which there is room for the service's name. */
const LONG = 120
const USUAL = { first: 8 * HOUR, last: 18 * HOUR }

interface Props {
  appointments: Appointment[]
  professionals: Professional[]
  hours: Hours
  now: { date: string; minute: number }
  toneOf: (one: Appointment) => number
}

/** Today's appointments, with a row for each professional. */
export function DayLine({ appointments, professionals, hours: weeks, now, toneOf }: Props) {
  const list = appointments.filter(({ status }) => status !== 'cancelled')
  const lanes = lanesOf(list, professionals)
  const letters = initialsOf(lanes.map(({ id, name }) => ({ id, professional_name: name })))
  const hours = hoursShown(list, now.minute)
  const special = useSpecialHours([now.date])
  const blocks = useBlocks([now.date])(now.date)
  const gapsFor = (id: number): Gap[] => {
    if (weeks.business.length === 0) return []
    const professional_week = weeks.own.filter((day) => day.professional_id === id)
    const special_hours = special.hoursOf(id)
    const day = hoursOn({ business_week: weeks.business, professional_week, special_hours }, now.date)
    return gapsOf(day, [hours.first, hours.last])
  }
  const part = (minute: number) => (minute - hours.first) / (hours.last - hours.first)
  const at = (minute: number) => `${part(minute) * 100}%`
  const open = list.filter(({ status }) => status === 'scheduled').length
  const isNowShown = now.minute >= hours.first && now.minute < hours.last
  const scroller = useRef<HTMLDivElement>(null)
  const scrollToNow = useEffectEvent(() => {
    const line = scroller.current
    if (line) line.scrollLeft = Math.max(0, part(now.minute - HOUR)) * line.scrollWidth
  })
  // On small screens the line scrolls inside its card: it opens at the present time and then stays where it
  // is put.
  useEffect(() => scrollToNow(), [])

  return (
    <section className="card" aria-labelledby="day-title">
      <div className="day-h">
        <h2 id="day-title">
          Hoy, <span className="only-d">{weekday(now.date)} </span>
          {mediumDate(now.date).replace(/^\S+ /, '')}
        </h2>
        <span className="small muted num">
          <span className="only-d">{counted(list.length, 'cita')} · </span>
          {open} por atender
        </span>
        <PrintDays days={[now.date]} className="btn btn-2 btn-sm only-d" />
      </div>
      {lanes.length === 0 ? (
        <p className="day-none small muted">Hoy no tienes citas.</p>
      ) : (
        <div className="day-scroll" ref={scroller} tabIndex={0} role="region" aria-label="Línea del día">
          <div className="day" style={{ '--hours': (hours.last - hours.first) / HOUR } as CSSProperties}>
            <div className="day-axis" aria-hidden="true">
              {hours.marks.map((minute) => (
                <span key={minute} style={{ left: at(minute) }}>
                  {amPm(clockTime(minute)).replace(':00', '')}
                </span>
              ))}
              {isNowShown && <i className="day-dot" style={{ left: at(now.minute) }} />}
            </div>
            {isNowShown && <i className="day-now" style={{ '--at': part(now.minute) } as CSSProperties} />}
            <ul>
              {lanes.map((lane) => (
                <li key={lane.id} className="day-lane">
                  <span className="day-who">
                    <Avatar name={lane.name} letters={letters.get(lane.id)} src={lane.avatar} size="sm" />
                    <span className="sr">
                      {lane.name}: {counted(lane.list.length, 'cita')}
                    </span>
                  </span>
                  <div className="day-track">
                    {gapsFor(lane.id).map((gap) => (
                      <span
                        key={gap.from}
                        className={gap.reason === 'closed' ? 'day-off' : 'day-off is-own'}
                        style={{ left: at(gap.from), width: `calc(${at(gap.to)} - ${at(gap.from)})` }}
                      >
                        {gap.reason !== 'closed' && gapText(gap)}
                      </span>
                    ))}
                    {blocks
                      .filter((block) => takes(block, lane.id))
                      .map((block) => (
                        <Blocked key={block.row.id} {...{ block, hours, at }} date={now.date} />
                      ))}
                    {lane.list.map((one) => (
                      <Event key={one.id} one={one} tone={toneOf(one)} at={at} />
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </section>
  )
}

interface BlockedProps {
  block: Block
  date: string
  hours: { first: number; last: number }
  at: (minute: number) => string
}

function Blocked({ block, date, hours, at }: BlockedProps) {
  const { row } = block
  const [from, to] = [Math.max(block.from, hours.first), Math.min(block.to, hours.last)]
  if (from >= to) return null
  const [text, when] = [timeOffText(row), timeOffHours(row, date)]
  return (
    <span
      className="day-off is-blocked"
      style={{ left: at(from), width: `calc(${at(to)} - ${at(from)})` }}
      title={`${text} · ${when}`}
    >
      <span>{text}</span>
      <span className="sr">, tiempo bloqueado, {when}</span>
    </span>
  )
}

function Event({ one, tone, at }: { one: Appointment; tone: number; at: (minute: number) => string }) {
  const start = startOf(one)
  const left = at(start)
  const isDone = one.status !== 'scheduled'
  const isLong = one.duration_minutes >= LONG
  return (
    <Link
      to={`/dashboard/appointments?cita=${one.id}`}
      className={isDone ? 'day-event is-done' : `day-event t${tone}`}
      style={{ left, width: `calc(${at(start + one.duration_minutes)} - ${left} - 2px)` }}
      title={`${one.client_name} · ${one.service_name} · ${hoursOf(one)}`}
    >
      {isLong && `${one.service_name} · `}
      {one.client_name}
      <span className="sr">
        , {!isLong && `${one.service_name}, `}
        {hoursOf(one)}, {statusLabel(one)}
      </span>
    </Link>
  )
}

/** The active professionals, and all others with an appointment today. */
function lanesOf(list: Appointment[], professionals: Professional[]) {
  const lanes = professionals
    .filter(({ id, is_active }) => is_active || list.some((one) => one.professional_id === id))
    .map((one) => ({ id: one.id, name: one.professional_name, avatar: one.avatar_url }))
  for (const one of list)
    if (!lanes.some(({ id }) => id === one.professional_id))
      lanes.push({ id: one.professional_id, name: one.professional_name, avatar: null })
  return lanes.map((lane) => ({ ...lane, list: list.filter((one) => one.professional_id === lane.id) }))
}

/** Whole hours that include the usual day, all appointments, and the present time when it is near. */
function hoursShown(list: Appointment[], minute: number) {
  const starts = list.map((one) => minutesOf(one.appointment_time))
  const ends = list.map((one) => minutesOf(one.appointment_time) + one.duration_minutes)
  const first = Math.floor(Math.min(USUAL.first, ...starts) / HOUR) * HOUR
  const near = minute < 21 * HOUR ? minute + 1 : 0
  const last = Math.min(24, Math.ceil(Math.max(USUAL.last, near, ...ends) / HOUR)) * HOUR
  const marks = Array.from({ length: (last - first) / HOUR }, (_, i) => first + i * HOUR)
  return { first, last, marks }
}

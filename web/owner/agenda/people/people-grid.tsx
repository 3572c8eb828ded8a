import type { Gap } from '#domain/day-gaps.ts'
import { counted } from '#domain/numbers.ts'
import { memo, type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { imageSrc } from '../../../ui/image-src.ts'
import type { Appointment } from '../../data/appointment.ts'
import type { Block } from '../../data/dates/use-blocks.ts'
import { pressedId } from '../taken/overnight.ts'
import { pressedPause } from '../taken/pause.ts'
import { type Hours, ROW_MINUTES } from '../calendar/rows.ts'
import { initialsOf, shortNames } from '#domain/team-names.ts'
import './people.css'
import { PersonColumn } from './person-column.tsx'
import type { Person } from './use-people.ts'

interface Props {
  ref: RefObject<HTMLDivElement | null>
  date: string
  people: readonly Person[]
  /** Of each of them. */
  appointments: readonly (readonly Appointment[])[]
  blocks: readonly (readonly Block[])[]
  gaps: readonly (readonly Gap[])[]
  hours: Hours
  now: { date: string; minute: number }
  toneOf: (appointment: Appointment) => number
  onPick: (id: number) => void
  onBlock: (id: number) => void
  onEmpty: (column: number, minute: number) => void
  children: ReactNode
}

/** The professionals of a day side by side: heights are time, heads and hours stay in sight. */
export function PeopleGrid(props: Props) {
  const { ref, date, people, appointments, blocks, gaps, hours, now, toneOf, children } = props
  const isToday = date === now.date
  const isNowShown = isToday && now.minute >= hours.first && now.minute < hours.last
  useFirstLook(ref, hours, isToday ? now.minute : undefined, date)

  function press(event: MouseEvent) {
    const { target } = event
    const pause = pressedPause(event)
    if (pause) return props.onEmpty(pause.column, pause.minute)
    const at = (name: string) => (target as Element).closest<HTMLElement>(`[data-${name}]`)?.dataset[name]
    const id = pressedId(target as Element)
    const [block, col, row] = [at('block'), at('col'), at('row')]
    if (id) props.onPick(id)
    else if (block) props.onBlock(Number(block))
    else if (col && row) props.onEmpty(Number(col), hours.first + Number(row) * ROW_MINUTES)
  }

  return (
    <div className="cal-wrap people-wrap" tabIndex={0} role="region" aria-label="Citas por profesional">
      <div
        ref={ref}
        className={isNowShown ? 'pcal has-now' : 'pcal'}
        style={{
          ['--n' as string]: people.length,
          ['--minutes' as string]: hours.last - hours.first,
          ['--now' as string]: now.minute - hours.first,
        }}
        onClick={press}
      >
        <Heads people={people} appointments={appointments} />
        <Axis hours={hours} covered={isToday ? hourUnder(now.minute) : undefined} />
        {people.map(({ id, professional_name }, column) => (
          <PersonColumn
            key={id}
            name={professional_name}
            column={column}
            hours={hours}
            appointments={appointments[column]!}
            blocks={blocks[column]!}
            gaps={gaps[column]!}
            isPast={date < now.date}
            toneOf={toneOf}
          />
        ))}
        {isNowShown && <Now minute={now.minute} />}
        {children}
      </div>
    </div>
  )
}

const Heads = memo(function Heads({ people, appointments }: Pick<Props, 'people' | 'appointments'>) {
  const names = shortNames(people)
  const letters = initialsOf(people)
  return (
    <>
      <div className="phead corner" />
      {people.map(({ id, professional_name, avatar_url }, column) => (
        <div key={id} className="phead" style={{ gridColumn: column + 2 }}>
          <Avatar
            name={professional_name}
            letters={letters.get(id)}
            src={imageSrc(avatar_url, 160)}
            size="sm"
          />
          <span>
            <b title={professional_name}>{names.get(id)}</b>
            <small>{counted(appointments[column]!.length, 'cita')}</small>
          </span>
        </div>
      ))}
    </>
  )
})

/** The full hour whose label the mark of now would cover. */
const hourUnder = (minute: number) =>
  (minute + 8) % 60 < 27 ? Math.floor((minute + 8) / 60) * 60 : undefined

/** The full hours, but for the one that is covered. */
const Axis = memo(function Axis({ hours, covered }: { hours: Hours; covered: number | undefined }) {
  const full = Array.from(
    { length: Math.ceil(hours.last / 60) - Math.ceil(hours.first / 60) },
    (_, i) => (Math.ceil(hours.first / 60) + i) * 60,
  )
  return (
    <div className="paxis">
      {full.map((minute) => (
        <span key={minute} style={{ top: `calc(var(--u) * ${minute - hours.first})` }}>
          {minute !== covered && `${Math.floor(minute / 60) % 12 || 12} ${minute % 1440 < 720 ? 'am' : 'pm'}`}
        </span>
      ))}
    </div>
  )
})

/** The mark beside the hours. */
function Now({ minute }: { minute: number }) {
  return (
    <span className="now-t pnow-t">
      <b>
        <span className="sr">Ahora, </span>
        {`${Math.floor(minute / 60) % 12 || 12}:${String(minute % 60).padStart(2, '0')}`}
      </b>
    </span>
  )
}

/** The day opens with the hour before now on top. */
function useFirstLook(
  ref: RefObject<HTMLDivElement | null>,
  { first, last }: Hours,
  minute: number | undefined,
  date: string,
) {
  const isToday = minute !== undefined
  useEffect(() => {
    if (!isToday) return
    const column = ref.current!.querySelector<HTMLElement>('.pcol')
    if (!column) return
    const perMinute = column.offsetHeight / (last - first)
    ref.current!.parentElement!.scrollTop = Math.max(0, (minute - 60 - first) * perMinute)
    // Only when the day opens: later minutes must not move what somebody looks at.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ref, isToday, date, first])
}

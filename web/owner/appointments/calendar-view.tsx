import { canEdit } from '#domain/appointment.ts'
import { minutesOf } from '#domain/dates.ts'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Appointment, endOf } from '../calendar/appointment.ts'
import { cardBeside, focusCard, showCard } from '../calendar/card-keys.ts'
import { measure, place } from '../calendar/geometry.ts'
import { label } from '../calendar/ghost.ts'
import { Grid } from '../calendar/grid.tsx'
import { MoveBar } from '../calendar/move-bar.tsx'
import { NowLine } from '../calendar/now-line.tsx'
import { hoursShown, rangesOf } from '../calendar/rows.ts'
import { nearest, objection } from '../calendar/starts.ts'
import { useDrag } from '../calendar/use-drag.ts'
import { WeekStrip } from '../calendar/week-strip.tsx'
import { Failed } from '../parts/states.tsx'
import type { Catalogue } from './catalogue.ts'
import './calendar-view.css'
import { EVERYTHING, isEverything, isWanted } from './filters.ts'
import { Tools } from './tools.tsx'
import { UndoToast } from './undo-toast.tsx'
import type { Agenda } from './use-agenda.ts'
import { type Carried, useCarry } from './use-carry.ts'
import { useMoves } from './use-moves.ts'
import { useShownDays } from './use-shown-days.ts'
import type { View } from './use-view.ts'

interface Props {
  agenda: Agenda
  catalogue: Catalogue
  view: View
  now: { date: string; minute: number }
  /** An appointment that is to be moved without dragging. */
  carried: Carried | undefined
  onCarry: (carried: Carried | undefined) => void
  onOpen: (one: Appointment) => void
  /** Without a time: somewhere on that day. */
  onNew: (at: { date: string; time?: string }) => void
  /** An appointment that is looked for: its card is shown and gets the focus. */
  sought: { id: number; date: string } | undefined
  onFound: () => void
}

const FAILURES = {
  failed: { title: 'No pudimos mostrar tus citas', reason: 'Error cargando citas' },
  lost: {
    title: 'Sin conexión no podemos mostrar estos días',
    reason: 'Aparecerán cuando vuelva el internet.',
  },
}

const NONE: readonly Appointment[] = []

export function CalendarView(props: Props) {
  const { agenda, catalogue, view, now, carried, onCarry, onOpen, onNew, sought, onFound } = props
  const { week, rules, professionals, toneOf } = catalogue
  const [wanted, setWanted] = useState(EVERYTHING)
  const { dates, failure, retry } = useShownDays(agenda, view)
  const { move, done, forget } = useMoves(agenda)
  const grid = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)

  const lists = dates.map((date) => agenda.days.list(date))
  const isReady = lists.every(Boolean)
  const isFailed = failure !== undefined && !isReady
  const key = lists.map((list) => list ?? NONE)
  const appointments = useMemo(
    () => key.map((list) => (isEverything(wanted) ? list : list.filter((one) => isWanted(one, wanted)))),
    // As many dependencies as there are days would be too many for React: their identity is compared below.
    [useSame(key), wanted],
  )
  const hours = useMemo(() => hoursShown(week, appointments.flat()), [week, appointments])
  const professional = Number(wanted.professional)
  const professionalWeek = professional ? rules.of(professional).professionalWeek : undefined
  const ranges = useMemo(() => rangesOf(dates, week, professionalWeek), [dates, week, professionalWeek])

  const snap = (one: Appointment, date: string, wished: number) => {
    const own = rules.of(one.professional_id)
    const minute = nearest(one, date, wished, own)
    const day = { date, appointments: agenda.days.list(date) ?? NONE }
    return { minute, against: objection(one, day, minute, own, now) }
  }
  useDrag({
    ...{ grid, ghost, hours, snap },
    isThere: !isFailed,
    days: dates,
    movable: (id) => {
      const one = agenda.days.find(id)
      return one && !canEdit(one) && !carried ? one : undefined
    },
    onStart: (one) => void rules.need(one.professional_id),
    onDrop: (one, target) => void move(one, target),
  })
  const carry = useCarry({ carried, onCarry, view, grid, snap, move, rules, now })
  const against = carried && snap(carried.one, carried.date, minutesOf(carried.time)).against

  useEffect(() => {
    if (!sought || !isReady || !dates.includes(sought.date)) return
    const has = (list: readonly Appointment[]) => list.some(({ id }) => id === sought.id)
    if (appointments.some(has)) {
      showCard(grid.current, sought.id)
      onFound()
    } else if (key.some(has)) setWanted(EVERYTHING)
    else onFound()
  }, [sought, isReady, dates, appointments, onFound])

  // Where the carried appointment would be is drawn over the calendar.
  useLayoutEffect(() => {
    const column = carried ? dates.indexOf(carried.date) : -1
    if (!carried || column === -1 || !grid.current)
      return void (ghost.current && (ghost.current.hidden = true))
    const { one, time } = carried
    place(ghost.current!, measure(grid.current, hours), column, minutesOf(time), one.duration_minutes)
    label(ghost.current!, one, carried, against)
    ghost.current!.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [carried, dates, hours, appointments, against])

  // Stable, so that pressing on one card does not draw all of them again.
  const latest = useRef({ carry, onOpen, onNew, agenda, goTo: view.goTo })
  latest.current = { carry, onOpen, onNew, agenda, goTo: view.goTo }
  const pick = useCallback((id: number) => {
    const { carry, agenda, onOpen } = latest.current
    const one = agenda.days.find(id)
    if (one && !carry.isCarrying) onOpen(one)
  }, [])
  const pressEmpty = useCallback((date: string, time: string) => {
    const { carry, onNew } = latest.current
    if (carry.isCarrying) carry.to({ date, time })
    else onNew({ date, time })
  }, [])
  const showDay = useCallback((date: string) => latest.current.goTo(date, 'dia'), [])

  function pressKey(event: KeyboardEvent) {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select')) return
    const card = target.closest<HTMLElement>('.ev')
    const one = card ? agenda.days.find(Number(card.dataset['id'])) : undefined
    if (event.key.toLowerCase() === 'n' && !carried) {
      onNew(one ? { date: one.appointment_date, time: endOf(one) } : { date: view.date })
      return event.preventDefault()
    }
    if (!card) return
    if (event.key.toLowerCase() === 'm' && one) carry.start(one)
    else if (event.key.startsWith('Arrow')) cardBeside(grid.current!, card, event.key)?.focus()
    else return
    event.preventDefault()
  }

  const todayColumn = dates.indexOf(now.date)
  return (
    <section className="card calbox" aria-label="Calendario" aria-describedby="cal-help" onKeyDown={pressKey}>
      <Tools
        {...{ view, wanted, professionals }}
        days={dates}
        today={now.date}
        onWanted={(next) => {
          setWanted(next)
          if (next.professional) void rules.need(Number(next.professional))
        }}
      />
      <p id="cal-help" className="sr">
        Con las flechas pasas de una cita a otra, con Enter la abres, con la tecla M la mueves y con la tecla
        N agendas una nueva a continuación.
      </p>
      {!view.isWide && view.span !== 'semana' && (
        <WeekStrip
          date={view.date}
          today={now.date}
          countOf={(date) => agenda.days.list(date)?.length}
          onChange={view.goTo}
        />
      )}
      <div role="status">
        {isReady && !isEverything(wanted) && appointments.every((list) => list.length === 0) && (
          <p className="cal-none">
            Con estos filtros no hay citas {dates.length > 1 ? 'en estos días' : 'este día'}.
            <button type="button" className="btn btn-3 btn-sm" onClick={() => setWanted(EVERYTHING)}>
              Ver todas
            </button>
          </p>
        )}
      </div>
      {isFailed ? (
        <Failed {...FAILURES[failure]} onRetry={retry} />
      ) : (
        <div className={isReady ? 'cal-area' : 'cal-area waiting'} aria-busy={!isReady}>
          {!isReady && (
            <p className="cal-wait late" role="status">
              <span className="spinner" />
              Cargando citas…
            </p>
          )}
          <Grid
            {...{ appointments, hours, ranges, toneOf }}
            ref={grid}
            days={dates}
            today={now.date}
            onPick={pick}
            onEmpty={pressEmpty}
            onDay={showDay}
          >
            {todayColumn !== -1 && <NowLine minute={now.minute} column={todayColumn} hours={hours} />}
            <div className="cal-over">
              <div ref={ghost} className="cal-ghost" hidden aria-hidden="true" />
            </div>
          </Grid>
        </div>
      )}
      {carried && (
        <MoveBar
          one={carried.one}
          target={carried}
          against={against}
          onShift={carry.shift}
          onDrop={carry.drop}
          onCancel={carry.end}
        />
      )}
      {done && (
        <UndoToast
          key={done.text}
          text={done.text}
          onUndo={() => {
            const focus = () => focusCard(grid.current, done.id)
            // Shown anew with the server's answer, it would lose the focus.
            void done.undo().then(focus)
            focus()
          }}
          onEnd={forget}
        />
      )}
    </section>
  )
}

/** The same list as before while its members are the same. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const before = useRef(list)
  const isSame = before.current.length === list.length && before.current.every((one, i) => one === list[i])
  if (!isSame) before.current = list
  return before.current
}

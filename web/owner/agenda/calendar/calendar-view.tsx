import { canEdit } from '#domain/appointment.ts'
import { minutesOf } from '#domain/dates.ts'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cachedAppointment } from '../../data/appointment-cache.ts'
import { type Appointment, endOf } from '../../data/appointment.ts'
import { type Block, takes, useBlocks } from '../block/use-blocks.ts'
import type { BlockPreset } from '../block/values.ts'
import type { TimeOff } from '../../data/time-off.ts'
import { cardBeside, focusCard, showCard } from './card-keys.ts'
import { measure, place } from './geometry.ts'
import { label } from './ghost.ts'
import { Grid } from './grid.tsx'
import { MoveBar } from './move-bar.tsx'
import { NowLine } from './now-line.tsx'
import { hoursShown, rangesOf } from './rows.ts'
import { availabilityOf, conflictReason, nearest, stepOf } from './starts.ts'
import { useDrag } from './use-drag.ts'
import { WeekStrip } from './week-strip.tsx'
import { Failed } from '../../parts/states.tsx'
import type { Catalogue } from '../use-catalogue.ts'
import './calendar-view.css'
import { isEmpty, matchesFilters, NO_FILTERS } from '../filters.ts'
import { Tools } from '../tools.tsx'
import { UndoToast } from './undo-toast.tsx'
import { type PendingMove, usePendingMove } from './use-pending-move.ts'
import { useMoves } from './use-moves.ts'
import { useOpenAtNow } from './use-open-at-now.ts'
import { useSameList, useShownDays } from './use-shown-days.ts'
import type { View } from '../use-view.ts'

interface Props {
  catalogue: Catalogue
  view: View
  now: { date: string; minute: number }
  /** The appointment being moved without dragging. */
  pendingMove: PendingMove | undefined
  onPendingMove: (move: PendingMove | undefined) => void
  onOpen: (appointment: Appointment) => void
  /** Without a time, anywhere on that day. */
  onNew: (at: { date: string; time?: string }) => void
  onBlock: (at: TimeOff | BlockPreset) => void
  /** The appointment whose card is to be shown and focused. */
  focusTarget: { id: number; date: string } | undefined
  onFocused: () => void
  onFound: (about: { id: number; date: string }) => void
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
  const { catalogue, view, now, pendingMove, onPendingMove, onOpen, onNew, onBlock, focusTarget } = props
  const { onFocused, onFound } = props
  const { week, rulesOf, needHours, professionals, toneOf } = catalogue
  const [filters, setFilters] = useState(NO_FILTERS)
  const { dates, isReady, isFetching, failure, retry, listOn } = useShownDays(view)
  const { move, done, forget } = useMoves()
  const grid = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)

  const lists = useSameList(dates.map((date) => listOn(date) ?? NONE))
  const appointments = useMemo(
    () =>
      lists.map((list) =>
        isEmpty(filters) ? list : list.filter((appointment) => matchesFilters(appointment, filters)),
      ),
    [lists, filters],
  )
  const hours = useMemo(() => hoursShown(week, appointments.flat()), [week, appointments])
  const professional = Number(filters.professional)
  const professionalWeek = professional ? rulesOf(professional).professionalWeek : undefined
  const ranges = useMemo(() => rangesOf(dates, week, professionalWeek), [dates, week, professionalWeek])

  const blocksOn = useBlocks(dates)
  const blocks = useMemo(
    () => dates.map((date) => blocksOn(date).filter((block) => !professional || takes(block, professional))),
    [dates, blocksOn, professional],
  )
  const whoOf = useCallback(
    ({ row }: Block) =>
      row.professional_id === null
        ? undefined
        : professionals?.find(({ id }) => id === row.professional_id)?.professional_name,
    [professionals],
  )

  const snap = (appointment: Appointment, date: string, wished: number) => {
    const rules = rulesOf(appointment.professional_id)
    const absences = blocksOn(date).filter((block) => takes(block, appointment.professional_id))
    const day = { date, appointments: listOn(date) ?? NONE, absences }
    const known = availabilityOf(appointment, day, rules, now)
    const minute = nearest(known, date, wished, stepOf(appointment, rules))
    return { minute, conflict: conflictReason(known, date, minute, now.date) }
  }
  useDrag({
    grid,
    ghost,
    hours,
    snap,
    isThere: failure === undefined,
    days: dates,
    movable: (id) => {
      const appointment = cachedAppointment(id)
      return appointment && !canEdit(appointment) && !pendingMove ? appointment : undefined
    },
    onStart: needHours,
    onDrop: (appointment, target) => void move(appointment, target),
  })
  const moving = usePendingMove({ pendingMove, onPendingMove, view, grid, snap, move, catalogue, now })
  const conflict =
    pendingMove && snap(pendingMove.appointment, pendingMove.date, minutesOf(pendingMove.time)).conflict

  useEffect(() => {
    if (!focusTarget || !isReady || !dates.includes(focusTarget.date)) return
    const has = (list: readonly Appointment[]) => list.some(({ id }) => id === focusTarget.id)
    if (appointments.some(has)) {
      showCard(grid.current, focusTarget.id)
      onFocused()
    } else if (lists.some(has)) setFilters(NO_FILTERS)
    else if (!isFetching) onFocused()
  }, [focusTarget, isReady, isFetching, dates, lists, appointments, onFocused])

  const todayColumn = dates.indexOf(now.date)
  const showNow = useOpenAtNow(grid, isReady && todayColumn !== -1, !focusTarget && !pendingMove)

  // Draws the appointment's possible place over the calendar.
  useLayoutEffect(() => {
    const column = pendingMove ? dates.indexOf(pendingMove.date) : -1
    if (!pendingMove || column === -1 || !grid.current) {
      if (ghost.current) ghost.current.hidden = true
      return
    }
    const { appointment, time } = pendingMove
    const geometry = measure(grid.current, hours)
    place(ghost.current!, geometry, column, minutesOf(time), appointment.duration_minutes)
    label(ghost.current!, appointment, pendingMove, conflict)
    ghost.current!.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pendingMove, dates, hours, appointments, conflict])

  // Stable callbacks, so that pressing one card does not render all of them again.
  const latest = useRef({ moving, onOpen, onNew, onBlock, blocks, goTo: view.goTo })
  latest.current = { moving, onOpen, onNew, onBlock, blocks, goTo: view.goTo }
  const pick = useCallback((id: number) => {
    const { moving, onOpen } = latest.current
    const appointment = cachedAppointment(id)
    if (appointment && !moving.isUnderWay) onOpen(appointment)
  }, [])
  const pressEmpty = useCallback((date: string, time: string) => {
    const { moving, onNew } = latest.current
    if (moving.isUnderWay) moving.to({ date, time })
    else onNew({ date, time })
  }, [])
  const pressBlock = useCallback((id: number) => {
    const { moving, onBlock, blocks } = latest.current
    const block = blocks.flat().find(({ row }) => row.id === id)
    if (block && !moving.isUnderWay) onBlock(block.row)
  }, [])
  const showDay = useCallback((date: string) => latest.current.goTo(date, 'dia'), [])

  function pressKey(event: KeyboardEvent) {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select')) return
    const card = target.closest<HTMLElement>('.ev')
    const appointment = card ? cachedAppointment(Number(card.dataset['id'])) : undefined
    if (event.key.toLowerCase() === 'n' && !pendingMove) {
      onNew(
        appointment ? { date: appointment.appointment_date, time: endOf(appointment) } : { date: view.date },
      )
      return event.preventDefault()
    }
    if (event.key.toLowerCase() === 'b' && !pendingMove) {
      onBlock({ date: view.date })
      return event.preventDefault()
    }
    if (!card) return
    if (event.key.toLowerCase() === 'm' && appointment) moving.start(appointment)
    else if (event.key.startsWith('Arrow')) cardBeside(grid.current!, card, event.key)?.focus()
    else return
    event.preventDefault()
  }

  return (
    <section className="card calbox" aria-label="Calendario" aria-describedby="cal-help" onKeyDown={pressKey}>
      <Tools
        view={view}
        filters={filters}
        professionals={professionals}
        days={dates}
        today={now.date}
        onToday={() => {
          view.goTo(now.date)
          showNow()
        }}
        onFound={onFound}
        onFilters={(next) => {
          setFilters(next)
          if (next.professional) needHours()
        }}
      />
      <p id="cal-help" className="sr">
        Con las flechas pasas de una cita a otra, con Enter la abres, con la tecla M la mueves, con la tecla N
        agendas una nueva a continuación y con la tecla B bloqueas tiempo.
      </p>
      {!view.isWide && view.span !== 'semana' && (
        <WeekStrip
          date={view.date}
          today={now.date}
          countOf={(date) => listOn(date)?.length}
          onChange={view.goTo}
        />
      )}
      <div role="status" className="cal-said">
        {isReady && !isEmpty(filters) && appointments.every((list) => list.length === 0) && (
          <p className="cal-none">
            Con estos filtros no hay citas {dates.length > 1 ? 'en estos días' : 'este día'}.
            <button type="button" className="btn btn-3 btn-sm" onClick={() => setFilters(NO_FILTERS)}>
              Ver todas
            </button>
          </p>
        )}
      </div>
      {failure ? (
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
            appointments={appointments}
            hours={hours}
            ranges={ranges}
            toneOf={toneOf}
            ref={grid}
            days={dates}
            today={now.date}
            onPick={pick}
            onEmpty={pressEmpty}
            blocks={blocks}
            whoOf={whoOf}
            onBlock={pressBlock}
            onDay={showDay}
          >
            {todayColumn !== -1 && <NowLine minute={now.minute} column={todayColumn} hours={hours} />}
            <div className="cal-over">
              <div ref={ghost} className="cal-ghost" hidden aria-hidden="true" />
            </div>
          </Grid>
        </div>
      )}
      {pendingMove && (
        <MoveBar
          appointment={pendingMove.appointment}
          target={pendingMove}
          conflict={conflict}
          onShift={moving.shift}
          onDrop={moving.drop}
          onCancel={moving.end}
        />
      )}
      {done && (
        <UndoToast
          key={done.text}
          text={done.text}
          onUndo={() => {
            const focus = () => focusCard(grid.current, done.id)
            // Focused again afterwards, because the server's answer may render it anew.
            void done.undo().then(focus)
            focus()
          }}
          onEnd={forget}
        />
      )}
    </section>
  )
}

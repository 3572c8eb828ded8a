import { canEdit } from '#domain/appointment.ts'
import { clockTime, minutesOf } from '#domain/dates.ts'
import { useCallback, useEffect, useRef } from 'react'
import { cachedAppointment } from '../../data/appointment-cache.ts'
import { type Appointment } from '../../data/appointment.ts'
import type { BlockPreset } from '../block/values.ts'
import type { TimeOff } from '../../data/time-off.ts'
import { focusCard, showCard } from './card-keys.ts'
import { type Place } from './ghost.ts'
import { Grid } from './grid.tsx'
import { MoveBar } from './move-bar.tsx'
import { NowLine } from './now-line.tsx'
import { snapTo } from './starts.ts'
import { keysOf, useKeysNowhere } from './keys.ts'
import { useShownGhost } from './use-shown-ghost.ts'
import { useDraw } from '../gestures/use-draw.ts'
import { useDrag } from '../gestures/use-drag.ts'
import { useStretching } from '../stretch/use-stretching.ts'
import { WeekStrip } from './week-strip.tsx'
import type { Allowed } from '../allowed.ts'
import { Failed } from '../../parts/states.tsx'
import { useFocusNext } from '../../parts/use-focus-return.ts'
import type { Catalogue } from '../use-catalogue.ts'
import './calendar-view.css'
import { isEmpty, NO_FILTERS, useFilters } from '../filters.ts'
import { NoneFound } from '../people/none-found.tsx'
import { PeopleChips } from '../people/people-chips.tsx'
import { Faces } from '../people/people-faces.tsx'
import { PeopleGrid } from '../people/people-grid.tsx'
import type { ToolsProps } from '../tool-parts.tsx'
import { Tools } from '../tools.tsx'
import { UndoToast } from './undo-toast.tsx'
import { type PendingMove, useAmongPeople, usePendingMove } from './use-pending-move.ts'
import { useMoves } from './use-moves.ts'
import { useColumns } from './use-columns.ts'
import { useOpenAtNow, useSteadyHours } from './use-open-at-now.ts'
import { useShownDays } from './use-shown-days.ts'
import type { View } from '../use-view.ts'

interface Props {
  catalogue: Catalogue
  business: number
  allowed: Allowed
  view: View
  now: { date: string; minute: number }
  /** The appointment being moved without dragging. */
  pendingMove: PendingMove | undefined
  onPendingMove: (move: PendingMove | undefined) => void
  onOpen: (appointment: Appointment) => void
  /** Without a time, anywhere on that day. */
  onNew: (at: { date: string; time?: string; professional_id?: number }) => void
  onBlock: (at: TimeOff | BlockPreset) => void
  waiting: Pick<ToolsProps, 'unmarked' | 'onReview' | 'onQuick'>
  /** The appointment whose card is to be shown and focused. */
  focusTarget: { id: number; date: string } | undefined
  onFocused: () => void
  onFound: (about: { id: number; date: string }) => void
}

const NOBODY: readonly Place[] = []

export function CalendarView(props: Props) {
  const { catalogue, business, allowed, view, now, waiting, onPendingMove } = props
  const { onOpen, onNew, onBlock, focusTarget, onFocused, onFound } = props
  const { needHours, professionals, toneOf } = catalogue
  const hasChips = view.isByPerson || view.isLarge
  const [filters, setFilters] = useFilters(hasChips)
  const { dates, isReady, isFetching, failure, retry, listOn } = useShownDays(view)
  const { move, done, setDone, forget } = useMoves()
  const grid = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const layout = useColumns({ view, catalogue, business, dates, listOn, filters })
  const { columns, people, reveal, lists, appointments, blocks, hours, nameOf } = layout
  const pendingMove = useAmongPeople(props.pendingMove, columns)

  const snap = snapTo({ catalogue, layout, listOn, now })
  const shownGrid = failure ? undefined : view.isByPerson ? 'people' : 'days'
  // Before the drags of whole cards, whose listener must not hear of an edge.
  const { lengthen, nudge } = useStretching({
    grid,
    ghost,
    shown: shownGrid,
    isIdle: !pendingMove,
    allowed,
    layout,
    listOn,
    onDone: setDone,
  })
  useDrag({
    grid,
    ghost,
    hours,
    snap,
    shown: shownGrid,
    columns,
    movable: (id) => {
      const appointment = appointments.flat().find((one) => one.id === id)
      const isFree = allowed.books && !pendingMove
      return appointment && isFree && !canEdit(appointment) ? appointment : undefined
    },
    onStart: needHours,
    onDrop: (appointment, target) => void move(appointment, target),
  })
  useDraw({ grid, ghost, hours, columns, onBlock, shown: shownGrid, isIdle: allowed.blocks && !pendingMove })
  const conflict =
    pendingMove && snap(pendingMove.appointment, pendingMove, minutesOf(pendingMove.time)).conflict
  const moving = usePendingMove({
    pendingMove,
    onPendingMove,
    view,
    grid,
    snap,
    conflict,
    move,
    catalogue,
    now,
    people: view.isByPerson ? columns : NOBODY,
  })

  useEffect(() => {
    if (!focusTarget || !isReady || !dates.includes(focusTarget.date)) return
    const has = (list: readonly Appointment[]) => list.some(({ id }) => id === focusTarget.id)
    if (appointments.some(has)) {
      showCard(grid.current, focusTarget.id)
      onFocused()
    } else if (lists.some(has)) {
      setFilters(NO_FILTERS)
      reveal([lists.flat().find(({ id }) => id === focusTarget.id)!.professional_id])
    } else if (!isFetching) onFocused()
  }, [focusTarget, isReady, isFetching, dates, lists, appointments, setFilters, reveal, onFocused])

  useSteadyHours(grid, isReady, layout.hoursAbove)
  const todayColumn = dates.indexOf(now.date)
  const isThere = isReady && todayColumn !== -1 && professionals !== undefined
  const showNow = useOpenAtNow(grid, isThere, !focusTarget && !pendingMove)
  useShownGhost({ grid, ghost, pendingMove, columns, hours, appointments, conflict })

  // Stable callbacks, so that pressing one card does not render all of them again.
  const latest = useRef({ moving, onOpen, onNew, onBlock, blocks, columns, goTo: view.goTo })
  latest.current = { moving, onOpen, onNew, onBlock, blocks, columns, goTo: view.goTo }
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
  const pressPlace = useCallback((column: number, minute: number) => {
    const { moving, onNew, columns } = latest.current
    const target = { ...columns[column]!, time: clockTime(minute) }
    if (moving.isUnderWay) moving.to(target)
    else onNew(target)
  }, [])
  const showDay = useCallback((date: string) => latest.current.goTo(date, 'dia'), [])

  function showFound(ids: number[]) {
    if (ids.length > 0) reveal(ids)
    else setFilters(NO_FILTERS)
    focusNext('.calbox button')
  }

  const acts = { onNew, onBlock, onLengthen: lengthen, onNudge: nudge }
  const pressKey = keysOf({ grid, view, moving, pendingMove, mayMove: allowed.books, ...acts })
  useKeysNowhere(pressKey)

  const chips = hasChips && <PeopleChips people={people} />
  const over = (
    <div className="cal-over">
      <div ref={ghost} className="cal-ghost" hidden aria-hidden="true" />
    </div>
  )
  return (
    <section className="card calbox" aria-label="Calendario" aria-describedby="cal-help" onKeyDown={pressKey}>
      <Tools
        days={dates}
        today={now.date}
        onToday={() => {
          view.goTo(now.date)
          showNow()
        }}
        {...{ view, filters, professionals, onFound, chips }}
        {...waiting}
        onFilters={(next) => {
          setFilters(next)
          if (next.professional) needHours()
        }}
      />
      <p id="cal-help" className="sr">
        Con las flechas pasas de una cita a otra, con Enter la abres, con la tecla M la mueves, con + y -
        cambias su duración, con la tecla N agendas una nueva a continuación y con la tecla B bloqueas tiempo.
        Un bloqueo lo mueves con las flechas y lo alargas o acortas con + y -.
      </p>
      {!view.isWide && view.span !== 'semana' && (
        <WeekStrip
          date={view.date}
          today={now.date}
          countOf={(date) => listOn(date)?.length}
          onChange={view.goTo}
        />
      )}
      {dates.length === 1 && nameOf(dates[0]!) && <p className="cal-fest">{nameOf(dates[0]!)}</p>}
      {view.isWide && chips}
      {!view.isWide && <Faces {...{ view, professionals, people, business }} grid={isReady && grid} />}
      <div role="status" className="cal-said">
        {isReady && !isEmpty(filters) && appointments.every((list) => list.length === 0) && (
          <NoneFound days={dates} people={people} unseen={layout.unseen} onShow={showFound} />
        )}
      </div>
      {failure ? (
        <Failed {...failure} onRetry={retry} />
      ) : (
        <div className={isReady ? 'cal-area' : 'cal-area waiting'} aria-busy={!isReady}>
          {!isReady && (
            <p className="cal-wait late" role="status">
              <span className="spinner" />
              Cargando citas…
            </p>
          )}
          {view.isByPerson ? (
            <PeopleGrid
              ref={grid}
              date={view.date}
              people={people.shown}
              appointments={appointments}
              blocks={blocks}
              gaps={layout.gaps}
              hours={hours}
              now={now}
              toneOf={toneOf}
              onPick={pick}
              onBlock={pressBlock}
              onEmpty={pressPlace}
            >
              {over}
            </PeopleGrid>
          ) : (
            <Grid
              appointments={appointments}
              hours={hours}
              ranges={layout.ranges}
              nameOf={nameOf}
              toneOf={toneOf}
              ref={grid}
              days={dates}
              today={now.date}
              onPick={pick}
              onEmpty={pressEmpty}
              blocks={blocks}
              whoOf={layout.whoOf}
              whose={layout.whose}
              onBlock={pressBlock}
              onDay={showDay}
            >
              {todayColumn !== -1 && <NowLine minute={now.minute} column={todayColumn} hours={hours} />}
              {over}
            </Grid>
          )}
        </div>
      )}
      {pendingMove && (
        <MoveBar
          appointment={pendingMove.appointment}
          target={pendingMove}
          conflict={conflict}
          isByPerson={view.isByPerson}
          onShift={moving.shift}
          onDrop={moving.drop}
          onCancel={moving.end}
        />
      )}
      {/* A live region: it must exist before its content to be announced. */}
      <div role="status" className="undo-place">
        {done && (
          <UndoToast
            key={done.text}
            text={done.text}
            isLong={done.isLong}
            onUndo={() => {
              const focus = () => focusCard(grid.current, done.id, done.isBlock)
              // Focused again afterwards, because the server's answer may render it anew.
              void done.undo().then(focus)
              focus()
            }}
            onEnd={forget}
          />
        )}
      </div>
    </section>
  )
}

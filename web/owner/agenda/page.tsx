import { addDays, inBookingWindow, minutesOf } from '#domain/dates.ts'
import { canEdit } from '#domain/appointment.ts'
import { ALREADY_PAST, outsideHorizon } from '#domain/refusals.ts'
import { useCallback, useState, useMemo } from 'react'
import type { ClientLoaderFunctionArgs, MetaFunction, ShouldRevalidateFunctionArgs } from 'react-router'
import { may, useSession } from '../../account/session.ts'
import '../../ui/tones.css'
import { toast } from '../../ui/toast.tsx'
import type { Appointment } from '../data/appointment.ts'
import { datesQuery, type TimeOff, timeOffQuery } from '../data/time-off.ts'
import type { BlockPreset } from './block/values.ts'
import { unconfirmedQuery, weekQuery } from '../data/appointments.ts'
import { profileQuery } from '../data/business.ts'
import type { Days } from '../data/days.ts'
import { starts } from '../data/loader.ts'
import type { OwnerHandle } from '../data/preload.ts'
import { professionalsQuery } from '../data/professionals.ts'
import { servicesQuery } from '../data/services.ts'
import { ownerMeta } from '../head.ts'
import { marksQuery } from '../marks/marks.ts'
import { seesAll } from '../places.ts'
import { useClock } from '../parts/use-clock.ts'
import { CalendarView } from './calendar/calendar-view.tsx'
import type { Target } from './calendar/ghost.ts'
import type { PendingMove } from './calendar/use-pending-move.ts'
import { weeksOf } from './calendar/use-shown-days.ts'
import type { Preset } from './form/values.ts'
import { allowedIn } from './allowed.ts'
import { Head, titleOf } from './head.tsx'
import { ListView } from './list/list-view.tsx'
import type { OnAction } from './list/list-group.tsx'
import { MinePanel, MineStrip } from './mine/mine.tsx'
import { NoticeList } from './notice-list.tsx'
import './page.css'
import { Stats, Unconfirmed } from './stats.tsx'
import { useCatalogue } from './use-catalogue.ts'
import { useFigures } from './use-figures.ts'
import { type Open, useLinks } from './use-links.ts'
import { useNotices } from './use-notices.ts'
import { useView, viewIn } from './use-view.ts'
import { useWindows, Windows } from './windows.tsx'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Citas')

const firstQueries = () => [unconfirmedQuery(1), servicesQuery(), professionalsQuery(), profileQuery()]
/** All that a week's calendar draws, so that nothing in it looks free until its block or its closed day arrives. */
const queriesOfWeek = (monday: string) => {
  const [from, to] = [monday, addDays(monday, 6)]
  return [weekQuery(monday), timeOffQuery(from, to), datesQuery(from, to), marksQuery({ from, to })]
}
const weekQueries = (search: URLSearchParams, { today }: Days) => {
  const view = viewIn(search, today)
  return view.isList ? [] : weeksOf(view).flatMap(queriesOfWeek)
}
export const handle: OwnerHandle = {
  title: 'Citas',
  inBar: true,
  preload: ({ monday }, search) =>
    search.has('fecha') || search.has('vista')
      ? firstQueries()
      : [...queriesOfWeek(monday), ...firstQueries()],
}
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  starts((days) => [...weekQueries(new URL(request.url).searchParams, days), ...firstQueries()])()
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname
export { HydrateFallback } from '../data/loader.ts'

export default function Agenda() {
  const business = useSession().business!
  const catalogue = useCatalogue(business)
  const now = useClock(catalogue.timezone)
  const today = now.date
  const isOwn = !seesAll(business)
  const view = useView(today, catalogue.professionals, isOwn)
  const { figures, unconfirmed } = useFigures(may(business, 'figures:all'))
  const { notices, forget } = useNotices(today)
  const windows = useWindows()
  const { open, show, outcome, askOutcome, close } = windows
  const allowed = useMemo(() => allowedIn(business), [business])
  const [pendingMove, setPendingMove] = useState<PendingMove>()
  /** The appointment whose card gets the focus once it is shown. */
  const [focusTarget, setFocusTarget] = useState<{ id: number; date: string }>()
  const focused = useCallback(() => setFocusTarget(undefined), [])
  const showDetail = useCallback((appointment: Appointment) => show({ view: 'detail', appointment }), [show])
  const showAllowed = useCallback(
    (next: Open) => {
      const isRefused = (next.view === 'form' && !allowed.books) || (next.view === 'block' && !allowed.blocks)
      if (!isRefused) void show(next)
    },
    [show, allowed],
  )
  useLinks(view, showAllowed)

  const act = useCallback<OnAction>(
    (action, appointment) => {
      if (action === 'detail') show({ view: 'detail', appointment })
      else if (action === 'edit') show({ view: 'form', edited: appointment })
      else askOutcome(action, appointment)
    },
    [show, askOutcome],
  )

  function bookAt({ date, time, professional_id }: Preset) {
    if (!date || !allowed.books) return
    const isOver = date < today || (date === today && time && minutesOf(time) <= now.minute)
    if (isOver) toast(ALREADY_PAST)
    else if (!inBookingWindow(date, today, catalogue.horizonDays))
      toast(outsideHorizon(catalogue.horizonDays))
    else
      show({
        view: 'form',
        preset: { date, ...(time && { time }), ...(professional_id && { professional_id }) },
      })
  }

  const editBlock = useCallback(
    (at: TimeOff | BlockPreset) => {
      if (!isRow(at)) {
        if (allowed.blocks) void show({ view: 'block', preset: at })
      } else if (allowed.changesBlock(at)) void show({ view: 'block', edited: at })
      else toast('Este bloqueo lo cambia quien administra la agenda')
    },
    [show, allowed],
  )

  const openQuick = useCallback(() => void show({ view: 'quick' }), [show])
  const onQuick = allowed.books && !isOwn ? openQuick : undefined
  const review = () => void show({ view: 'review' })
  const isBare = !view.isWide && !view.isList
  /** A day ahead is looked at: the button books on it, as that of a phone does. */
  const isOnDay = !view.isList && view.span === 'dia' && view.date > today

  function startMove(
    appointment: Appointment,
    to: Target = { date: appointment.appointment_date, time: appointment.appointment_time },
  ) {
    if (!allowed.books) return
    const refusal = canEdit(appointment)
    if (refusal) return void toast.error(refusal)
    close()
    view.goToCalendar(to.date, to.professional_id !== undefined)
    catalogue.needHours()
    setPendingMove({ appointment, ...to })
  }

  function goTo(about: { id: number; date: string }) {
    if (view.isList) return view.show({ cita: String(about.id) })
    view.goTo(about.date)
    setFocusTarget(about)
  }

  const mine = { now, catalogue, onOpen: showDetail, onOutcome: askOutcome }
  const stats = may(business, 'figures:all') && <Stats figures={figures} />
  return (
    <>
      {isBare ? (
        <h1 className="sr">{titleOf(business)}</h1>
      ) : (
        <Head
          business={business}
          view={view}
          aside={
            view.isList && unconfirmed ? <Unconfirmed count={unconfirmed} onReview={review} /> : undefined
          }
          onNew={() => void show({ view: 'form', ...(isOnDay && { preset: { date: view.date } }) })}
          onQuick={onQuick}
          onBlock={() => void show({ view: 'block', preset: { date: view.isList ? today : view.date } })}
        />
      )}
      {/* Waits until the warning above the agenda is known, so that nothing moves down when it appears. */}
      {unconfirmed !== undefined && (
        <>
          {view.isWide && view.isList && stats}
          {isOwn && !view.isList && !view.isWide && <MineStrip {...mine} />}
          {view.isList ? (
            <ListView
              catalogue={catalogue}
              now={now}
              currency={business.currency}
              allowed={allowed}
              onAction={act}
              below={!view.isWide && stats}
            />
          ) : (
            <CalendarView
              catalogue={catalogue}
              business={business.id}
              allowed={allowed}
              view={view}
              now={now}
              pendingMove={pendingMove}
              onPendingMove={setPendingMove}
              onOpen={showDetail}
              onNew={bookAt}
              onBlock={editBlock}
              waiting={{ unmarked: unconfirmed, onReview: review, onQuick }}
              focusTarget={focusTarget}
              onFocused={focused}
              onFound={goTo}
            />
          )}
          {isOwn && !view.isList && view.isWide && <MinePanel {...mine} />}
          {!view.isList && stats}
        </>
      )}
      {/* Beneath a dialog they could not be read or pressed, so they wait. */}
      <NoticeList notices={open || outcome || pendingMove ? [] : notices} onGo={goTo} onEnd={forget} />
      <Windows windows={windows} catalogue={catalogue} now={now} onMove={startMove} />
    </>
  )
}

const isRow = (at: TimeOff | BlockPreset): at is TimeOff => 'id' in at

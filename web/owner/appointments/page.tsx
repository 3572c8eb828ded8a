import { inBookingWindow, minutesOf } from '#domain/dates.ts'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { useSession } from '../../account/session.ts'
import { NO_CONNECTION } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { plus } from '../../ui/icons-panel.ts'
import '../../ui/tones.css'
import { toast } from '../../ui/toast.tsx'
import type { Appointment } from '../calendar/appointment.ts'
import type { OwnerHandle } from '../early.tsx'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../page-head.tsx'
import { ActDialog, type Deed } from './act-dialog.tsx'
import { CalendarView } from './calendar-view.tsx'
import { useCatalogue } from './catalogue.ts'
import { Detail } from './detail.tsx'
import type { Act } from './list-group.tsx'
import { ListView } from './list-view.tsx'
import { Notices } from './notices.tsx'
import './page.css'
import { Stats, Unconfirmed } from './stats.tsx'
import { useAgenda } from './use-agenda.ts'
import type { Carried } from './use-carry.ts'
import { useClock } from './use-clock.ts'
import { type Open, useLinks } from './use-links.ts'
import { pageOf } from './use-shown-days.ts'
import { useView } from './use-view.ts'

const loadForm = () => import('./form/form.tsx')
const prepareForm = () => void loadForm().catch(() => {})
const AppointmentForm = lazy(async () => ({ default: (await loadForm()).AppointmentForm }))
const loadSettle = () => import('./settle.tsx')
const Settle = lazy(async () => ({ default: (await loadSettle()).Settle }))

export const meta: MetaFunction = (args) => ownerMeta(args, 'Citas')
export const handle: OwnerHandle = {
  asks: ['/api/appointments/unconfirmed?limit=1', '/api/services', '/api/professionals'],
}

export default function Appointments() {
  const business = useSession().business!
  const catalogue = useCatalogue(business)
  const now = useClock(catalogue.timezone)
  const today = now.date
  const view = useView(today)
  const agenda = useAgenda(today)
  const [open, setOpened] = useState<Open>()
  const [deed, setDeed] = useState<{ deed: Deed; one: Appointment }>()
  const [carried, setCarried] = useState<Carried>()
  /** An appointment whose card is to get the focus once it is shown. */
  const [sought, setSought] = useState<{ id: number; date: string }>()
  const close = useCallback(() => setOpened(undefined), [])
  const found = useCallback(() => setSought(undefined), [])
  /** A window whose script cannot be had now must not take the screen with it. */
  const setOpen = useCallback((next: Open) => {
    const loading = next.view === 'form' ? loadForm() : next.view === 'settle' ? loadSettle() : undefined
    if (!loading) return setOpened(next)
    loading.then(
      () => setOpened(next),
      () => toast.error(NO_CONNECTION),
    )
  }, [])
  const openDetail = useCallback((one: Appointment) => setOpen({ view: 'detail', one }), [setOpen])
  useLinks(view, setOpen)
  // The days do not wait for what stands above them.
  useEffect(() => {
    if (!view.isList) agenda.days.need(pageOf(view)).catch(() => {})
    // Once; then the calendar itself asks.
  }, [])
  useEffect(() => {
    const timer = setTimeout(prepareForm, 1_500)
    return () => clearTimeout(timer)
  }, [])

  const act = useCallback<Act>(
    (what, one) => {
      if (what === 'detail') setOpen({ view: 'detail', one })
      else if (what === 'edit') setOpen({ view: 'form', edited: one })
      else setDeed({ deed: what, one })
    },
    [setOpen],
  )

  function bookAt({ date, time }: { date: string; time?: string }) {
    const isOver = date < today || (date === today && time && minutesOf(time) <= now.minute)
    if (isOver) toast('Esa hora ya pasó: elige otra')
    else if (!inBookingWindow(date, today)) toast('Solo se puede reservar desde hoy y hasta 30 días adelante')
    else setOpen({ view: 'form', preset: { date, ...(time && { time }) } })
  }

  function carry(one: Appointment) {
    close()
    view.show({ vista: undefined })
    view.goTo(one.appointment_date)
    setCarried({ one, date: one.appointment_date, time: one.appointment_time })
  }

  function goTo(about: { id: number; date: string }) {
    if (view.isList) return view.show({ cita: String(about.id) })
    view.goTo(about.date)
    setSought(about)
  }

  // What stands above the agenda is known first: nothing moves down when it appears.
  const isKnown = agenda.unconfirmed !== undefined
  const stats = <Stats figures={agenda.figures} />
  const { currency } = business
  return (
    <>
      <PageHead
        title="Citas"
        actions={
          <>
            <div className="seg" role="group" aria-label="Vista">
              <button
                type="button"
                aria-pressed={!view.isList}
                onClick={() => view.show({ vista: undefined })}
              >
                Calendario
              </button>
              <button type="button" aria-pressed={view.isList} onClick={() => view.show({ vista: 'lista' })}>
                Lista
              </button>
            </div>
            <button
              type="button"
              className="btn apt-new"
              aria-haspopup="dialog"
              onPointerEnter={prepareForm}
              onClick={() => setOpen({ view: 'form' })}
            >
              <Icon d={plus} />
              <span>Nueva cita</span>
            </button>
          </>
        }
      />
      {isKnown && (
        <>
          {agenda.unconfirmed! > 0 && (
            <Unconfirmed count={agenda.unconfirmed!} onReview={() => setOpen({ view: 'settle' })} />
          )}
          {view.isWide && stats}
          {view.isList ? (
            <ListView {...{ agenda, catalogue, today, currency }} onAct={act} />
          ) : (
            <CalendarView
              {...{ agenda, catalogue, view, now, carried }}
              onCarry={setCarried}
              onOpen={openDetail}
              onNew={bookAt}
              sought={sought}
              onFound={found}
            />
          )}
          {!view.isWide && stats}
        </>
      )}
      {/* Under a window they could be neither read nor pressed: they wait. */}
      <Notices notices={open || deed || carried ? [] : agenda.notices} onGo={goTo} onEnd={agenda.forget} />
      {open?.view === 'detail' && (
        <Detail
          {...{ business, catalogue, today }}
          one={open.one}
          version={agenda.version}
          onDeed={(deed, one) => setDeed({ deed, one })}
          onEdit={(edited) => setOpen({ view: 'form', edited })}
          onMove={carry}
          onClose={close}
        />
      )}
      <Suspense>
        {open?.view === 'form' && (
          <AppointmentForm
            {...{ business, catalogue, today, agenda }}
            edited={open.edited}
            {...(open.preset && { preset: open.preset })}
            onClose={close}
          />
        )}
        {open?.view === 'settle' && (
          <Settle {...{ agenda, today, currency }} toneOf={catalogue.toneOf} onClose={close} />
        )}
      </Suspense>
      {deed && (
        <ActDialog
          {...deed}
          {...{ today, currency, agenda }}
          onDone={() => {
            setDeed(undefined)
            close()
          }}
          onClose={() => setDeed(undefined)}
        />
      )}
    </>
  )
}

import type { Moment } from '#domain/appointment.ts'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../../account/session.ts'
import { NO_CONNECTION } from '../../ui/api.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { toast } from '../../ui/toast.tsx'
import { typedAhead } from '../typed-ahead.ts'
import type { Appointment } from '../data/appointment.ts'
import { type Outcome, OutcomeDialog } from './outcome-dialog.tsx'
import type { Catalogue } from './use-catalogue.ts'
import type { Open } from './use-links.ts'

const PREPARE_AFTER_MS = 1_500

const loadDetail = () => import('./detail/detail.tsx')
const Detail = lazy(async () => ({ default: (await loadDetail()).Detail }))
const loadForm = () => import('./form/form.tsx')
/** Loads the form's script in advance. */
export const prepareForm = () => void loadForm().catch(() => {})
const AppointmentForm = lazy(async () => ({ default: (await loadForm()).AppointmentForm }))
const loadBlock = () => import('./block/block-dialog.tsx')
const BlockDialog = lazy(async () => ({ default: (await loadBlock()).BlockDialog }))
const loadQuick = () => import('./quick/quick-dialog.tsx')
/** Loads the quick entry's script in advance. */
export const prepareQuick = () => void loadQuick().catch(() => {})
const QuickDialog = lazy(async () => ({ default: (await loadQuick()).QuickDialog }))
const loadReview = () => import('./review-past.tsx')
const ReviewPast = lazy(async () => ({ default: (await loadReview()).ReviewPast }))

export type OpenWindows = ReturnType<typeof useWindows>

/** The open dialogs: one over the agenda, and over it the question about an appointment's outcome. */
export function useWindows() {
  const [open, setOpen] = useState<Open>()
  const [outcome, setOutcome] = useState<{ outcome: Outcome; appointment: Appointment }>()
  useEffect(() => {
    // Cards are what is tapped first.
    const callOff = afterPaint(() => loadDetail().catch(() => {}))
    const timer = setTimeout(prepareForm, PREPARE_AFTER_MS)
    return () => {
      callOff()
      clearTimeout(timer)
    }
  }, [])
  const typed = useRef((): string => '')
  /** Loads the dialog's script first: a failure must not break the screen. */
  const show = useCallback(async (next: Open) => {
    try {
      if (next.view === 'detail') await loadDetail()
      if (next.view === 'form') await loadForm()
      if (next.view === 'block') await loadBlock()
      if (next.view === 'quick') {
        typed.current = typedAhead()
        await loadQuick()
      }
      if (next.view === 'review') await loadReview()
      setOpen(next)
    } catch {
      typed.current()
      toast.error(NO_CONNECTION)
    }
  }, [])
  return {
    open,
    show,
    /** What was typed before the quick entry was there. */
    typed: typed.current,
    close: useCallback(() => setOpen(undefined), []),
    outcome,
    askOutcome: useCallback(
      (outcome: Outcome, appointment: Appointment) => setOutcome({ outcome, appointment }),
      [],
    ),
    endOutcome: () => setOutcome(undefined),
  }
}

interface Props {
  windows: OpenWindows
  catalogue: Catalogue
  now: Moment
  onMove: (appointment: Appointment, to?: { date: string; time: string }) => void
}

export function Windows({ windows, catalogue, now, onMove }: Props) {
  const today = now.date
  const business = useSession().business!
  const { open, show, typed, close, outcome, askOutcome, endOutcome } = windows
  const { currency } = business
  return (
    <>
      <Suspense>
        {open?.view === 'detail' && (
          <Detail
            appointment={open.appointment}
            business={business}
            catalogue={catalogue}
            now={now}
            onOutcome={askOutcome}
            onEdit={(edited) => show({ view: 'form', edited })}
            onMove={onMove}
            onClose={close}
          />
        )}
        {open?.view === 'form' && (
          <AppointmentForm
            edited={open.edited}
            preset={open.preset}
            business={business}
            catalogue={catalogue}
            today={today}
            onBlock={(preset) => void show({ view: 'block', preset })}
            onClose={() => (open.back ? void show(open.back) : close())}
          />
        )}
        {open?.view === 'block' && (
          <BlockDialog
            key={open.edited?.id ?? 'new'}
            edited={open.edited}
            preset={open.preset}
            professionals={catalogue.professionals ?? []}
            now={now}
            onClose={close}
          />
        )}
        {open?.view === 'quick' && (
          <QuickDialog
            typed={typed}
            catalogue={catalogue}
            now={now}
            onBook={(preset) => void show({ view: 'form', preset })}
            onBlock={(preset) => void show({ view: 'block', preset })}
            onMove={onMove}
            onClose={close}
          />
        )}
        {open?.view === 'review' && (
          <ReviewPast today={today} currency={currency} toneOf={catalogue.toneOf} onClose={close} />
        )}
      </Suspense>
      {outcome && (
        <OutcomeDialog
          outcome={outcome.outcome}
          appointment={outcome.appointment}
          today={today}
          currency={currency}
          onDone={() => {
            endOutcome()
            close()
          }}
          onClose={endOutcome}
        />
      )}
    </>
  )
}

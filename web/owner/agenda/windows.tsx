import type { Moment } from '#domain/appointment.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../../account/session.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { LOST } from '../../ui/loading/again.ts'
import { part } from '../../ui/loading/part.tsx'
import { toast } from '../../ui/toast.tsx'
import { typedAhead } from '../typed-ahead.ts'
import type { Appointment } from '../data/appointment.ts'
import type { Target } from './calendar/ghost.ts'
import { type Outcome, OutcomeDialog } from './outcome-dialog.tsx'
import type { Catalogue } from './use-catalogue.ts'
import type { Open } from './use-links.ts'

const PREPARE_AFTER_MS = 1_500

const detail = part(
  () => import('./detail/detail.tsx'),
  (file) => file.Detail,
)
const form = part(
  () => import('./form/form.tsx'),
  (file) => file.AppointmentForm,
)
const block = part(
  () => import('./block/block-dialog.tsx'),
  (file) => file.BlockDialog,
)
const quick = part(
  () => import('./quick/quick-dialog.tsx'),
  (file) => file.QuickDialog,
)
const review = part(
  () => import('./review/review-past.tsx'),
  (file) => file.ReviewPast,
)
const parts = { detail, form, block, quick, review }
/** Load the scripts of the form and of the quick entry in advance. */
export const [prepareForm, prepareQuick] = [form.prepare, quick.prepare]

export type OpenWindows = ReturnType<typeof useWindows>

/** The open dialogs: one over the agenda, and over it the question about an appointment's outcome. */
export function useWindows() {
  const [open, setOpen] = useState<Open>()
  const [outcome, setOutcome] = useState<{ outcome: Outcome; appointment: Appointment }>()
  useEffect(() => {
    // Cards are what is tapped first.
    const callOff = afterPaint(detail.prepare)
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
      if (next.view === 'quick') typed.current = typedAhead()
      await parts[next.view].load()
      setOpen(next)
    } catch {
      typed.current()
      toast.error(LOST)
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
  onMove: (appointment: Appointment, to?: Target) => void
}

export function Windows({ windows, catalogue, now, onMove }: Props) {
  const today = now.date
  const business = useSession().business!
  const { open, show, typed, close, outcome, askOutcome, endOutcome } = windows
  const { currency } = business
  return (
    <>
      {open?.view === 'detail' && (
        <detail.Part
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
        <form.Part
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
        <block.Part
          key={open.edited?.id ?? 'new'}
          edited={open.edited}
          preset={open.preset}
          professionals={catalogue.professionals ?? []}
          now={now}
          onClose={close}
        />
      )}
      {open?.view === 'quick' && (
        <quick.Part
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
        <review.Part today={today} currency={currency} toneOf={catalogue.toneOf} onClose={close} />
      )}
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

import { canEdit, hasStarted } from '#domain/appointment.ts'
import { counted } from '#domain/numbers.ts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { check } from '../../ui/icons.ts'
import type { Appointment } from '../data/appointment.ts'
import { askWhoIsFreed } from '../data/left-over/freed.ts'
import {
  allLeft,
  dropLeftOver,
  endLeftOver,
  isLeft,
  type LeftOver,
  standing,
} from '../data/left-over/left-over.ts'
import { useClock } from '../parts/use-clock.ts'
import { useFocusNext } from '../parts/use-focus-return.ts'
import { CancelMany } from './cancel-many.tsx'
import { ConflictList } from './conflict-list.tsx'
import { OpenConflict } from './open-conflict.tsx'

interface Props {
  left: LeftOver
  timezone: string
  /** Hides it: the reminder of it stays. */
  onClose: () => void
}

/** What to do with each appointment that does not fit in the hours any more; all stand until somebody decides. */
export function LeftOverDialog({ left, timezone, onClose }: Props) {
  const now = useClock(timezone)
  const go = useNavigate()
  const [cancelling, setCancelling] = useState<Appointment[]>()
  const focusNext = useFocusNext()
  const asking = useRef<Element>(null)
  // Those whose clients had no preference come first: they can be passed on at once.
  const open = standing(left).toSorted(
    (a, b) => Number(b.chosen_by === 'system') - Number(a.chosen_by === 'system'),
  )
  const isAhead = (one: Appointment) => !canEdit(one) && !hasStarted(one, now)
  const hasSeveral = open.filter(isAhead).length > 1
  const { unlisted } = left

  function move({ id, appointment_date }: Appointment) {
    onClose()
    void go(`/dashboard/appointments?fecha=${appointment_date}&cita=${id}&editar=1`)
  }

  function leave({ id }: Appointment, pressed: Element) {
    const at = open.findIndex((one) => one.id === id)
    const next = open[at + 1] ?? open[at - 1]
    focusNext(next ? `.conf-acts[data-id="${next.id}"]` : 'dialog[open] .modal-f .btn', pressed)
    dropLeftOver([id])
  }

  /** Nobody is asked about who has their time again, though this screen did not hear of it. */
  async function askToCancel(isMeant: (one: Appointment) => boolean) {
    asking.current = document.activeElement
    await askWhoIsFreed()
    const ahead = allLeft().flatMap(({ now: one }) => (isAhead(one) && isMeant(one) ? one : []))
    if (ahead.length > 0) setCancelling(ahead)
  }

  return (
    <>
      <Dialog
        title="Citas que ya no caben"
        onClose={endLeftOver}
        footer={
          <button type="button" className="btn" onClick={endLeftOver}>
            Listo
          </button>
        }
      >
        {open.length === 0 ? (
          <p className="conf-none" role="status">
            <Icon d={check} />
            No queda ninguna cita por resolver.
          </p>
        ) : (
          <>
            <p className="left-why">Siguen en pie hasta que las muevas o las canceles.</p>
            <ConflictList
              label="Citas que ya no caben"
              count={open.length}
              onCancelAll={hasSeveral && (() => void askToCancel(() => true))}
            >
              {open.map((appointment) => (
                <OpenConflict
                  key={appointment.id}
                  appointment={appointment}
                  now={now}
                  onMove={move}
                  onCancel={({ id }) => void askToCancel((one) => one.id === id)}
                  onLeave={(pressed) => leave(appointment, pressed)}
                />
              ))}
            </ConflictList>
            {unlisted > 0 && (
              <p className="muted left-more">
                Son las más próximas. Hay {counted(unlisted, 'cita')} más adelante: las ves en tu agenda.
              </p>
            )}
          </>
        )}
      </Dialog>
      {cancelling && (
        <CancelMany
          appointments={cancelling}
          today={now.date}
          onBefore={askWhoIsFreed}
          isLeft={isLeft}
          onCancelled={(ids) => {
            // What asked may have the focus again before its row goes.
            focusNext('dialog[open] .modal-b', asking.current)
            dropLeftOver(ids)
          }}
          onDone={() => setCancelling(undefined)}
          onClose={() => setCancelling(undefined)}
        />
      )}
    </>
  )
}

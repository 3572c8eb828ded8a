import { VERIFICATION_FAILED } from '#domain/portal.ts'
import { useRef, useState } from 'react'
import { saidBy } from '../ui/api.ts'
import type { Answer } from '../ui/delivery/deliver.ts'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { FAILED, sayOutcome } from './outcome.ts'
import type { Kind } from './pending.ts'
import type { Appointment, PortalData, Slot } from './portal-data.ts'
import { useAction } from './use-action.ts'
import type { Chosen } from './use-free-times.ts'
import type { Portal } from './use-portal.ts'
import { moved } from './when.ts'

export type Changes = ReturnType<typeof useChanges>
/** 'refused': that time is not to be had; 'failed': it may be tried again. */
export type Moved = 'done' | 'refused' | 'failed' | { alternatives: Slot[]; why: string }

/** Of the appointment or the time; others, such as a limit, say nothing of them. */
const REFUSALS = [400, 404, 409]

/** Cancelling and moving. */
export function useChanges(portal: Portal, data: PortalData) {
  const action = useAction(portal.visitOf)
  const [busy, setBusy] = useState<{ id: number; kind: Kind }>()
  /** The last move failed, and nobody knows whether it was made. */
  const isInDoubt = useRef(false)

  async function send(
    kind: Kind,
    { id, starts_at }: Appointment,
    input: object,
  ): Promise<Answer | undefined> {
    setBusy({ id, kind })
    try {
      return await action.send({
        path: `/api/appointments/client/${kind === 'cancel' ? 'cancel' : 'reschedule'}/${id}`,
        resumed: { kind, access: portal.opened!.access },
        payload: { ...portal.opened!.access, starts_at, ...input },
        verification: data.verification,
      })
    } catch (error) {
      toast.error(saidBy(error) ?? FAILED[kind], FOUR_SECONDS)
      return undefined
    } finally {
      setBusy(undefined)
    }
  }

  function refuse(kind: Kind, answer: Answer) {
    const { status } = answer
    sayOutcome(kind, answer)
    // The link has expired: nothing more can be done with it.
    if (status === 401) portal.close()
    // The screen is out of date, or may be: a failure does not tell whether it was done. A move's dialog sends it again first.
    else if (status === 404 || status === 409 || (kind === 'cancel' && status >= 500)) void portal.reload()
  }

  async function cancel(appointment: Appointment, cancellation_reason: string) {
    const answer = await send('cancel', appointment, { cancellation_reason })
    if (!answer) return
    if (!answer.body.success) return refuse('cancel', answer)
    portal.change(appointment.id, { status: 'cancelled', cancellation_reason })
    sayOutcome('cancel', answer)
  }

  async function move(appointment: Appointment, professional: Chosen, to: Slot): Promise<Moved> {
    // Unchanged values are not sent, since the owner may have changed them after this screen loaded.
    const isOther = professional.id !== appointment.professional_id
    const input = {
      new_date: to.date,
      new_time: to.time,
      ...(isOther && { professional_id: professional.id }),
    }
    const answer = await send('move', appointment, input)
    if (!answer) return 'failed'
    isInDoubt.current = answer.status >= 500
    if (answer.body.success) {
      sayOutcome('move', answer)
      // Its new time shows even where it cannot be read again.
      portal.change(appointment.id, moved(appointment, professional, to))
      void portal.reload()
      return 'done'
    }
    const { alternatives, error } = answer.body
    if (answer.status === 409 && Array.isArray(alternatives))
      return { alternatives, why: String(error).split('. ')[0]! }
    refuse('move', answer)
    if (answer.status === 401) return 'done'
    // Who moves it was not verified: that says nothing of the time.
    const isOfTime = REFUSALS.includes(answer.status) && error !== VERIFICATION_FAILED
    return isOfTime ? 'refused' : 'failed'
  }

  /** Whoever closes the dialog of a move in doubt sees what stands. */
  function leaveMove() {
    if (isInDoubt.current) void portal.reload()
    isInDoubt.current = false
  }

  return { action, busy, cancel, move, leaveMove }
}

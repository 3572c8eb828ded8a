import { useState } from 'react'
import { saidBy } from '../ui/api.ts'
import type { Answer } from '../ui/deliver.ts'
import { toast } from '../ui/toast.tsx'
import { takeProof } from './human.ts'
import { FAILED, sayOutcome } from './outcome.ts'
import type { Kind } from './pending.ts'
import { TOAST } from './toast-time.ts'
import type { Appointment, PortalData, Slot } from './types.ts'
import { useAct } from './use-act.ts'
import type { Portal } from './use-portal.ts'

export type Changes = ReturnType<typeof useChanges>
export type Moved = 'done' | 'failed' | { alternatives: Slot[] }

/** Cancelling and moving. */
export function useChanges(portal: Portal, data: PortalData) {
  const acting = useAct()
  const [busy, setBusy] = useState<{ id: number; kind: Kind }>()

  async function send(kind: Kind, { id }: Appointment, wish: object): Promise<Answer | undefined> {
    setBusy({ id, kind })
    try {
      return await acting.act({
        path: `/api/appointments/client/${kind === 'cancel' ? 'cancel' : 'reschedule'}/${id}`,
        resumed: { kind, access: portal.opened!.access },
        payload: { ...portal.opened!.access, ...wish },
        proof: async () => ({ recaptcha_token: await takeProof(data.verification) }),
      })
    } catch (error) {
      toast.error(saidBy(error) ?? FAILED[kind], TOAST)
      return undefined
    } finally {
      setBusy(undefined)
    }
  }

  function refuse(kind: Kind, answer: Answer) {
    const { status } = answer
    sayOutcome(kind, answer)
    // The link is over: there is nothing more to be done with it.
    if (status === 401) portal.close()
    // What is shown is not what is.
    else if (status === 404 || status === 409) void portal.reload()
  }

  async function cancel(appointment: Appointment, cancellation_reason: string) {
    const answer = await send('cancel', appointment, { cancellation_reason })
    if (!answer) return
    if (!answer.body.success) return refuse('cancel', answer)
    portal.change(appointment.id, { status: 'cancelled', cancellation_reason })
    sayOutcome('cancel', answer)
  }

  async function move(appointment: Appointment, professional_id: number, to: Slot): Promise<Moved> {
    const wish = { new_date: to.date, new_time: to.time, professional_id }
    const answer = await send('move', appointment, wish)
    if (!answer) return 'failed'
    if (answer.body.success) {
      sayOutcome('move', answer)
      void portal.reload()
      return 'done'
    }
    const { alternatives } = answer.body
    if (answer.status === 409 && Array.isArray(alternatives)) return { alternatives }
    refuse('move', answer)
    return answer.status === 401 ? 'done' : 'failed'
  }

  return { acting, busy, cancel, move }
}

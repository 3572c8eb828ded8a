import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { searchOf, stepOf } from '../business/address.ts'
import { isComplete } from './choose/choose.ts'
import type { Choice, Step } from '../business/types.ts'
import type { Posted } from './submit.ts'
import type { Address } from './use-address.ts'

interface Going {
  replace?: boolean
  /** The booked appointment that the last step confirms. */
  appointment?: number
}

/** The current step, from the address; when its prerequisites are missing, the step before is shown. */
export function useStep(
  address: Address,
  posted: Posted | undefined,
  { choice, approved, hasConfirmation }: { choice: Choice; approved: boolean; hasConfirmation: boolean },
) {
  const { now } = address
  const [first, setFirst] = useState(posted?.step)
  const isFirst = useRef(true)
  /** A step reached by a form without script gets its own address; later addresses decide for themselves. */
  const followAddress = useEffectEvent(() => {
    if (!isFirst.current) setFirst(undefined)
    else if (posted)
      address.go(searchOf(choice, posted.step, posted.confirmed?.appointment.id), { replace: true })
    isFirst.current = false
  })
  useEffect(() => followAddress(), [now])

  let step = first ?? stepOf(now.search)
  if (step === 'lista' && !hasConfirmation) step = 'cita'
  if (step === 'confirmar' && !approved) step = 'datos'
  if (step !== 'lista' && step !== 'cita' && !isComplete(choice)) step = 'cita'

  return {
    step,
    go(step: Step, choice: Choice, { replace = false, appointment }: Going = {}) {
      address.go(searchOf(choice, step, appointment), { replace, state: { isOurs: !replace } })
    },
    /** Goes one step back, through the history if that leads there. */
    back() {
      const isOurs = (now.state as { isOurs?: boolean } | null)?.isOurs
      if (isOurs) history.back()
      else address.go(searchOf(choice, step === 'confirmar' ? 'datos' : 'cita'), { replace: true })
    },
  }
}

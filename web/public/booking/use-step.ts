import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { searchOf, stepOf } from './address.ts'
import { isComplete } from './choose.ts'
import type { Appointment, Choice, Step } from './types.ts'

/** The step stands in the address; it is shown when what it needs is there, else the one before. */
export function useStep(
  posted: Step | undefined,
  {
    choice,
    approved,
    appointment,
  }: { choice: Choice; approved: boolean; appointment: Appointment | undefined },
) {
  const { search, key, state } = useLocation()
  const navigate = useNavigate()
  const [first, setFirst] = useState(posted)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) setFirst(undefined)
    else if (posted) void navigate(searchOf(choice, posted), { replace: true })
    isFirst.current = false
  }, [key])

  let step = first ?? stepOf(search)
  if (step === 'lista' && !appointment) step = 'cita'
  if (step === 'confirmar' && !approved) step = 'datos'
  if (step !== 'lista' && step !== 'cita' && !isComplete(choice)) step = 'cita'

  return {
    step,
    go(step: Step, choice: Choice, { replace = false } = {}) {
      void navigate(searchOf(choice, step), { replace, state: { isOurs: !replace } })
    },
    /** One step back: by the history where that leads there. */
    back() {
      const isOurs = (state as { isOurs?: boolean } | null)?.isOurs
      if (isOurs) void navigate(-1)
      else void navigate(searchOf(choice, step === 'confirmar' ? 'datos' : 'cita'), { replace: true })
    },
  }
}

import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../ui/api.ts'
import type { Import } from '../data/imports/import.ts'
import { failureText } from '../parts/failures.ts'

/** Why what is said was not stored. */
export interface SaidProblem {
  text: string
  /** Says the same once more; missing where something else has to be said. */
  retry?: () => void
}

/** What is said of a draft, sent as soon as it is chosen; `first`, what was guessed, to begin with. */
export function useSaid<Said>(list: Import, first: Said, send: (id: number, said: Said) => Promise<unknown>) {
  const [said, setSaid] = useState(first)
  const [isLooking, setLooking] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const next = useRef<Said>(undefined)
  const isSending = useRef(false)

  // One at a time, and the last one last: of two on their way at once, the earlier may be stored after the later.
  async function choose(chosen: Said) {
    setSaid(chosen)
    next.current = chosen
    if (isSending.current) return
    isSending.current = true
    setLooking(true)
    while (next.current) {
      const sent = next.current
      next.current = undefined
      // What failed stands until it is stored: whoever presses 'Reintentar' keeps the focus there.
      await send(list.id, sent).then(() => setFailure(undefined), setFailure)
    }
    isSending.current = false
    setLooking(false)
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || list.mapping) return
    begun.current = true
    void choose(said)
  })
  const isRefused = failure instanceof ApiError && failure.status === 400
  const problem: SaidProblem | undefined = failure
    ? {
        text: failureText(failure, 'No pudimos revisar el archivo. Intenta de nuevo.'),
        ...(!isRefused && { retry: () => isLooking || void choose(said) }),
      }
    : undefined
  return { said, isLooking, problem, choose: (chosen: Said) => void choose(chosen) }
}

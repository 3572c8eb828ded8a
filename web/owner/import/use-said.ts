import { useEffect, useRef, useState } from 'react'
import type { Import } from '../data/imports/import.ts'
import { failureText } from '../parts/failures.ts'

/** What is said of a draft, sent as soon as it is chosen; `first`, what was guessed, to begin with. */
export function useSaid<Said>(list: Import, first: Said, send: (id: number, said: Said) => Promise<unknown>) {
  const [said, setSaid] = useState(first)
  const [isLooking, setLooking] = useState(false)
  const [problem, setProblem] = useState<string>()
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
      setProblem(undefined)
      await send(list.id, sent).catch((error) =>
        setProblem(failureText(error, 'No pudimos revisar el archivo. Intenta de nuevo.')),
      )
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
  return { said, isLooking, problem, choose: (chosen: Said) => void choose(chosen) }
}

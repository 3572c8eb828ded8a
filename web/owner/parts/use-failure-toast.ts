import { useEffect, useRef } from 'react'
import { toast } from '../../ui/toast.tsx'
import { isRefusedSession } from './failures.ts'

/** The toast of each sentence. */
const said = new Map<string, number>()

/**
 * Announces a failure once, unless the session has ended, which is announced elsewhere. As soon as the live connection stands, all
 * is asked for again: what fails anew then is still being said.
 */
export function useFailureToast(failure: Error | null | undefined, textOf: (failure: Error) => string) {
  const spoken = useRef<Error>(undefined)
  useEffect(() => {
    if (!failure || spoken.current === failure || isRefusedSession(failure)) return
    spoken.current = failure
    const text = textOf(failure)
    const before = said.get(text)
    if (before === undefined || !toast.isShown(before)) said.set(text, toast.error(text))
  })
}

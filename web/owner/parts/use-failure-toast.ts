import { useEffect, useRef } from 'react'
import { toast } from '../../ui/toast.tsx'
import { isRefusedSession } from './failures.ts'

/** Announces a failure once, unless the session has ended, which is announced elsewhere. */
export function useFailureToast(failure: Error | null | undefined, textOf: (failure: Error) => string) {
  const spoken = useRef<Error>(undefined)
  useEffect(() => {
    if (!failure || spoken.current === failure || isRefusedSession(failure)) return
    spoken.current = failure
    toast.error(textOf(failure))
  })
}

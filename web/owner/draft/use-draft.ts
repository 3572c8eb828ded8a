import { useEffect, useRef, useState } from 'react'
import { draftOf, dropDraft, endedFor, keepDraft, useSession } from '../../account/session.ts'
import { toast } from '../../ui/toast.tsx'

type Typed = Record<string, unknown>

interface Options {
  /** The form's name; undefined for one whose input is not to be kept, such as a password. */
  name: string | undefined
  row: number | undefined
  /** What was changed, at present. */
  typed: () => Typed
  /** Puts it back. */
  put: (typed: Typed) => void
}

let isKept = false
/** Whether the form that the end of the session just closed was kept. */
export const wasKept = () => isKept

/** Keeps what was typed when the session ends, and puts it back when the form opens again. */
export function useDraft(options: Options) {
  const latest = useRef(options)
  latest.current = options
  const business = useSession().business?.id
  const [draft] = useState(() => {
    const known = options.name && business ? draftOf(business) : undefined
    return known && known.form === options.name && known.row === options.row ? known : undefined
  })
  useEffect(() => {
    if (!draft) return
    dropDraft()
    latest.current.put(draft.typed)
    toast.success('Aquí está lo que habías escrito.')
  }, [draft])
  useEffect(() => {
    isKept = false
    return () => {
      const { name, row, typed } = latest.current
      const ended = endedFor()
      if (!name || ended === undefined) return
      const changed = typed()
      if (Object.keys(changed).length > 0)
        isKept = keepDraft({ business: ended, form: name, row, typed: changed })
    }
  }, [])
}

/** Calls `open` once with the row of a kept form of this name, when the screen is ready to open it. */
export function useOpenDraft(name: string, isReady: boolean, open: (row: number | undefined) => void) {
  const business = useSession().business?.id
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current || !business) return
    isDone.current = true
    const draft = draftOf(business)
    if (draft?.form === name) open(draft.row)
  })
}

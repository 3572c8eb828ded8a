import { useEffect, useRef, useState } from 'react'
import {
  type DraftRow,
  draftsOf,
  dropDraft,
  endedFor,
  keepDraft,
  memberOf,
  useSession,
} from '../../account/session.ts'
import { toast } from '../../ui/toast.tsx'

type Typed = Record<string, unknown>

/** What proves who somebody is lies in no storage: whoever opens the browser next could read it there. */
const isSecret = (name: string) => /password|^code$/i.test(name)

interface Options {
  /** The form's name; undefined for one whose input is not to be kept. */
  name: string | undefined
  row: DraftRow
  /** What was changed, at present; passwords and codes among it are left out. */
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
  const { business } = useSession()
  const [draft] = useState(() => {
    const known = options.name && business ? draftsOf(memberOf(business)) : []
    return known.find(({ form, row }) => form === options.name && row === options.row)
  })
  useEffect(() => {
    if (!draft) return
    dropDraft(draft)
    latest.current.put(draft.typed)
    toast.success('Aquí está lo que habías escrito.')
  }, [draft])
  useEffect(() => {
    isKept = false
    return () => {
      const { name, row, typed } = latest.current
      const { business, user } = endedFor() ?? {}
      // Whose it is must be known: nobody else gets it.
      if (!name || business === undefined || user === undefined) return
      const changed = Object.fromEntries(Object.entries(typed()).filter(([field]) => !isSecret(field)))
      if (Object.keys(changed).length > 0)
        isKept = keepDraft({ business, user, form: name, row, typed: changed })
    }
  }, [])
}

/** Calls `open` once with the row of a kept form of this name, when the screen is ready to open it. */
export function useOpenDraft<Row extends number | string = number>(
  name: string,
  isReady: boolean,
  open: (row: Row | undefined) => void,
) {
  const { business } = useSession()
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current || !business) return
    isDone.current = true
    const draft = draftsOf(memberOf(business)).find(({ form }) => form === name)
    if (draft) open(draft.row as Row | undefined)
  })
}

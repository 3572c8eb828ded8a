/**
 * What somebody had typed when the session ended: kept in the tab until its form is there again. Another
 * account never sees it.
 */
const KEY = 'enpunto.draft'

export interface Draft {
  business: number
  /** Which form. */
  form: string
  /** The row that was edited; missing for a new one. */
  row?: number | undefined
  /** The fields that were changed. */
  typed: Record<string, unknown>
}

export const keepDraft = (draft: Draft) =>
  attempt(() => {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
    return true
  }) ?? false

export function draftOf(business: number): Draft | undefined {
  const draft = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Draft | null)
  return draft?.business === business && typeof draft.typed === 'object' ? draft : undefined
}

export const dropDraft = () => void attempt(() => sessionStorage.removeItem(KEY))

/** Browsers may deny storage; nothing is kept then. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/**
 * What somebody had typed when the session ended: kept in the tab until its form is there again, each form's
 * apart. Nobody else ever sees it, of the same business neither.
 */
import type { Member } from './stored.ts'

const KEY = 'enpunto.drafts'

export type DraftRow = number | string | undefined

export interface Draft {
  business: number
  user: number
  /** Which form. */
  form: string
  /** The row that was edited, by its id or date; missing for a new one. */
  row?: DraftRow
  /** The fields that were changed. */
  typed: Record<string, unknown>
}

export const keepDraft = (draft: Draft): boolean => write([...others(draft), draft])

/** What that member had typed. */
export function draftsOf({ business, user }: Member): Draft[] {
  const drafts = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Draft[])
  if (user === undefined || !Array.isArray(drafts)) return []
  return drafts.filter((draft) => draft.business === business && draft.user === user)
}

export const dropDraft = (draft: Draft) => void write(others(draft))
export const dropDrafts = () => void attempt(() => sessionStorage.removeItem(KEY))

const others = ({ form, row, ...member }: Draft) =>
  draftsOf(member).filter((one) => one.form !== form || one.row !== row)

const write = (drafts: Draft[]): boolean =>
  attempt(() => {
    if (drafts.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(drafts))
    return true
  }) ?? false

/** Browsers may deny storage; nothing is kept then. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

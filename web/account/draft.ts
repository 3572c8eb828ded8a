/**
 * What somebody had typed when the session ended: kept in the tab until its form is there again, each form's
 * apart. Another account never sees it.
 */
const KEY = 'enpunto.drafts'

export type DraftRow = number | string | undefined

export interface Draft {
  business: number
  /** Which form. */
  form: string
  /** The row that was edited, by its id or date; missing for a new one. */
  row?: DraftRow
  /** The fields that were changed. */
  typed: Record<string, unknown>
}

export const keepDraft = (draft: Draft): boolean => write([...others(draft), draft])

/** What that account had typed. */
export function draftsOf(business: number): Draft[] {
  const drafts = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Draft[])
  return Array.isArray(drafts) ? drafts.filter((draft) => draft.business === business) : []
}

export const dropDraft = (draft: Draft) => void write(others(draft))
export const dropDrafts = () => void attempt(() => sessionStorage.removeItem(KEY))

const others = ({ business, form, row }: Draft) =>
  draftsOf(business).filter((one) => one.form !== form || one.row !== row)

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

import { decimal } from '#domain/numbers.ts'

export interface Kind<Name extends string> {
  kind: Name
  text: string
  /** A colour of CSS. */
  tone: string
}

/** How many rows of each kind importing would make; nothing while that is not known. */
export function Counts<Name extends string>({
  kinds,
  counts,
  isLooking,
}: {
  kinds: readonly Kind<Name>[]
  counts: Record<Name, number> | null
  isLooking: boolean
}) {
  if (!counts && !isLooking) return null
  return (
    <div className={kinds.length === 3 ? 'imp-4 imp-3' : 'imp-4'} role="status" aria-busy={isLooking}>
      {kinds.map(({ kind, text, tone }) => (
        <div key={kind} style={{ '--k': tone } as object}>
          <b>{counts ? decimal(counts[kind]) : '…'}</b>
          <span>{text}</span>
        </div>
      ))}
    </div>
  )
}

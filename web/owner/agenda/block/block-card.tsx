import { amPmRange, clockTime } from '#domain/dates.ts'
import { timeOffText } from '#domain/time-off.ts'
import type { CSSProperties } from 'react'
import './block-card.css'
import type { Block } from '../../data/dates/use-blocks.ts'

interface Props {
  block: Block
  /** Whose it is, where the place does not say it. */
  who?: string | undefined
  style: CSSProperties
  isSmall?: boolean
  /** Has room for a name of several lines. */
  isTall?: boolean
}

/** Blocked time in the calendar, which handles its presses. */
export function BlockCard({ block: { row, from, to }, who, style, isSmall, isTall }: Props) {
  const isWhole = from === 0 && to === 1440
  const hours = isWhole ? 'todo el día' : amPmRange(clockTime(from), to - from)
  return (
    <button
      type="button"
      className={isSmall ? 'blk small' : isTall ? 'blk tall' : 'blk'}
      data-block={row.id}
      data-whole={row.from_time === null || row.first_date !== row.last_date ? '' : undefined}
      style={style}
      disabled={row.kind === 'external'}
    >
      <span className="blk-say">
        <span>
          <b>{timeOffText(row)}</b>
          {who && <> · {who}</>}
        </span>
        <small>{hours}</small>
      </span>
      <span className="sr">, tiempo bloqueado</span>
    </button>
  )
}

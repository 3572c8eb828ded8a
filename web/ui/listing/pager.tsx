import { type ReactNode, useEffect, useRef } from 'react'
import './listing.css'
import { PAGE } from './use-listing.ts'

interface Props {
  /** The label of the pager for screen readers: 'Páginas de clientes'. */
  label: string
  listing: { offset: number; isLoading: boolean; turn: (pages: 1 | -1) => void }
  total: number
  /** The range of rows shown: '21 a 40 de 312'. */
  children: ReactNode
}

/** Moves between the pages of a list. */
export function Pager({ label, listing: { offset, isLoading, turn }, total, children }: Props) {
  const isFirst = offset === 0
  const isLast = offset + PAGE >= total
  const bar = useRef<HTMLElement>(null)
  /** The page that was left by a button, until the rows of the other one are there. */
  const left = useRef<number>(undefined)
  // It stands below twenty rows: the next page is read from its first one, not from its last.
  useEffect(() => {
    if (isLoading || left.current === undefined || left.current === offset) return
    left.current = undefined
    const list = bar.current!.parentElement!
    if (list.getBoundingClientRect().top < 0) list.scrollIntoView()
  })
  function go(pages: 1 | -1) {
    left.current = offset
    turn(pages)
  }
  // No button is `disabled`, which would take the keyboard focus from the one pressed.
  return (
    <nav ref={bar} className="pager" aria-label={label}>
      <button
        type="button"
        className="btn btn-2"
        aria-disabled={isFirst || isLoading}
        onClick={() => !isFirst && !isLoading && go(-1)}
      >
        Anterior
      </button>
      <span className="small muted num" role="status">
        {children}
      </span>
      <button
        type="button"
        className="btn btn-2"
        aria-disabled={isLast || isLoading}
        onClick={() => !isLast && !isLoading && go(1)}
      >
        Siguiente
      </button>
    </nav>
  )
}

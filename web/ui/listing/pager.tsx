import type { ReactNode } from 'react'
import './listing.css'
import { PAGE } from './use-listing.ts'

interface Props {
  /** What is paged, for who hears the page: 'Páginas de clientes'. */
  label: string
  listing: { offset: number; isLoading: boolean; turn: (pages: 1 | -1) => void }
  total: number
  /** Which rows these are: '21 a 40 de 312'. */
  children: ReactNode
}

/** From one page of a list to the next. */
export function Pager({ label, listing: { offset, isLoading, turn }, total, children }: Props) {
  const isFirst = offset === 0
  const isLast = offset + PAGE >= total
  // None is disabled: that would take the keyboard from the one that was pressed.
  return (
    <nav className="pager" aria-label={label}>
      <button
        type="button"
        className="btn btn-2"
        aria-disabled={isFirst || isLoading}
        onClick={() => !isFirst && !isLoading && turn(-1)}
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
        onClick={() => !isLast && !isLoading && turn(1)}
      >
        Siguiente
      </button>
    </nav>
  )
}

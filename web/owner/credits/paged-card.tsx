import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { arrowLeft, arrowRight, retry as again } from '../../ui/icons.ts'
import { PAGE_ROWS, type Pages } from './use-pages.ts'

const WAITING = [1, 2, 3, 4, 5]

interface Props {
  id: string
  title: string
  text: string
  empty: string
  pages: Pages
  rows: ReactNode[] | undefined
}

/** A list with its pages, and what stands there while it loads, when it is empty or cannot be had. */
export function PagedCard({ id, title, text, empty, pages, rows }: Props) {
  const { page, setPage, isLoading, failure, retry } = pages
  const total = pages.answer?.total ?? 0
  const last = Math.max(1, Math.ceil(total / PAGE_ROWS))
  const turn = (to: number) => to >= 1 && to <= last && !isLoading && setPage(to)
  return (
    <section className="card cr-card" aria-labelledby={id} aria-busy={isLoading}>
      <div className="cr-head">
        <h2 className="h2" id={id}>
          {title}
        </h2>
        <p className="small muted">{text}</p>
      </div>
      {failure ? (
        <div className="cr-none">
          <p>{failure}</p>
          <button type="button" className="btn btn-2 btn-sm" onClick={retry}>
            <Icon d={again} className="icon-sm" />
            Reintentar
          </button>
        </div>
      ) : rows?.length === 0 ? (
        <p className="cr-none muted">{empty}</p>
      ) : (
        <ul>{rows ?? WAITING.map((n) => <Waiting key={n} />)}</ul>
      )}
      {total > PAGE_ROWS && (
        <nav className="cr-pages" aria-label={`Páginas: ${title}`}>
          <button
            type="button"
            className="btn btn-2 btn-icon"
            aria-label="Página anterior"
            aria-disabled={page === 1 || isLoading}
            onClick={() => turn(page - 1)}
          >
            <Icon d={arrowLeft} />
          </button>
          <span className="small num" role="status">
            {(page - 1) * PAGE_ROWS + 1} – {Math.min(page * PAGE_ROWS, total)} de {total}
          </span>
          <button
            type="button"
            className="btn btn-2 btn-icon"
            aria-label="Página siguiente"
            aria-disabled={page >= last || isLoading}
            onClick={() => turn(page + 1)}
          >
            <Icon d={arrowRight} />
          </button>
        </nav>
      )}
    </section>
  )
}

const Waiting = () => (
  <li className="li">
    <span className="grow">
      <span className="skeleton cr-wait" />
      <span className="skeleton cr-wait cr-wait-2" />
    </span>
  </li>
)

import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { arrowLeft, arrowRight, retry as again } from '../../ui/icons.ts'
import { whyText } from '../../ui/loading/why.ts'
import { PAGE_ROWS } from '../data/message-credits.ts'

const WAITING = [1, 2, 3, 4, 5]

interface Props<Page, Key extends readonly unknown[]> {
  id: string
  title: string
  text: string
  empty: string
  /** The query of a page, from 1. */
  query: (page: number) => UseQueryOptions<Page, Error, Page, Key>
  rowsOf: (page: Page) => ReactNode[]
}

/** A paged list, with its loading, empty and failed states. */
export function PagedCard<Page extends { total: number }, Key extends readonly unknown[]>({
  id,
  title,
  text,
  empty,
  query,
  rowsOf,
}: Props<Page, Key>) {
  const [page, setPage] = useState(1)
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery(query(page))
  const isLoading = isPending || isPlaceholderData
  const rows = data && rowsOf(data)
  const total = data?.total ?? 0
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
      {error && !data ? (
        <div className="cr-none">
          <p>{whyText(error)}</p>
          <button type="button" className="btn btn-2 btn-sm" onClick={() => void refetch()}>
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

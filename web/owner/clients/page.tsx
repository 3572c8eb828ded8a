import { counted } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type MetaFunction, Navigate, useLocation } from 'react-router'
import { may, useSession } from '../../account/session.ts'
import '../../ui/field.css'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/listing/pager.tsx'
import { firstPage, type Listing, type Order, PAGE, useListing } from '../../ui/listing/use-listing.ts'
import { type ClientFilter, type ClientSort, clientsQuery, type Tag, tagsQuery } from '../data/clients.ts'
import { starts } from '../data/loader.ts'
import type { OwnerHandle } from '../data/preload.ts'
import { useShown } from '../data/use-shown.ts'
import { useOpenDraft } from '../draft/use-draft.ts'
import { plus } from '../../ui/icons-panel.ts'
import { download } from '../parts/icons.ts'
import { ownerMeta } from '../head.ts'
import { seesAll } from '../places.ts'
import { keepHere, keptHere } from '../../ui/back/entry-state.ts'
import { Link } from '../parts/link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Failed, SearchBox } from '../parts/states.tsx'
import './clients.css'
import { AlikeBanner, alikeQuery, useAlike } from './alike-banner.tsx'
import { ClientForm } from './client-form.tsx'
import { cardAt, ClientTable } from './client-table.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { Nothing, Waiting } from './list-states.tsx'
import { TagsDialog } from './tags-dialog.tsx'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Clientes')

const FIRST = { sort: 'client_name', order: 'asc' } as const
const firstQueries = () => [clientsQuery(firstPage(FIRST)), alikeQuery()]
export const handle: OwnerHandle = { title: 'Clientes', preload: firstQueries }
export const clientLoader = starts(firstQueries)
export { HydrateFallback } from '../data/loader.ts'

const MOST_SPENT = 'spent desc'
const SORTINGS: { value: `${ClientSort} ${Order}`; text: string }[] = [
  { value: 'client_name asc', text: 'Nombre, de la A a la Z' },
  { value: 'client_name desc', text: 'Nombre, de la Z a la A' },
  { value: 'next_visit asc', text: 'Próxima visita primero' },
  { value: 'last_visit desc', text: 'Última visita primero' },
  { value: 'last_visit asc', text: 'Hace más que no vienen' },
  { value: 'appointments desc', text: 'Con más citas' },
  { value: 'appointments asc', text: 'Con menos citas' },
  { value: MOST_SPENT, text: 'Los que más han gastado' },
]

interface Group {
  only?: ClientFilter | undefined
  tag?: number | undefined
}

/** The groups that the list shows; the business's own tags come after those of visits. */
const groupsOf = (tags: Tag[]): (Group & { text: string })[] => [
  { text: 'Todos' },
  { only: 'frequent', text: 'Frecuente' },
  { only: 'new', text: 'Nuevo' },
  ...tags.map(({ id, label }) => ({ tag: id, text: label })),
  { only: 'no_shows', text: 'Con inasistencias' },
  { only: 'alert', text: 'Con alerta' },
  { only: 'blocked', text: 'Bloqueados' },
]

type Open = { what: 'export' | 'tags' | 'new' } | { what: 'made'; id: number; state: { list: Left } }

/** How the list was left: for who comes back to it. */
interface Left extends Group {
  q: string
  sort: ClientSort
  order: Order
  offset: number
  /** How far it was scrolled. */
  y?: number
}

/** The clients who have booked, for contacting them and for their legal rights over their data. */
export default function ClientsPage() {
  const business = useSession().business!
  const mayWrite = may(business, 'clients:write')
  // Who does not see how to reach clients finds nobody by it.
  const seesContacts = may(business, 'clients:own-phones')
  const seesFigures = may(business, 'figures:own')
  const sortings = SORTINGS.filter(({ value }) => value !== MOST_SPENT || seesFigures)
  const left = useLeft()
  const isLeftUnseen = left?.sort === 'spent' && !seesFigures
  const listing = useListing<ClientSort>({ ...FIRST, ...left, ...(isLeftUnseen && FIRST) })
  const { q, text, setText, sort, order, offset, turn } = listing
  const [shown, setShown] = useState<Group>({ only: left?.only, tag: left?.tag })
  const { data: tags = [] } = useQuery(tagsQuery())
  const { only } = shown
  // One that is gone divides nothing.
  const tag = tags.find(({ id }) => id === shown.tag)?.id
  const groups = groupsOf(tags)
  const show = (shown: Group) => {
    setShown(shown)
    listing.sortBy(sort, order)
  }
  const searchBox = useRef<HTMLInputElement>(null)
  const clear = () => {
    if (!q) return show({})
    setText('')
    // The button goes with what it stood in.
    searchBox.current?.focus()
  }
  const list: Left = { q, sort, order, offset, ...shown }
  useEffect(() => keepHere(LIST, list))
  const state = useShown(
    clientsQuery({ ...listing.query, ...(only && { only }), ...(tag && { tag }) }),
    'Error cargando clientes',
  )
  const { status, data } = state
  const alike = useAlike(may(business, 'clients:merge'))
  const isWaiting = status === 'loading' || (status === 'ready' && alike.isAwaited)
  const isTurning = status === 'ready' && state.isPrevious
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  useScrolledTo(left?.y, data !== undefined && !isWaiting)
  useOpenDraft('cliente', data !== undefined, (row) => {
    if (row === undefined) setOpen({ what: 'new' })
  })

  // The last page may have become empty meanwhile.
  const isBeyond = data?.clients.length === 0 && offset > 0 && !isTurning
  useEffect(() => {
    if (isBeyond) turn(-1)
  })
  return (
    <>
      <PageHead
        title={seesAll(business) ? 'Clientes' : 'Mis clientes'}
        text={data ? counted(data.total, 'ficha') : '\u00a0'}
        actions={
          <>
            {may(business, 'clients:import') && (
              <Link className="btn btn-2" to="/dashboard/clients/import">
                Importar
              </Link>
            )}
            {(may(business, 'business:export') || may(business, 'clients:export')) && (
              <button
                type="button"
                className="btn btn-2 cli-export"
                aria-label="Exportar mis datos"
                onClick={() => setOpen({ what: 'export' })}
              >
                <Icon d={download} />
                <span>Exportar mis datos</span>
              </button>
            )}
            {mayWrite && (
              <button type="button" className="btn only-d" onClick={() => setOpen({ what: 'new' })}>
                <Icon d={plus} />
                Nuevo cliente
              </button>
            )}
          </>
        }
      />
      <div className="cli-tools">
        <div className="row cli-search">
          <SearchBox
            ref={searchBox}
            label={`Buscar por nombre${seesContacts ? ', teléfono, correo, cédula' : ''} o etiqueta`}
            placeholder={seesContacts ? 'Nombre, celular o correo' : 'Nombre o etiqueta'}
            value={text}
            onChange={setText}
          />
          {mayWrite && (
            <button
              type="button"
              className="btn btn-icon only-m"
              aria-label="Nuevo cliente"
              onClick={() => setOpen({ what: 'new' })}
            >
              <Icon d={plus} />
            </button>
          )}
        </div>
        <select
          className="input"
          aria-label="Ordenar por"
          value={`${listing.sort} ${listing.order}`}
          onChange={({ target }) => listing.sortBy(...(target.value.split(' ') as [ClientSort, Order]))}
        >
          {sortings.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <div className="cli-only scroll-x" role="group" aria-label="Mostrar">
        {groups.map(({ text, ...group }) => (
          <button
            key={text + (group.tag ?? '')}
            type="button"
            aria-pressed={only === group.only && tag === group.tag}
            onClick={() => show(group)}
          >
            {text}
          </button>
        ))}
        {tags.length > 0 && mayWrite && (
          <button type="button" onClick={() => setOpen({ what: 'tags' })}>
            Editar etiquetas
          </button>
        )}
      </div>
      {!isWaiting && alike.cards > 0 && <AlikeBanner cards={alike.cards} />}
      {status === 'failed' && (
        <Failed title="No pudimos mostrar tus clientes" error={state.error} onRetry={state.retry} />
      )}
      {isWaiting && <Waiting />}
      {data?.total === 0 && !isWaiting && (
        <Nothing q={q} isFiltered={only !== undefined || tag !== undefined} onClear={clear} />
      )}
      {data && data.total > 0 && !isWaiting && (
        <section className="card" aria-label="Lista de clientes" aria-busy={isTurning}>
          <ClientTable
            listing={listing}
            clients={data.clients}
            business={business}
            list={list}
            onLeave={() => keepHere(LIST, { ...list, y: scrollY })}
          />
          <Pages listing={listing} isTurning={isTurning} shown={data.clients.length} total={data.total} />
        </section>
      )}
      {open?.what === 'export' && <ExportDialog business={business} onClose={close} />}
      {open?.what === 'tags' && <TagsDialog onClose={close} />}
      {open?.what === 'new' && (
        <ClientForm
          client={undefined}
          business={business}
          onStored={({ id }) => setOpen({ what: 'made', id, state: { list } })}
          onClose={close}
        />
      )}
      {open?.what === 'made' && <Navigate to={cardAt(open.id)} state={open.state} />}
    </>
  )
}

const LIST = 'clients'

/** How this list was left: in its own entry of the history or, after a card's data were deleted, in what the card kept of it. */
function useLeft(): Left | undefined {
  const { state } = useLocation()
  const [left] = useState(() => keptHere<Left>(LIST) ?? (state as { list?: Left } | null)?.list)
  return left
}

/** Scrolls to where somebody was, once: as soon as there is something to scroll. */
function useScrolledTo(y: number | undefined, isReady: boolean) {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    if (y !== undefined) scrollTo(0, y)
  })
}

interface PagesProps {
  listing: Listing<ClientSort>
  isTurning: boolean
  shown: number
  total: number
}

function Pages({ listing, isTurning, shown, total }: PagesProps) {
  const { offset, q } = listing
  const people = counted(total, 'cliente')
  if (total <= PAGE)
    return (
      <p className="cli-count small muted num" role="status">
        {q ? `${people} con “${q}”` : people}
      </p>
    )
  return (
    <Pager label="Páginas de clientes" listing={{ ...listing, isLoading: isTurning }} total={total}>
      {offset + 1} a {offset + shown} de {people}
    </Pager>
  )
}

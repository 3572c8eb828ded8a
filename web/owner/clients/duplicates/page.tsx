import { counted } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MetaFunction, Navigate, useSearchParams } from 'react-router'
import { may, useSession } from '../../../account/session.ts'
import '../../../ui/empty.css'
import { Pager } from '../../../ui/listing/pager.tsx'
import { PAGE } from '../../../ui/listing/use-listing.ts'
import { type AlikePair, type Client, clientQuery, duplicatesQuery } from '../../data/clients.ts'
import { starts } from '../../data/loader.ts'
import type { OwnerHandle } from '../../data/preload.ts'
import { useShown } from '../../data/use-shown.ts'
import { ownerMeta } from '../../head.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { CardSkeletons, Failed } from '../../parts/states.tsx'
import { useFocusNext } from '../../parts/use-focus-return.ts'
import { BackToList } from '../back-to-list.tsx'
import '../clients.css'
import { type Done, DoneList } from './done.tsx'
import './duplicates.css'
import { OtherCard } from './other-card.tsx'
import { PairCard } from './pair-card.tsx'

const first = { limit: PAGE, offset: 0 }
export const meta: MetaFunction = (args) => ownerMeta(args, 'Fichas repetidas')
export const handle: OwnerHandle = { title: 'Fichas repetidas' }
export const clientLoader = starts(() => [])
export { HydrateFallback } from '../../data/loader.ts'

/** Cards that may be of one person, to be made one or said to be two. */
export default function DuplicatesPage() {
  const business = useSession().business!
  const [search] = useSearchParams()
  const card = /^\d{1,15}$/.exec(search.get('ficha') ?? '')?.[0]
  if (!may(business, 'clients:merge')) return <Navigate to="/dashboard/clients" replace />
  return <Duplicates key={card} card={card === undefined ? undefined : Number(card)} />
}

function Duplicates({ card }: { card: number | undefined }) {
  const { timezone } = useSession().business!
  const [offset, setOffset] = useState(0)
  const state = useShown(
    duplicatesQuery({ ...first, offset, ...(card !== undefined && { card }) }),
    'Error cargando fichas repetidas',
  )
  const { data: chosen } = useQuery({ ...clientQuery(card ?? 0), enabled: card !== undefined })
  const [other, setOther] = useState<Client>()
  const [done, setDone] = useState<Done[]>([])
  const focusNext = useFocusNext()
  const { data } = state
  const settle = (one: Done) => {
    setDone((before) => [one, ...before.filter(({ key }) => key !== one.key)])
    setOther(undefined)
    const at = pairs.findIndex((pair) => keyOf(pair) === one.key)
    const next = pairs[at + 1] ?? pairs[at - 1]
    // Of three that are alike the next pair may go, too.
    const nextPair = at !== -1 && next ? [`.dup-list [data-pair="${keyOf(next)}"] input:checked`] : []
    focusNext([...nextPair, '.dup-done li'], document.activeElement)
  }
  const undone = (key: string) => {
    setDone((all) => all.filter((one) => one.key !== key))
    focusNext(['.dup-done li', '#main'], document.activeElement)
  }
  const lastPage = data ? Math.max(0, Math.ceil(data.total / PAGE) - 1) * PAGE : 0
  if (data && offset > lastPage) setOffset(lastPage)
  const pairs = (data?.pairs ?? []).filter(({ cards }) => !other || !cards.some(({ id }) => id === other.id))
  // The card that was looked at has found the other one, or is part of it.
  const isMerged = card !== undefined && done.some(({ what }) => what === 'merged')
  return (
    <>
      <BackToList />
      <PageHead
        title={chosen ? `Unir la ficha de ${chosen.client_name}` : 'Fichas repetidas'}
        text="Elige cuál se conserva: recibe las citas y las notas de la otra, y los datos que le falten. Durante 30 días lo puedes deshacer."
      />
      <DoneList done={done} onUndone={undone} />
      {chosen && !other && !isMerged && <OtherCard client={chosen} onChoose={setOther} />}
      {chosen && other && (
        <PairCard pair={{ cards: [chosen, other], reasons: [] }} timezone={timezone} onDone={settle} />
      )}
      {state.status === 'failed' && (
        <Failed title="No pudimos mostrar las fichas repetidas" error={state.error} onRetry={state.retry} />
      )}
      {state.status === 'loading' && (
        <CardSkeletons label="Cargando fichas repetidas…" className="dup-pair" />
      )}
      {data?.total === 0 && !other && !isMerged && (
        <div className="card empty" role="status">
          <h2 className="h3">
            {card === undefined ? 'No hay fichas repetidas' : 'Ninguna ficha se parece a esta'}
          </h2>
          <p className="muted">
            {card === undefined
              ? 'Cuando dos fichas tengan el mismo teléfono, correo o cédula, aparecen aquí.'
              : 'Si sabes de otra ficha de la misma persona, búscala arriba.'}
          </p>
        </div>
      )}
      {pairs.length > 0 && (
        <ul className="dup-list" aria-label="Fichas que parecen repetidas">
          {pairs.map((pair) => (
            <li key={keyOf(pair)} data-pair={keyOf(pair)}>
              <PairCard pair={pair} timezone={timezone} onDone={settle} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > PAGE && (
        <Pager
          label="Páginas de fichas repetidas"
          listing={{
            offset,
            isLoading: state.status === 'ready' && state.isPrevious,
            turn: (pages) => setOffset(offset + pages * PAGE),
          }}
          total={data.total}
        >
          {offset + 1} a {offset + data.pairs.length} de {counted(data.total, 'par', 'pares')}
        </Pager>
      )}
    </>
  )
}

const keyOf = ({ cards }: AlikePair) => cards.map(({ id }) => id).join('-')

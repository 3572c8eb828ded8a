import { dayMonth, daysBetween } from '#domain/dates.ts'
import { counted } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Pager } from '../../ui/listing/pager.tsx'
import { PAGE } from '../../ui/listing/use-listing.ts'
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx'
import { toast } from '../../ui/toast.tsx'
import { noteRecalled, type ReturningClient, returningQuery } from '../data/messages/returning.ts'
import { failureText } from '../parts/failures.ts'
import { Failed } from '../parts/states.tsx'
import { Preview } from './preview.tsx'
import { Asked, SendLink } from '../parts/by-hand/send.tsx'

/** 'Les toca volver': clients who have nothing ahead and whose service calls them back by now. Nothing goes by itself. */
export function Returning({ today, onEdit }: { today: string; onEdit: (() => void) | undefined }) {
  const [offset, setOffset] = useState(0)
  const { data, isError, error, isPlaceholderData, refetch } = useQuery(returningQuery(offset))
  const [asked, setAsked] = useState<number[]>([])
  const [busy, setBusy] = useState<number>()
  const rows = useRef<HTMLUListElement>(null)
  if (isError)
    return (
      <Failed
        title="No pudimos mostrar a quién le toca volver"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <div className="card late" role="status">
        <span className="sr">Cargando clientes…</span>
        <WaitingRows />
      </div>
    )
  const { clients, total } = data
  if (total === 0)
    return (
      <div className="card empty" role="status">
        <h2 className="h3">A nadie le toca volver por ahora</h2>
        <p className="muted">
          Di en cada servicio en cuántas semanas se vuelve. Aquí aparece quien no tiene cita para entonces.
        </p>
      </div>
    )

  async function answer(client: ReturningClient, wasSent: boolean) {
    const settled = () => setAsked((before) => before.filter((id) => id !== client.id))
    if (!wasSent) return settled()
    setBusy(client.id)
    try {
      await noteRecalled(client)
      settled()
      // The last one of a page goes with it.
      if (clients.length === 1 && offset > 0) setOffset(offset - PAGE)
      requestAnimationFrame(() =>
        rows.current?.querySelector<HTMLElement>('.msg-act :is(a, button)')?.focus(),
      )
    } catch (error) {
      toast.error(failureText(error, 'No pudimos anotarlo. Intenta de nuevo.'))
    } finally {
      setBusy(undefined)
    }
  }

  const list = (
    <section className="card msg-card" aria-label="Les toca volver">
      <p className="msg-done">Sin cita por venir. Nada se envía solo: escribes tú, desde tu WhatsApp.</p>
      <ul ref={rows} className="msgs" aria-busy={isPlaceholderData}>
        {clients.map((client) => (
          <li key={client.id} className={asked.includes(client.id) ? 'msg is-asked' : 'msg'}>
            <span className="msg-time num">{weeksText(client.last_date, today)}</span>
            <div className="msg-who">
              <b>{client.client_name}</b>
              <small>
                {client.service_name}, el {dayMonth(client.last_date)}
              </small>
            </div>
            <div className="msg-act">
              <Act
                client={client}
                isAsked={asked.includes(client.id)}
                isBusy={busy === client.id}
                onOpened={() => setAsked((before) => [...before, client.id])}
                onAnswer={(wasSent) => void answer(client, wasSent)}
              />
            </div>
          </li>
        ))}
      </ul>
      {total > PAGE && (
        <Pager
          label="Páginas de clientes"
          listing={{
            offset,
            isLoading: isPlaceholderData,
            turn: (pages) => setOffset(offset + pages * PAGE),
          }}
          total={total}
        >
          {offset + 1} a {offset + clients.length} de {counted(total, 'cliente')}
        </Pager>
      )}
    </section>
  )
  return (
    <>
      {list}
      <Preview text={clients.find(({ text }) => text !== null)?.text} onEdit={onEdit} />
    </>
  )
}

/** '6 sem.' */
const weeksText = (date: string, today: string) => `${Math.floor(daysBetween(date, today) / 7)} sem.`

interface ActProps {
  client: ReturningClient
  isAsked: boolean
  isBusy: boolean
  onOpened: () => void
  onAnswer: (wasSent: boolean) => void
}

function Act({ client, isAsked, isBusy, onOpened, onAnswer }: ActProps) {
  const { client_name, client_phone, text } = client
  if (text === null) return <span className="msg-state">No dejó teléfono</span>
  if (isAsked) return <Asked name={client_name} isBusy={isBusy} onAnswer={onAnswer} />
  return <SendLink name={client_name} phone={client_phone} text={text} onOpened={onOpened} />
}

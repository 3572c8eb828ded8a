import { ALIKE_LABELS } from '#domain/card-merge.ts'
import { noShowsText } from '#domain/card.ts'
import { counted } from '#domain/numbers.ts'
import { useId, useState } from 'react'
import { onlyFirstPress } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type AlikePair, type Client, mergeClients, setApart } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'
import { useSentOnce } from '../../parts/once/use-key.ts'
import { usePhone } from '../../phone.ts'
import { Link } from '../../parts/link.tsx'
import { cardAt } from '../client-table.tsx'
import { dayText } from '../visit-text.ts'
import type { Done } from './done.tsx'

interface Props {
  pair: AlikePair
  timezone: string
  onDone: (done: Done) => void
}

/** Who came more often is kept, unless somebody chooses otherwise. */
const likelier = (cards: Client[]): Client =>
  cards.toSorted((a, b) => b.visits - a.visits || b.appointments - a.appointments || a.id - b.id)[0]!

/** Two cards side by side, of which one is kept. */
export function PairCard({ pair: { cards, reasons }, timezone, onDone }: Props) {
  const [kept, setKept] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const group = useId()
  const send = useSentOnce((ids: { keep: number; other: number }, key) =>
    mergeClients(ids.keep, [ids.other], key),
  )
  const keep = cards.find(({ id }) => id === kept) ?? likelier(cards)
  const other = cards.find(({ id }) => id !== keep.id)!
  const names = `${keep.client_name} y ${other.client_name}`
  const ids = cards.map(({ id }) => id)

  async function run(work: () => Promise<Done>, failure: string) {
    if (isBusy) return
    setBusy(true)
    try {
      onDone(await work())
    } catch (error) {
      toast.error(failureText(error, failure))
      setBusy(false)
    }
  }
  const merge = () =>
    run(async () => {
      const merge_id = await send({ keep: keep.id, other: other.id })
      return {
        key: ids.join('-'),
        what: 'merged',
        name: keep.client_name,
        other: other.client_name,
        merge_id,
        kept: keep.id,
      }
    }, 'Error al unir las fichas')
  const apart = () =>
    run(async () => {
      await setApart(ids, true)
      return {
        key: ids.join('-'),
        what: 'apart',
        name: keep.client_name,
        other: other.client_name,
        cards: ids,
      }
    }, 'Error al guardar')

  return (
    <section className="card dup-pair" aria-label={names}>
      {reasons.length > 0 && (
        <p className="dup-why">
          {reasons.map((reason) => (
            <span key={reason} className="badge plain">
              {ALIKE_LABELS[reason]}
            </span>
          ))}
        </p>
      )}
      <div className="dup-sides" role="radiogroup" aria-label="Cuál se conserva">
        {cards.map((client) => (
          <label key={client.id} className="dup-side">
            <span className="dup-keep">
              <input
                type="radio"
                name={group}
                checked={client.id === keep.id}
                onChange={() => setKept(client.id)}
              />
              {client.id === keep.id ? 'Se conserva' : 'Se une a la otra'}
            </span>
            <Facts client={client} timezone={timezone} />
            <Link className="link" to={cardAt(client.id)}>
              Ver ficha<span className="sr"> de {client.client_name}</span>
            </Link>
          </label>
        ))}
      </div>
      <div className="dup-acts" onClickCapture={onlyFirstPress}>
        <button type="button" className="btn" aria-disabled={isBusy} onClick={() => void merge()}>
          Unir<span className="sr"> {names}</span>
        </button>
        <button type="button" className="btn btn-2" aria-disabled={isBusy} onClick={() => void apart()}>
          No son la misma persona
        </button>
      </div>
    </section>
  )
}

function Facts({ client, timezone }: { client: Client; timezone: string }) {
  const phoneText = usePhone()
  const {
    client_phone,
    client_email,
    client_id,
    visits,
    no_shows,
    appointments,
    last_visit,
    next_visit,
    alert,
  } = client
  return (
    <>
      <b className="dup-name">{client.client_name}</b>
      {alert && <span className="cli-missed">{alert}</span>}
      <span className="num">{phoneText(client_phone) || 'Sin teléfono'}</span>
      <span>{client_email ?? 'Sin correo'}</span>
      {client_id && <span className="num">C.C. {client_id}</span>}
      <small>
        {[
          counted(appointments, 'cita'),
          visits > 0 && counted(visits, 'visita'),
          no_shows > 0 && noShowsText(no_shows),
          last_visit && `última ${dayText(last_visit, timezone)}`,
          next_visit && `próxima ${dayText(next_visit, timezone)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  )
}

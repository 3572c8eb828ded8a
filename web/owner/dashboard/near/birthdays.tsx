import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { birthdaysQuery, type Celebrated, noteGreeted } from '../../data/messages/birthdays.ts'
import { Asked, SendLink } from '../../parts/by-hand/send.tsx'
import { failureText } from '../../parts/failures.ts'
import { Link } from '../../parts/link.tsx'
import { Day } from '../../print/day.tsx'
import '../lists.css'
import './birthdays.css'

/** 'Cumpleaños esta semana': who is greeted from the own WhatsApp. Without an answer it is left out. */
export function Birthdays({ today }: { today: string }) {
  const { data } = useQuery(birthdaysQuery())
  if (!data || data.total === 0) return null
  const { clients, total } = data
  return (
    <section className="card" aria-labelledby="birthdays">
      <div className="card-h">
        <h2 className="h3" id="birthdays">
          Cumpleaños esta semana
        </h2>
        <span className="small muted num">{total}</span>
      </div>
      <ul
        className={clients.length > 3 ? 'list-scroll' : 'list'}
        tabIndex={clients.length > 3 ? 0 : undefined}
      >
        {clients.map((client) => (
          <Row key={client.id} client={client} today={today} />
        ))}
      </ul>
      {total > clients.length && (
        <p className="small muted birth-more">Y {total - clients.length} más después de estos.</p>
      )}
    </section>
  )
}

function Row({ client, today }: { client: Celebrated; today: string }) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { id, client_name, client_phone, date, turns, text, greeting } = client

  async function answer(wasSent: boolean) {
    if (!wasSent) return setAsked(false)
    setBusy(true)
    try {
      await noteGreeted(id)
      setAsked(false)
    } catch (error) {
      toast.error(failureText(error, 'No pudimos anotarlo. Intenta de nuevo.'))
    }
    setBusy(false)
  }

  return (
    <li className="birth">
      <span className="birth-who">
        <Link to={`/dashboard/clients/${id}`} aria-label={`${client_name}, ver su ficha`}>
          {client_name}
        </Link>
        <small className="muted">
          <Day date={date} today={today} />
          {turns !== null && ` · cumple ${turns}`}
        </small>
      </span>
      {greeting ? (
        <span className={greeting === 'sent' ? 'msg-state is-done' : 'msg-state'}>
          {greeting === 'sent' ? 'Ya lo felicitaste' : 'Se le felicita solo'}
        </span>
      ) : isAsked ? (
        <Asked name={client_name} isBusy={isBusy} onAnswer={(wasSent) => void answer(wasSent)} />
      ) : text !== null ? (
        <SendLink name={client_name} phone={client_phone} text={text} onOpened={() => setAsked(true)} />
      ) : (
        <span className="msg-state">No dejó teléfono</span>
      )}
    </li>
  )
}

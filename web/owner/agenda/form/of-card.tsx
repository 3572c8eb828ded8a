import { Avatar } from '../../../ui/avatar.tsx'
import { AlertLine, BlockedLine, NoShows } from '../../marks/alert-line.tsx'
import type { Preset } from './values.ts'

interface Props {
  client: NonNullable<Preset['client']>
  /** Lets somebody else be written in its place. */
  onOther: () => void
}

/** The client of a card, for who does not see how to reach them: enpunto writes to where the card says. */
export function OfCard({ client, onOther }: Props) {
  const { client_name = '', client_phone, client_email, blocked_at } = client
  const mark = { alert: client.alert ?? null, no_shows: client.no_shows ?? 0 }
  const ways = [client_phone, client_email].filter(Boolean)
  return (
    <div className="of-card">
      <Avatar name={client_name} />
      <div className="grow">
        <b>{client_name}</b>
        <small className="num">{ways.join(' · ')}</small>
        <p className="known-client">
          <AlertLine mark={mark} />
          <NoShows mark={mark} />
          <BlockedLine isBlocked={(blocked_at ?? null) !== null} />
        </p>
        <small>La confirmación le llega a los datos de su ficha.</small>
      </div>
      <button type="button" className="link" onClick={onOther}>
        Otra persona
      </button>
    </div>
  )
}

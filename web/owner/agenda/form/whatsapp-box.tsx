import { useQuery } from '@tanstack/react-query'
import { whatsAppQuery } from '../../data/messages/whatsapp.ts'

interface Props {
  isTicked: boolean
  onChange: (isTicked: boolean) => void
}

/** That the client asked for WhatsApp, where the business writes there; whoever ticks it stands for it. */
export function WhatsAppBox({ isTicked, onChange }: Props) {
  const { data } = useQuery(whatsAppQuery())
  if (!data?.is_available || data.reminder_channel === 'email') return null
  return (
    <label className="check">
      <input type="checkbox" checked={isTicked} onChange={({ target }) => onChange(target.checked)} />
      <span>
        El cliente pidió recibirlo por WhatsApp
        <br />
        <small className="hint">Queda anotado que lo dijiste tú.</small>
      </span>
    </label>
  )
}

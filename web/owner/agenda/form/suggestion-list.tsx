import { counted } from '#domain/numbers.ts'
import { NoShows } from '../../marks/alert-line.tsx'
import { usePhone } from '../../phone.ts'
import type { Suggestions } from './use-suggestions.ts'

export function SuggestionList({ suggestions }: { suggestions: Suggestions }) {
  const phoneText = usePhone()
  const { id, clients, active, pick } = suggestions
  const count = counted(clients.length, 'cliente anterior', 'clientes anteriores')
  return (
    <>
      <p className="sr" role="status">
        {clients.length > 0 && `${count}, elige con las flechas`}
      </p>
      {clients.length > 0 && (
        <ul id={id} className="suggest" role="listbox" aria-label="Clientes anteriores">
          {clients.map((client, i) => (
            <li
              key={[client.client_email, client.client_phone, client.client_name, i].join(' ')}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(client)}
            >
              <b>{client.client_name}</b> <small className="num">{phoneText(client.client_phone)}</small>
              <NoShows mark={client} />
              {client.blocked_at !== null && <small className="no-shows">Bloqueado</small>}
              {client.client_email && <small>{client.client_email}</small>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

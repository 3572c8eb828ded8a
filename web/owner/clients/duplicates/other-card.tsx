import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Client, knownClientsQuery } from '../../data/clients.ts'
import { usePhone } from '../../phone.ts'
import { SearchBox } from '../../parts/states.tsx'
import { useDebounced } from '../../parts/use-debounced.ts'

interface Props {
  client: { id: number; client_name: string }
  onChoose: (other: Client) => void
}

/** Finds the other card of a person, whatever that one says. */
export function OtherCard({ client, onChoose }: Props) {
  const phoneText = usePhone()
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 300)
  const { data } = useQuery({ ...knownClientsQuery(q), enabled: q.length > 1 })
  const others = q.length > 1 ? (data ?? []).filter(({ id }) => id !== client.id) : []
  return (
    <section className="card dup-other" aria-label="La otra ficha">
      <SearchBox label="Buscar la otra ficha por nombre, teléfono o correo" value={text} onChange={setText} />
      {data && q.length > 1 && others.length === 0 && (
        <p className="small muted" role="status">
          Ninguna otra ficha con “{q}”
        </p>
      )}
      {others.length > 0 && (
        <ul>
          {others.map((other) => (
            <li key={other.id}>
              <button type="button" onClick={() => onChoose(other)}>
                <b>{other.client_name}</b>{' '}
                <small className="num">
                  {[phoneText(other.client_phone), other.client_email].filter(Boolean).join(' · ') ||
                    'Sin datos'}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

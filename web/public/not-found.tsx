import { data } from 'react-router'
import { Message } from './message.tsx'

export const loader = () => data(null, 404)

export const meta = () => [
  { title: 'Página no encontrada - enpunto' },
  { name: 'robots', content: 'noindex' },
]

export default function NotFound() {
  return (
    <Message title="Página no encontrada" framed>
      La dirección no existe o cambió de lugar.
    </Message>
  )
}

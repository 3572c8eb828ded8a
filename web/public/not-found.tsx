import { data, type MetaFunction } from 'react-router'
import { head } from '../head.ts'
import { Message } from '../message.tsx'

export const loader = () => data(null, 404)

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Página no encontrada',
    description: 'La dirección no existe o cambió de lugar.',
    indexed: false,
  })

export default function NotFound() {
  return (
    <Message title="Página no encontrada" framed>
      La dirección no existe o cambió de lugar.
    </Message>
  )
}

import { data, type MetaFunction, useLocation } from 'react-router'
import { head } from '../head.ts'
import { Message } from '../message.tsx'

export const loader = () => data(null, 404)

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Página no encontrada',
    description: 'La dirección no existe o cambió de lugar.',
    indexed: false,
  })

/** Below the screens of who is signed in, the way back leads to those. */
const WAYS_BACK = [
  { below: '/dashboard', to: '/dashboard', text: 'Ir a mi panel' },
  { below: '/admin', to: '/admin/dashboard', text: 'Ir al panel de administración' },
  { below: '/client', to: '/client', text: 'Ver mis citas' },
]

export default function NotFound() {
  const { pathname } = useLocation()
  const back = WAYS_BACK.find(({ below }) => pathname === below || pathname.startsWith(`${below}/`))
  return (
    <Message
      title="Página no encontrada"
      framed
      instead={
        back && (
          <a className="btn" href={back.to}>
            {back.text}
          </a>
        )
      }
    >
      La dirección no existe o cambió de lugar.
    </Message>
  )
}

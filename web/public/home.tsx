import { Logo } from '../ui/logo.tsx'

export const meta = () => [
  { title: 'enpunto: la agenda en línea de tu negocio' },
  {
    name: 'description',
    content: 'Agenda en línea para negocios de servicios: tus clientes reservan su cita solos.',
  },
  { name: 'theme-color', content: '#024c36' },
]

export default function Home() {
  return (
    <main className="message">
      <Logo />
      <h1 className="h1">La agenda en línea de tu negocio</h1>
      <p className="muted">
        Con enpunto tus clientes reservan su cita solos, a cualquier hora, y reciben su confirmación por
        correo.
      </p>
    </main>
  )
}

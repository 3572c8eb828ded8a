import { Link } from 'react-router'
import { usePublicSite } from '../public/site.ts'
import { RegisterForm } from './register-form.tsx'
import { AccountScreen } from './screen.tsx'

export const meta = () => [
  { title: 'Registrarse - enpunto' },
  {
    name: 'description',
    content: 'Crea gratis la agenda en línea de tu negocio: tus clientes reservan solos.',
  },
  { name: 'theme-color', content: '#ffffff' },
]

export default function Register() {
  const { verification } = usePublicSite()
  return (
    <AccountScreen title="Crea tu agenda gratis" text="Dos minutos. Sin tarjeta." wide onlyOut>
      <RegisterForm verification={verification} />
      <p className="small muted after">
        ¿Ya tienes cuenta?{' '}
        <Link className="link" to="/login" prefetch="intent">
          Iniciar Sesión
        </Link>
      </p>
    </AccountScreen>
  )
}

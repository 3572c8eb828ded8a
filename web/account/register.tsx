import { Link, type MetaFunction } from 'react-router'
import { head } from '../head.ts'
import { usePublicSite } from '../site.ts'
import { RegisterForm } from './register-form.tsx'
import { AccountScreen } from './screen.tsx'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Registrarse',
    description:
      'Crea gratis la agenda en línea de tu negocio, en dos minutos y sin tarjeta: tus clientes reservan solos, a cualquier hora.',
  })

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

import { Link, type MetaFunction } from 'react-router'
import { head } from '../head.ts'
import { Icon } from '../ui/icon.tsx'
import { calendar, check, mail, user } from '../ui/icons.ts'
import { bell, chart, link, users } from '../ui/icons-panel.ts'
import './home.css'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'enpunto: la agenda en línea de tu negocio',
    whole: true,
    description:
      'Tus clientes reservan su cita en línea y enpunto les recuerda la hora. Agenda gratis para peluquerías, spas, consultorios y más negocios de servicios.',
  })

const FEATURES = [
  { icon: calendar, title: 'Calendario', text: 'Tus citas por día o por semana, con un color por servicio.' },
  {
    icon: link,
    title: 'Tu página de reservas',
    text: 'Con tu logo, tu color y tus fotos. Lista para compartir.',
  },
  { icon: bell, title: 'Recordatorios automáticos', text: '12 o 24 horas antes, y otro 2 horas antes.' },
  {
    icon: users,
    title: 'Equipo y horarios',
    text: 'Cada profesional con sus servicios, su horario y su almuerzo.',
  },
  { icon: chart, title: 'Cifras claras', text: 'Ingresos, asistencia y los servicios que más te piden.' },
  { icon: user, title: 'Portal del cliente', text: 'Tus clientes reagendan o cancelan sin llamarte.' },
]

const FREE = [
  'Citas ilimitadas',
  'Servicios y profesionales ilimitados',
  'Página de reservas con tu marca',
  'Portal del cliente',
  '30 recordatorios al mes',
]

export default function Home() {
  return (
    <div className="home">
      <section className="home-hero">
        <h1>
          Tu agenda se llena sola
          <i />
        </h1>
        <p>
          Comparte un enlace. Tus clientes eligen servicio, profesional y hora. Nosotros les recordamos la
          cita.
        </p>
        <Link className="btn btn-lg" to="/register" prefetch="intent">
          Crear mi agenda gratis
        </Link>
      </section>
      <section id="caracteristicas" tabIndex={-1} aria-labelledby="caracteristicas-titulo">
        <h2 id="caracteristicas-titulo">Todo lo que tu agenda de papel no puede</h2>
        <ul className="home-features">
          {FEATURES.map(({ icon, title, text }) => (
            <li key={title}>
              <span>
                <Icon d={icon} />
              </span>
              <div>
                <h3 className="h3">{title}</h3>
                <p className="muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section id="precios" tabIndex={-1} aria-labelledby="precios-titulo">
        <h2 id="precios-titulo">Un precio fácil de recordar</h2>
        <p className="muted">Precios en pesos colombianos (COP).</p>
        <div className="home-prices">
          <div className="home-free">
            <h3 className="h3">Gratis para siempre</h3>
            <p className="home-amount">$ 0</p>
            <ul>
              {FREE.map((text) => (
                <li key={text}>
                  <Icon d={check} className="icon-sm" />
                  {text}
                </li>
              ))}
            </ul>
            <Link className="btn btn-2" to="/register" prefetch="intent">
              Comenzar Gratis
            </Link>
          </div>
          <div>
            <h3 className="h3">Paquete de recordatorios</h3>
            <p className="home-amount">$ 20.000</p>
            <ul>
              <li>
                <Icon d={mail} className="icon-sm" />
                100 mensajes más
              </li>
              <li>
                <Icon d={check} className="icon-sm" />
                Se acumulan y no vencen
              </li>
              <li>
                <Icon d={check} className="icon-sm" />
                Solo cuando los necesites
              </li>
            </ul>
          </div>
        </div>
      </section>
    </div>
  )
}

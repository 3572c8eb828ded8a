import { Icon } from '../ui/icon.tsx'
import { calendar, users } from '../ui/icons.ts'
import { bell, chart, link } from '../ui/icons-panel.ts'
import { userCheck } from './landing-icons.ts'

const FEATURES = [
  {
    tone: 3,
    icon: calendar,
    title: 'Calendario por día, 2 días o semana',
    text: 'Mira a todo tu equipo de un vistazo, con un color por servicio.',
  },
  {
    tone: 7,
    icon: link,
    title: 'Tu página de reservas',
    text: 'Con tu logo, tu color y tu galería. Lista para Instagram y WhatsApp.',
  },
  {
    tone: 4,
    icon: bell,
    title: 'Recordatorios automáticos',
    text: '12 o 24 horas antes, y otro 2 horas antes de la cita.',
  },
  {
    tone: 1,
    icon: users,
    title: 'Equipo y horarios',
    text: 'Cada profesional con sus servicios, su horario y su almuerzo.',
  },
  {
    tone: 6,
    icon: chart,
    title: 'Cifras claras',
    text: 'Ingresos, asistencia y los servicios que más te piden.',
  },
  {
    tone: 5,
    icon: userCheck,
    title: 'Portal del cliente',
    text: 'Tus clientes reagendan o cancelan con cédula y correo. Tú no contestas el teléfono.',
  },
]

export function Features() {
  return (
    <section id="features" className="lp-sec lp-next" tabIndex={-1} aria-labelledby="caracteristicas">
      <div className="lp-in">
        <h2 id="caracteristicas">Todo lo que tu agenda de papel no puede</h2>
        <ul className="lp-features">
          {FEATURES.map(({ tone, icon, title, text }) => (
            <li key={title} className={`t${tone}`}>
              <span>
                <Icon d={icon} />
              </span>
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

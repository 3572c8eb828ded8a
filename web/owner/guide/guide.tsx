import { type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import type { SessionBusiness } from '../../account/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { check } from '../../ui/icons.ts'
import { settings } from '../../ui/icons-panel.ts'
import './guide.css'
import { dismissGuide, putOffGuide } from './guide-marker.ts'
import { type Progress, useProgress } from './guide-progress.ts'
import { PLACES } from '../places.ts'
import { Link } from '../parts/link.tsx'

const [dashboard, appointments, , services, professionals] = PLACES

interface Step {
  to: string
  icon: string
  title: string
  text: string
  isDone: (progress: Progress) => boolean
  /** Whether it is the step to begin with. */
  isFirst?: boolean
}

const STEPS: Step[] = [
  {
    to: '/dashboard/settings',
    icon: settings,
    title: 'Configuración',
    text: 'Pon tu descripción, tu logo, tu color y tu horario.',
    isDone: (progress) => progress.settings,
  },
  {
    ...services!,
    title: 'Servicios',
    text: 'Sin servicios, tus clientes no pueden reservar.',
    isDone: (progress) => progress.services > 0,
    isFirst: true,
  },
  {
    ...professionals!,
    title: 'Profesionales',
    text: 'Agrega a tu equipo. Quien no tiene horario propio atiende en el del negocio.',
    isDone: (progress) => progress.professionals > 0,
  },
  {
    ...appointments!,
    title: 'Citas e indicadores',
    text: 'Mira quién viene y marca quién asistió: de ahí salen tus indicadores.',
    isDone: (progress) => progress.appointments,
  },
  {
    ...dashboard!,
    title: 'Dashboard',
    text: 'Copia el enlace de tu página y compártelo. Queda listo con la primera reserva en línea.',
    isDone: (progress) => progress.shared,
  },
]

/** The first steps of a new business, each with a link, and its progress. */
export function Guide({ business, onClose }: { business: SessionBusiness; onClose: () => void }) {
  const progress = useProgress(business)
  const navigate = useNavigate()
  const done = progress && STEPS.filter(({ isDone }) => isDone(progress)).length
  const name = business.business_name.trim() || 'Mi Negocio'

  // Closing the element itself returns the focus.
  const close = (event: MouseEvent) => event.currentTarget.closest('dialog')!.close()
  const later = (event: MouseEvent) => {
    putOffGuide(business.id)
    close(event)
  }
  const footer = (
    <>
      <button
        type="button"
        className="btn btn-3"
        onClick={(event) => {
          dismissGuide(business.id)
          close(event)
        }}
      >
        No volver a mostrar
      </button>
      <button type="button" className="btn btn-2" onClick={later}>
        Lo haré después
      </button>
      <button
        type="button"
        className="btn pri"
        onClick={(event) => {
          later(event)
          void navigate(`${services!.to}?usuales=1`)
        }}
      >
        Configurar ahora
      </button>
    </>
  )
  return (
    <Dialog title={`¡Te damos la bienvenida, ${name}!`} onClose={onClose} footer={footer} className="guide">
      <p className="muted">Con estos pasos, tus clientes empiezan a reservar solos.</p>
      <div className="guide-progress">
        <div className="guide-bar" aria-hidden="true">
          <i style={{ width: `${((done ?? 0) / STEPS.length) * 100}%` }} />
        </div>
        <span className="small num" role="status">
          {done === undefined ? 'Revisando tu avance…' : `${done} de ${STEPS.length} listos`}
        </span>
      </div>
      <ol>
        {STEPS.map(({ to, icon, title, text, isDone, isFirst }) => {
          const isReady = progress !== undefined && isDone(progress)
          return (
            <li key={to} className={isReady ? 'is-done' : undefined}>
              <Link to={to} onClick={later}>
                <span className="guide-icon">
                  <Icon d={isReady ? check : icon} />
                </span>
                <span className="grow">
                  <b>
                    {title}
                    {isReady && <span className="sr"> (listo)</span>}
                    {isFirst && !isReady && <span className="badge plain">Empieza aquí</span>}
                  </b>
                  <small>{text}</small>
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </Dialog>
  )
}

import { Icon } from '../../ui/icon.tsx'
import { plus, settings } from '../../ui/icons-panel.ts'
import { NEW_APPOINTMENT, PLACES } from '../places.ts'
import { Link } from '../parts/link.tsx'

const [, , , services, professionals] = PLACES
const SETTINGS = { to: '/dashboard/settings', label: 'Configuración', icon: settings }

/** The most frequent actions, beside the title. */
export function HeadActions() {
  return (
    <nav className="row wrap only-d dash-acts" aria-label="Atajos">
      {[services!, professionals!].map(({ to, label, icon }) => (
        <Link key={to} className="btn btn-2" to={to} prefetch="intent">
          <Icon d={icon} />
          {label}
        </Link>
      ))}
      <Link className="btn btn-2 btn-icon" to={SETTINGS.to} prefetch="intent" aria-label={SETTINGS.label}>
        <Icon d={SETTINGS.icon} />
      </Link>
      <Link className="btn" to={NEW_APPOINTMENT} prefetch="intent">
        <Icon d={plus} />
        Nueva cita
      </Link>
    </nav>
  )
}

/** The same actions on phones, within reach of the thumb. */
export function PhoneActions() {
  return (
    <nav className="only-m qa" aria-label="Atajos">
      <Link className="is-main" to={NEW_APPOINTMENT}>
        <span>
          <Icon d={plus} className="icon-lg" />
        </span>
        Nueva cita
      </Link>
      {[services!, professionals!, SETTINGS].map(({ to, label, icon }) => (
        <Link key={to} to={to}>
          <span>
            <Icon d={icon} className="icon-lg" />
          </span>
          {label}
        </Link>
      ))}
    </nav>
  )
}

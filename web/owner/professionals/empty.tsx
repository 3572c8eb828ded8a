import { Icon } from '../../ui/icon.tsx'
import { plus } from '../../ui/icons-panel.ts'
import { SelfForm } from '../parts/self/self-form.tsx'
import type { Professional } from '#domain/api/professional.ts'
import { Link } from '../parts/link.tsx'

/** Shown while there are no professionals. */
export function NoProfessionals({
  onCreated,
  onCreate,
}: {
  onCreated: (professional: Professional) => void
  onCreate: () => void
}) {
  return (
    <div className="card empty">
      <Art />
      <h2 className="h3">Aún no tienes profesionales</h2>
      <p className="muted">Si atiendes tú, basta tu nombre. Usamos el correo y el teléfono del negocio.</p>
      <SelfForm onCreated={onCreated} />
      <button type="button" className="btn btn-3" onClick={onCreate}>
        <Icon d={plus} />
        Agregar a otra persona
      </button>
    </div>
  )
}

/** Shown while there are no services, which professionals need. */
export function ServicesFirst() {
  return (
    <div className="card empty">
      <Art />
      <h2 className="h3">Primero crea un servicio</h2>
      <p className="muted">
        Cada profesional atiende tus servicios: crea al menos uno para agregar personas.
      </p>
      <Link className="btn" to="/dashboard/services">
        Ir a servicios
      </Link>
    </div>
  )
}

const Art = () => (
  <svg className="art" viewBox="0 0 88 88" aria-hidden="true">
    <circle cx="58" cy="34" r="11" fill="var(--verde-100)" />
    <path d="M38 72c0-13 9-20 20-20s20 7 20 20z" fill="var(--verde-100)" />
    <circle cx="36" cy="32" r="13" fill="var(--verde-300)" />
    <path d="M12 74c0-15 10.500-23 24-23s24 8 24 23z" fill="var(--verde-700)" />
    <path d="M30 52.500 36 60l6-7.500" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    <circle cx="69" cy="67" r="11" fill="var(--punto)" />
    <path d="M69 62v10M64 67h10" stroke="var(--mango-950)" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
)

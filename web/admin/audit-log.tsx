import { counted } from '#domain/numbers.ts'
import { amPm, clockTime } from '#domain/dates.ts'
import { useState } from 'react'
import './audit-log.css'
import { dateOf, minuteOf } from './numbers.ts'
import { NotLoaded } from '../ui/loading/not-loaded.tsx'
import { type AuditEntry, auditQuery, useLoaded } from './queries.ts'

const NAMES: Record<string, string> = {
  login: 'Entró al panel',
  login_failed: 'Intento de acceso fallido',
  logout: 'Cerró sesión',
  suspend: 'Suspendió un negocio',
  reactivate: 'Reactivó un negocio',
  grant_credits: 'Otorgó créditos',
  approve_name: 'Aprobó un nombre',
  dismiss_reports: 'Descartó reportes de la página',
  act_on_reports: 'Suspendió por reportes',
  second_factor_on: 'Activó la verificación en dos pasos',
  second_factor_off: 'Desactivó la verificación en dos pasos',
  recovery_code_used: 'Entró con un código de recuperación',
  recovery_codes_made: 'Creó códigos de recuperación nuevos',
  refuse_name: 'Rechazó un nombre',
  set_limits: 'Cambió los límites',
  import_business: 'Trajo un negocio',
  passkey_added: 'Agregó una llave de acceso',
  passkey_removed: 'Quitó una llave de acceso',
  let_in_again: 'Recibió otra contraseña del operador',
}

const FIRST = 10
const MORE = 20
const MOST = 500

/** What administrators did, newest first. */
export function AuditLog() {
  const [limit, setLimit] = useState(FIRST)
  const { data, isFailed, isLoading, reload } = useLoaded(auditQuery(limit))
  const entries = data ?? []
  return (
    <section className="card" aria-labelledby="registro" aria-busy={isLoading}>
      <div className="card-h">
        <h2 className="h2" id="registro">
          Registro de actividad
        </h2>
      </div>
      {isFailed && <NotLoaded className="admin-missing" what="el registro" onRetry={reload} />}
      {data && entries.length === 0 && <p className="audit-none muted">Todavía no hay actividad.</p>}
      <AuditEntries entries={entries} />
      {entries.length === limit && limit < MOST && (
        <button
          type="button"
          className="btn btn-3 audit-more"
          aria-disabled={isLoading}
          onClick={() => !isLoading && setLimit(Math.min(MOST, limit + MORE))}
        >
          Ver más
        </button>
      )}
    </section>
  )
}

export const AuditEntries = ({ entries }: { entries: AuditEntry[] }) => (
  <ul className="audit">
    {entries.map((entry) => (
      <li key={entry.id}>
        <div>
          <b>{NAMES[entry.act] ?? 'Otra acción'}</b>
          {entry.business_name && <span> · {entry.business_name}</span>}
          {detailOf(entry) && <small>{detailOf(entry)}</small>}
        </div>
        <small className="num">
          {entry.administrator ?? 'Sin cuenta'}
          <br />
          <time dateTime={entry.at}>
            {dateOf(entry.at)}, {amPm(clockTime(minuteOf(entry.at)))}
          </time>
        </small>
      </li>
    ))}
  </ul>
)

function detailOf({ detail }: AuditEntry): string {
  const { reason, packages, reference, max_services, max_professionals, max_mails, name, tries } = detail
  // Those that were changed.
  const limits = [
    typeof max_services === 'number' && counted(max_services, 'servicio'),
    typeof max_professionals === 'number' && counted(max_professionals, 'profesional', 'profesionales'),
    typeof max_mails === 'number' && `${counted(max_mails, 'correo')} al día`,
  ].filter(Boolean)
  const parts = [
    typeof tries === 'number' && tries > 1 && `${counted(tries, 'vez', 'veces')} en una hora`,
    limits.length > 0 && `Hasta ${limits.join(' · ')}`,
    typeof packages === 'number' && counted(packages, 'paquete'),
    typeof reference === 'string' && `Pago ${reference}`,
    typeof name === 'string' && `«${name}»`,
    typeof reason === 'string' && `Motivo: ${reason}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

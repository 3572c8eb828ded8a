import { decimal } from '#domain/numbers.ts'
import { money } from '#domain/money.ts'
import { amPm, clockTime } from '#domain/dates.ts'
import { shownPhone } from '#domain/phone.ts'
import { useState } from 'react'
import { Link, type MetaFunction, useParams } from 'react-router'
import { NeedsScript } from '../ui/needs-script.tsx'
import { AuditEntries } from './audit-log.tsx'
import './business.css'
import { AdminFrame } from './frame.tsx'
import { adminLinks, adminMeta } from './head.ts'
import { Manage } from './manage.tsx'
import { dateOf, minuteOf } from './numbers.ts'
import { type BusinessView, businessQuery, useLoaded } from './queries.ts'
import { NotLoaded } from '../ui/loading/not-loaded.tsx'
import { startSession } from './session.ts'

export const meta: MetaFunction = (args) => adminMeta(args, 'Negocio')
export const links = adminLinks
export function clientLoader() {
  startSession()
  return null
}
export const HydrateFallback = () => <NeedsScript />

/** One business, as the administrator sees it. */
export default function AdminBusiness() {
  return (
    <AdminFrame>
      <p>
        <Link className="link" to="/admin/dashboard">
          Volver al panel
        </Link>
      </p>
      <Business id={Number(useParams()['id']) || 0} />
    </AdminFrame>
  )
}

function Business({ id }: { id: number }) {
  const { data, isFailed, isMissing, reload } = useLoaded(businessQuery(id))
  const [isManaged, setManaged] = useState(false)
  if (!data)
    return (
      <section className="card" aria-busy={!isFailed}>
        <h1 className="h2 biz-wait">Negocio</h1>
        {isMissing && <p className="small admin-missing">No hay ningún negocio con este número.</p>}
        {isFailed && !isMissing && (
          <NotLoaded className="admin-missing" what="este negocio" onRetry={reload} />
        )}
      </section>
    )
  const { business, acts } = data
  return (
    <>
      <div className="biz-h">
        <div>
          <h1 className="h1">{business.business_name}</h1>
          <p className="muted">
            {business.business_type} · {business.email} ·{' '}
            <span className="num">{shownPhone(business.phone)}</span>
          </p>
          {business.erase_at && (
            <span className="badge st-noasistio">
              {business.erased_at
                ? `Eliminado el ${dateOf(business.erased_at)}`
                : `Su dueño lo elimina: se borra el ${dateOf(business.erase_at)}`}
            </span>
          )}
          {business.suspended_at && !business.erase_at && (
            <span className="badge st-noasistio">Suspendido desde el {dateOf(business.suspended_at)}</span>
          )}
        </div>
        {!business.erased_at && (
          <button type="button" className="btn" onClick={() => setManaged(true)}>
            Gestionar
          </button>
        )}
      </div>
      <dl className="card biz-facts">
        {factsOf(data).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <section className="card" aria-labelledby="actos">
        <div className="card-h">
          <h2 className="h2" id="actos">
            Qué se hizo y por qué
          </h2>
        </div>
        {acts.length === 0 && <p className="audit-none muted">Ningún administrador ha hecho nada aquí.</p>}
        <AuditEntries entries={acts} />
      </section>
      {isManaged && <Manage business={business} onClose={() => setManaged(false)} />}
    </>
  )
}

function factsOf({ business, figures }: BusinessView): [term: string, text: string][] {
  const { currency, last_login_at: login } = figures
  return [
    ['Última entrada', login ? `${dateOf(login)}, ${amPm(clockTime(minuteOf(login)))}` : '—'],
    ['Registro', dateOf(business.created_at)],
    ['Créditos gratis', decimal(figures.free_credits)],
    ['Créditos comprados', decimal(figures.paid_credits)],
    ['Citas, últimos 30 días', decimal(figures.recent)],
    ['Citas, próximos 30 días', decimal(figures.ahead)],
    ['Citas en total', decimal(business.total_appointments)],
    ['Asistieron', decimal(figures.attended)],
    ['Canceladas', decimal(figures.cancelled)],
    ['Ingresos', money(figures.revenue, currency)],
    ['Servicios', decimal(business.total_services)],
    ['Profesionales', decimal(business.total_professionals)],
  ]
}

import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { arrowRight } from '../ui/icons.ts'
import { external } from '../ui/icons-panel.ts'
import { CreditsDialog } from './credits-dialog.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { dateOf } from './numbers.ts'
import type { Business } from './queries.ts'
import { SuspendDialog } from './suspend-dialog.tsx'
import { isSuspended, type ManageProps } from './use-action-form.ts'

/** The actions that an administrator has for a business. */
export function Manage(props: ManageProps) {
  const { business, onClose } = props
  const [action, setAction] = useState<'suspend' | 'credits' | 'limits'>()
  if (action === 'suspend') return <SuspendDialog {...props} />
  if (action === 'credits') return <CreditsDialog {...props} />
  if (action === 'limits') return <LimitsDialog {...props} />
  const isOff = isSuspended(business)
  return (
    <Dialog title={business.business_name} className="manage" onClose={onClose}>
      <p className="muted small">{stateOf(business)}</p>
      <ul className="manage-acts">
        <li>
          <a href={`/negocio/${business.slug}`} target="_blank" rel="noopener">
            Ver su página
            <Icon d={external} />
          </a>
        </li>
        <li>
          <button type="button" onClick={() => setAction('credits')}>
            Otorgar créditos
            <Icon d={arrowRight} />
          </button>
        </li>
        <li>
          <button type="button" onClick={() => setAction('limits')}>
            Cambiar límites
            <Icon d={arrowRight} />
          </button>
        </li>
        <li>
          <button type="button" className={isOff ? undefined : 'danger'} onClick={() => setAction('suspend')}>
            {isOff ? 'Reactivar negocio' : 'Suspender negocio'}
            <Icon d={arrowRight} />
          </button>
        </li>
      </ul>
    </Dialog>
  )
}

function stateOf(business: Business): string {
  const { created_at, suspended_at, erase_at } = business
  if (!erase_at)
    return suspended_at
      ? `Suspendido desde el ${dateOf(suspended_at)}: su página no se ve.`
      : `Activo desde el ${dateOf(created_at)}.`
  const back = isSuspended(business) ? 'Quedará suspendido' : 'Volverá a verse'
  return `Su dueño lo elimina: se borra el ${dateOf(erase_at)}. ${back} si su dueño vuelve.`
}

import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { arrowRight } from '../ui/icons.ts'
import { external } from '../ui/icons-panel.ts'
import { CreditsDialog } from './credits-dialog.tsx'
import { dateOf } from './numbers.ts'
import { SuspendDialog } from './suspend-dialog.tsx'
import type { ManageProps } from './use-deed.ts'

/** What an administrator can do about one business. */
export function Manage(props: ManageProps) {
  const { business, onClose } = props
  const [act, setAct] = useState<'suspend' | 'credits'>()
  if (act === 'suspend') return <SuspendDialog {...props} />
  if (act === 'credits') return <CreditsDialog {...props} />
  const isSuspended = business.suspended_at !== null
  return (
    <Dialog title={business.business_name} className="manage" onClose={onClose}>
      <p className="muted small">
        {isSuspended
          ? `Suspendido desde el ${dateOf(business.suspended_at!)}: su página no se ve.`
          : `Activo desde el ${dateOf(business.created_at)}.`}
      </p>
      <ul className="manage-acts">
        <li>
          <a href={`/negocio/${business.slug}`} target="_blank" rel="noopener">
            Ver su página
            <Icon d={external} />
          </a>
        </li>
        <li>
          <button type="button" onClick={() => setAct('credits')}>
            Otorgar créditos
            <Icon d={arrowRight} />
          </button>
        </li>
        <li>
          <button
            type="button"
            className={isSuspended ? undefined : 'danger'}
            onClick={() => setAct('suspend')}
          >
            {isSuspended ? 'Reactivar negocio' : 'Suspender negocio'}
            <Icon d={arrowRight} />
          </button>
        </li>
      </ul>
    </Dialog>
  )
}

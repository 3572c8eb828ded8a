import { takeableText } from '#domain/team.ts'
import { useState } from 'react'
import { presentMs } from '../server-clock.ts'
import type { SessionBusiness } from '../account/session.ts'
import '../ui/banner.css'
import { Icon } from '../ui/icon.tsx'
import { onDemand } from '../ui/loading/on-demand.tsx'
import { store } from '../ui/icons.ts'

// The frame of all screens, which hardly ever shows it.
const Take = onDemand(
  () => import('./take-over.tsx'),
  (file) => file.TakeOver,
)

/** Shown to the member to whom the owner hands the business over. */
export function Offered({ business }: { business: SessionBusiness }) {
  const [isOpen, setOpen] = useState(false)
  const offer = business.access?.offer
  if (!offer) return null
  const waits = !!offer.takeable_at && Date.parse(offer.takeable_at) > presentMs()
  return (
    <div className="banner banner-quiet">
      <Icon d={store} />
      <span>
        <b>{offer.by ?? 'El dueño'} te entrega este negocio.</b>{' '}
        {waits
          ? `${takeableText(business.timezone, Date.parse(offer.takeable_at!))}.`
          : 'Recíbelo con tu contraseña para ser su dueño.'}
      </span>
      {!waits && (
        <button type="button" className="btn btn-sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Recibirlo
        </button>
      )}
      {isOpen && <Take name={business.business_name} email={business.email} onClose={() => setOpen(false)} />}
    </div>
  )
}

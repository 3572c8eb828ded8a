import { lazy, Suspense, useState } from 'react'
import type { SessionBusiness } from '../../account/session.ts'
import { isGuideDue, putOffGuide } from '../guide-marker.ts'

const Guide = lazy(() => import('../guide.tsx'))

/** The welcome of those who see their dashboard for the first time. */
export function FirstGuide({ business }: { business: SessionBusiness }) {
  const [isOpen, setOpen] = useState(() => isGuideDue(business.id))
  if (!isOpen) return null
  const close = () => {
    putOffGuide(business.id)
    setOpen(false)
  }
  return (
    <Suspense>
      <Guide business={business} onClose={close} />
    </Suspense>
  )
}

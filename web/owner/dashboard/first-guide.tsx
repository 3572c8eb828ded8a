import { useState } from 'react'
import type { SessionBusiness } from '../../account/session.ts'
import { Guide } from '../guide/guide.tsx'
import { isGuideDue, putOffGuide } from '../guide/guide-marker.ts'

/** The welcome on an owner's first visit to the dashboard. */
export function FirstGuide({ business }: { business: SessionBusiness }) {
  const [isOpen, setOpen] = useState(() => isGuideDue(business.id))
  if (!isOpen) return null
  const close = () => {
    putOffGuide(business.id)
    setOpen(false)
  }
  return <Guide business={business} onClose={close} />
}

import { lazy, Suspense } from 'react'
import { may, type SessionBusiness } from '../account/session.ts'
import '../ui/banner.css'
import { SuspendedBanner } from './suspended-banner.tsx'

// The frame of all screens, which hardly ever shows it.
const Leaving = lazy(async () => ({ default: (await import('./leaving.tsx')).Leaving }))

/** On every screen of a business that is off: by an administrator, or because its owner deletes it. */
export function Suspended({ business }: { business: SessionBusiness }) {
  if (!may(business, 'business:delete')) return <SuspendedBanner business={business} />
  return (
    <Suspense>
      <Leaving business={business} />
    </Suspense>
  )
}

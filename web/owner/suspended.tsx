import { lazy, Suspense } from 'react'
import { may, type SessionBusiness } from '../account/session.ts'
import '../ui/banner.css'
import { again } from '../ui/loading/again.ts'
import { Awaited, SuspendedBanner } from './suspended-banner.tsx'

const Nothing = (_: { business: SessionBusiness }) => null
// The frame of all screens, which hardly ever shows it, and must stand without it.
const Leaving = lazy(async () => ({
  default: await again(
    () => import('./leaving.tsx'),
    (file) => file.Leaving,
  ).catch(() => Nothing),
}))

/** On every screen of a business that is off: by an administrator, or because its owner deletes it. */
export function Suspended({ business }: { business: SessionBusiness }) {
  if (!may(business, 'business:delete')) return <SuspendedBanner business={business} />
  return (
    <Suspense fallback={<Awaited business={business} />}>
      <Leaving business={business} />
    </Suspense>
  )
}

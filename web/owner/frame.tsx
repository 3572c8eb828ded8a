import { QueryClientProvider } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import {
  endedFor,
  isKeptPage,
  may,
  type SessionBusiness,
  useSession,
  type Wanted,
} from '../account/session.ts'
import '../ui/display.css'
import '../ui/panel.css'
import { ConfirmEmail } from './confirm-email.tsx'
import { queryClient } from './data/client.ts'
import type { OwnerHandle } from './data/preload.ts'
import { useStale } from './data/stale.ts'
import { useFaces } from './faces.ts'
import { Guide } from './guide/guide.tsx'
import { installable } from '../ui/installable.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { MailState } from './mail-state.tsx'
import './nav.css'
import { BottomBar, TopBar } from './nav.tsx'
import { useKeptAgenda } from './offline/keep.ts'
import { LeftOver } from './left-over/left-over.tsx'
import { Lost } from './offline/lost.tsx'
import { OfflineAgenda, OfflineDoor } from './offline/screen.tsx'
import { startWorker } from './offline/worker.ts'
import './owner.css'
import './print/screen.css'
import { BarSlot } from './bar-slot.tsx'
import './parts.css'
import { useClock } from './parts/use-clock.ts'
import { Offered } from './offered.tsx'
import { insteadOf } from './places.ts'
import { useOnlyFirstPress } from '../ui/form/second-press.ts'
import { Shell } from './shell.tsx'
import { Suspended } from './suspended.tsx'

export const links = () => installable

export const handle: OwnerHandle & { facesLater: true } = { preload: () => [], facesLater: true }

/** The frame around every screen of the owner; visitors who are not signed in see none of it. */
export default function Frame() {
  const session = useSession()
  const { pathname } = useLocation()
  const [isGuideOpen, setGuideOpen] = useState(false)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const isIn = session.status === 'in'
  // A whole screen takes long to render: deferred, it is rendered in slices, and a phone reacts to taps
  // between them.
  const isWaiting = useDeferredValue(session.status === 'loading')
  useEffect(() => {
    if (isIn) startWorker()
  }, [isIn])
  const isShell = session.status === 'loading' || (isIn && isWaiting)
  useFaces(!isShell)
  useOnlyFirstPress()
  if (isShell)
    return (
      <>
        <NeedsScript />
        <Shell />
      </>
    )
  if (session.status === 'unreached')
    return (
      <QueryClientProvider client={queryClient()}>
        <OfflineAgenda business={session.business} onLogout={session.logout} />
      </QueryClientProvider>
    )
  if (session.status === 'out') return isKeptPage() ? <OfflineDoor /> : <Exit to={session.exit} />

  const { business, logout } = session
  const instead = insteadOf(business, pathname)
  if (instead) return <Navigate to={instead} replace />
  const showGuide = () => setGuideOpen(true)
  return (
    <QueryClientProvider client={queryClient()}>
      <UpToDate business={business} />
      <a className="skip" href="#main">
        Ir al contenido
      </a>
      <TopBar business={business} slot={setSlot} onHelp={showGuide} onLogout={logout} />
      <main className="pg" id="main" tabIndex={-1}>
        {business.is_suspended && <Suspended business={business} />}
        {business.is_email_confirmed === false && may(business, 'settings:write') && (
          <ConfirmEmail business={business} />
        )}
        <Offered business={business} />
        <MailState business={business} />
        <BarSlot value={slot}>
          <Outlet />
        </BarSlot>
      </main>
      <Lost timezone={business.timezone} />
      <LeftOver business={business} />
      <BottomBar business={business} onHelp={showGuide} onLogout={logout} />
      {isGuideOpen && <Guide business={business} onClose={() => setGuideOpen(false)} />}
    </QueryClientProvider>
  )
}

/** The log-in hears where somebody wanted to go, and whose screen it was. */
function Exit({ to }: { to: '/login' | '/' }) {
  const { pathname, search } = useLocation()
  // One value for all renders: a new one would begin the navigation again.
  const [state] = useState<Wanted>(() => {
    const { business, user } = endedFor() ?? {}
    return { wanted: pathname + search, business, user }
  })
  return <Navigate to={to} replace state={to === '/login' ? state : null} />
}

/** Keeps the cached data and the offline agenda up to date. */
function UpToDate({ business }: { business: SessionBusiness }) {
  useStale(useClock(business.timezone).date)
  useKeptAgenda(business)
  return null
}

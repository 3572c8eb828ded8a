import bricolage from '../ui/fonts/bricolage-grotesque.woff2?url'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Navigate, Outlet } from 'react-router'
import { isKeptPage, useSession } from '../account/session.ts'
import '../ui/display.css'
import '../ui/panel.css'
import { EarlyQuestions } from './early.tsx'
import { installable } from '../ui/installable.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import './nav.css'
import { BottomBar, TopBar } from './nav.tsx'
import { useKeptAgenda } from './offline/keep.ts'
import { Lost } from './offline/lost.tsx'
import { OfflineAgenda, OfflineDoor } from './offline/screen.tsx'
import { startWorker } from './offline/worker.ts'
import './owner.css'
import './parts.css'
import { Suspended } from './suspended.tsx'

export { PageHead } from './page-head.tsx'

const Guide = lazy(() => import('./guide.tsx'))

export const links = () => [
  { rel: 'preload', href: bricolage, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  ...installable,
]

/** Around every screen of the owner: who is not signed in sees none of it. */
export default function Frame() {
  const session = useSession()
  const [isGuideOpen, setGuideOpen] = useState(false)
  const isIn = session.status === 'in'
  // A whole screen is much to draw at once: in slices, between which a phone hears taps and paints.
  const isWaiting = useDeferredValue(session.status === 'loading')
  useKeptAgenda(isIn ? session.business.timezone : undefined)
  useEffect(() => {
    if (isIn) startWorker()
  }, [isIn])
  if (session.status === 'loading' || (isIn && isWaiting))
    return (
      <>
        <NeedsScript />
        <EarlyQuestions />
      </>
    )
  if (session.status === 'unreached')
    return <OfflineAgenda business={session.business} onLogout={session.logout} />
  if (session.status === 'out') return isKeptPage() ? <OfflineDoor /> : <Navigate to={session.exit} replace />

  const { business, logout } = session
  const showGuide = () => setGuideOpen(true)
  return (
    <>
      <a className="skip" href="#main">
        Ir al contenido
      </a>
      <TopBar business={business} onHelp={showGuide} onLogout={logout} />
      <main className="pg" id="main" tabIndex={-1}>
        {business.is_suspended && <Suspended business={business} />}
        <Outlet />
      </main>
      <Lost timezone={business.timezone} />
      <BottomBar business={business} onHelp={showGuide} onLogout={logout} />
      {isGuideOpen && (
        <Suspense>
          <Guide business={business} onClose={() => setGuideOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type MetaFunction, Navigate } from 'react-router'
import '../ui/display.css'
import { Icon } from '../ui/icon.tsx'
import { logOut } from '../ui/icons-panel.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import '../ui/panel.css'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import './admin.css'
import { AuditLog } from './audit-log.tsx'
import { Businesses } from './businesses.tsx'
import { Growth } from './growth.tsx'
import { adminLinks, adminMeta } from './head.ts'
import { MailStopped } from './mail-stopped.tsx'
import { Metrics } from './metrics.tsx'
import { adminCache, FailureToastContext, firstQueries } from './queries.ts'
import { SenderNames } from './sender-names.tsx'
import { logout, startSession, useAdministrator } from './session.ts'
import { TopBar } from './top-bar.tsx'

export const meta: MetaFunction = (args) => adminMeta(args, 'Panel de Administrador')
export const links = adminLinks

/** Starts loading what the panel shows first, without waiting. */
export function clientLoader() {
  if (startSession()) for (const query of firstQueries()) void adminCache().prefetchQuery(query)
  return null
}
/** Rendered by the server, which has no session; seen only without script. */
export const HydrateFallback = () => <NeedsScript />

export default function AdminDashboard() {
  const status = useAdministrator()
  const isToastShowing = useRef(false)
  /** What is below the list is shown once the list has its height, so that it need not move. */
  const [isListed, setListed] = useState(false)
  const onListed = useCallback(() => setListed(true), [])
  if (status === 'loading') return <NeedsScript />
  if (status === 'out') return <Navigate to="/admin/login" replace />

  function leave() {
    logout()
    toast.success('Sesión cerrada', FOUR_SECONDS)
  }

  return (
    <QueryClientProvider client={adminCache()}>
      <FailureToastContext value={isToastShowing}>
        <a className="skip" href="#main">
          Ir al contenido
        </a>
        <TopBar>
          <button type="button" className="btn admin-out" onClick={leave}>
            <Icon d={logOut} className="icon-sm" />
            Cerrar Sesión
          </button>
        </TopBar>
        <main className="admin" id="main" tabIndex={-1}>
          <h1 className="h1">Panel</h1>
          <MailStopped />
          <Metrics />
          <Businesses onListed={onListed} />
          {isListed && <SenderNames />}
          {isListed && <Growth />}
          {isListed && <AuditLog />}
        </main>
      </FailureToastContext>
    </QueryClientProvider>
  )
}

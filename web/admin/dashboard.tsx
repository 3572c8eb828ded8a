import { useRef, useState } from 'react'
import { type MetaFunction, Navigate } from 'react-router'
import '../ui/display.css'
import { Icon } from '../ui/icon.tsx'
import { logOut } from '../ui/icons-panel.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import '../ui/panel.css'
import { toast } from '../ui/toast.tsx'
import './admin.css'
import { AuditLog } from './audit-log.tsx'
import { Businesses } from './businesses.tsx'
import { Growth } from './growth.tsx'
import { adminLinks, adminMeta } from './head.ts'
import { Metrics } from './metrics.tsx'
import { logout, useAdministrator } from './session.ts'
import { TOAST } from './toast-time.ts'
import { TopBar } from './top-bar.tsx'
import { Told } from './use-loaded.ts'

export const meta: MetaFunction = (args) => adminMeta(args, 'Panel de Administrador')
export const links = adminLinks

export default function AdminDashboard() {
  const status = useAdministrator()
  /** Counts what the administrator did: the figures and the log follow. */
  const [acts, setActs] = useState(0)
  const told = useRef(false)
  /** What stands below the businesses comes when their place is known, and need not move. */
  const [isListed, setListed] = useState(false)
  if (status === 'loading') return <NeedsScript />
  if (status === 'out') return <Navigate to="/admin/login" replace />

  function leave() {
    logout()
    toast.success('Sesión cerrada', TOAST)
  }

  return (
    <Told value={told}>
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
        <Metrics acts={acts} />
        <Businesses onAct={() => setActs(acts + 1)} onListed={() => setListed(true)} />
        {isListed && <Growth />}
        {isListed && <AuditLog key={acts} />}
      </main>
    </Told>
  )
}

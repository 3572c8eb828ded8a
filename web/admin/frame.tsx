import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import '../ui/display.css'
import { Icon } from '../ui/icon.tsx'
import { logOut } from '../ui/icons-panel.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import '../ui/panel.css'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { useOnlyFirstPress } from '../ui/form/second-press.ts'
import './admin.css'
import { adminCache, FailureToastContext } from './queries.ts'
import { logout, useAdministrator } from './session.ts'
import { TopBar } from './top-bar.tsx'

/** Around the administrator's screens; visitors who are not signed in see none of it. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const status = useAdministrator()
  const isToastShowing = useRef(false)
  useOnlyFirstPress()
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
          {children}
        </main>
      </FailureToastContext>
    </QueryClientProvider>
  )
}

/**
 * Where the keyboard goes on once what was decided has left the screen with its buttons: at the panel's title, before the link to
 * what is to review next. The screen stays where it is. The returned function says that it is decided.
 */
export function useDecided(): () => void {
  const isDecided = useRef(false)
  useEffect(
    () => () => {
      if (isDecided.current) document.getElementById('panel')?.focus({ preventScroll: true })
    },
    [],
  )
  return () => void (isDecided.current = true)
}

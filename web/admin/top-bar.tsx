import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'

export const TopBar = ({ children }: { children?: ReactNode }) => (
  <header className="admin-top">
    <div>
      <a href="/" className="admin-logo" aria-label="enpunto, inicio">
        <Logo />
      </a>
      <span className="small">Administrador</span>
      {children}
    </div>
  </header>
)

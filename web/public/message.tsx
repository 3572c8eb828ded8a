import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'

/** A page that only says something and leads home. */
export function Message({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className="message">
      <Logo />
      <h1 className="h1">{title}</h1>
      {children && <p className="muted">{children}</p>}
      <a className="btn" href="/">
        Volver al inicio
      </a>
    </main>
  )
}

import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { menu } from '../ui/icons-panel.ts'
import { Logo } from '../ui/logo.tsx'
import { useSection } from './sections.ts'
import './top-nav.css'

/** Shown in a row; on phones behind a button that works without script too. */
export function TopNav() {
  const folded = useRef<HTMLDetailsElement>(null)
  const location = useLocation()
  const fold = () => folded.current?.removeAttribute('open')
  useEffect(fold, [location])
  return (
    <header className="top">
      <div className="top-in">
        <Link to="/" className="top-logo" aria-label="enpunto, inicio">
          <Logo />
        </Link>
        <nav className="top-row" aria-label="Principal">
          <Entries />
        </nav>
        <details
          ref={folded}
          className="top-fold"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            fold()
            folded.current?.querySelector('summary')?.focus()
          }}
          onBlur={({ relatedTarget }) => relatedTarget && !folded.current?.contains(relatedTarget) && fold()}
        >
          <summary className="x" aria-label="Menú">
            <Icon d={menu} className="icon-lg" />
          </summary>
          <nav aria-label="Menú" onClick={fold}>
            <Entries />
          </nav>
        </details>
      </div>
    </header>
  )
}

function Entries() {
  const section = useSection()
  const { pathname } = useLocation()
  const current = (path: string) => (path === pathname ? { 'aria-current': 'page' as const } : {})
  return (
    <>
      <Link to="/" {...current('/')}>
        Inicio
      </Link>
      <a {...section('features')}>Características</a>
      <a {...section('pricing')}>Precios</a>
      <Link to="/login" className="btn btn-2" prefetch="intent" {...current('/login')}>
        Iniciar Sesión
      </Link>
      <Link to="/register" className="btn" prefetch="intent" {...current('/register')}>
        Registrarse
      </Link>
    </>
  )
}

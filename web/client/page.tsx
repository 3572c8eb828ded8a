import { numberIn, tokenIn } from '#domain/link-token.ts'
import bricolage from '../ui/fonts/bricolage-grotesque.woff2?url'
import { useRef } from 'react'
import { type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { contexts } from '../context.ts'
import { head } from '../head.ts'
import '../ui/display.css'
import { Logo } from '../ui/logo.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import '../ui/panel.css'
import type { Route } from './+types/page'
import { Appointments } from './appointments.tsx'
import { Attendance } from './attendance.tsx'
import { Lost } from './lost.tsx'
import './portal.css'
import { SearchForm } from './search-form.tsx'
import { usePortal } from './use-portal.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { verification, publicUrl } = context.get(contexts.site)
  return { verification, publicUrl, now: context.get(contexts.now)() }
}

/** The page fetches its own data. */
export const shouldRevalidate = () => false

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Portal del Cliente',
    description: 'Consulta, mueve o cancela tus citas.',
    indexed: false,
  })

export const links = () => [
  { rel: 'preload', href: bricolage, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
]

export default function ClientPortal({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const title = useRef<HTMLHeadingElement>(null)
  const main = useRef<HTMLElement>(null)
  const portal = usePortal(loaderData, tokenIn(search), numberIn(search, 'confirmar'))

  function leave() {
    portal.close()
    // The button goes, with the focus that it had.
    main.current?.focus()
    void navigate('/client', { replace: true })
  }

  function enterAgain() {
    main.current?.focus()
    portal.enterAgain()
  }

  return (
    <>
      <a className="skip" href="#contenido">
        Ir al contenido
      </a>
      <header className="portal-top">
        <div>
          <a href="/" className="portal-logo" aria-label="enpunto, inicio">
            <Logo />
          </a>
          {portal.stage !== 'search' && <span className="small muted portal-name">Portal del Cliente</span>}
          {(portal.opened || portal.resuming) && (
            <button type="button" className="btn btn-2 btn-sm" onClick={leave}>
              Salir
            </button>
          )}
        </div>
      </header>
      <main id="contenido" className="portal" ref={main} tabIndex={-1}>
        {portal.stage === 'entering' && <Entering />}
        {portal.resuming && (
          <div className="portal-wait">
            <h1 className="sr">Portal del Cliente</h1>
            <p role="status">
              <span className="spinner" />
              Comprobando si tu cambio quedó hecho...
            </p>
            <Lost action={portal.resuming} />
          </div>
        )}
        {portal.stage === 'search' && (
          <SearchForm portal={portal} verification={loaderData.verification} onAgain={enterAgain} />
        )}
        {portal.stage === 'attendance' && <Attendance portal={portal} />}
        {portal.stage === 'list' && <Appointments portal={portal} data={loaderData} title={title} />}
      </main>
    </>
  )
}

/** Where no answer comes at all, the link is opened anew. */
const Entering = () => (
  <div className="portal-wait">
    <NeedsScript />
    <h1 className="sr">Portal del Cliente</h1>
    <p role="status">
      <span className="spinner" />
      Validando acceso automático...
    </p>
    <a className="link late" href="">
      Reintentar
    </a>
  </div>
)

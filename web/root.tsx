import figtree from './ui/fonts/figtree.woff2?url'
import favicon from './ui/favicon.svg?url'
import type { CSSProperties, ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useNavigation,
} from 'react-router'
import type { Route } from './+types/root'
import { contexts } from './context.ts'
import { Message } from './public/message.tsx'
import './ui/tokens.css'
import './ui/base.css'
import './ui/button.css'
import './ui/toast.css'
import './public/message.css'
import { Toaster } from './ui/toast.tsx'

/** What every page's <head> needs, and whom every chat link goes to. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, chat } = context.get(contexts.site)
  return { publicUrl, chat }
}

/** The installation does not change while it is looked at. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ error }) => [
  { title: isMissing(error) ? 'Página no encontrada - enpunto' : 'enpunto' },
  { name: 'robots', content: 'noindex' },
]

interface Handle {
  bodyClass?: string
  /** All that the page needs when it is opened at its address: it comes without React, which would weigh a hundred times more. */
  script?: string
}

/** A page may ask for a class on <body>, or a script of its own, by its `handle`; for the colours of a brand by its data. */
export function Layout({ children }: { children: ReactNode }) {
  const page = useMatches().at(-1)
  const { bodyClass, script } = (page?.handle ?? {}) as Handle
  const brand = (page?.loaderData as { brand?: CSSProperties } | undefined)?.brand
  return (
    <html lang="es-CO" style={brand}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <link rel="preload" href={figtree} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body className={bodyClass}>
        {children}
        {import.meta.env.SSR && import.meta.env.PROD && script ? (
          <script defer src={script} />
        ) : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <>
      <Outlet />
      {isLoading && (
        <div className="loading" role="status">
          <span className="spinner" />
          <span className="sr">Cargando...</span>
        </div>
      )}
      <Toaster />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isMissing(error) ? (
    <Message title="Página no encontrada">La dirección no existe o cambió de lugar.</Message>
  ) : (
    <Message title="Algo salió mal">
      Tuvimos un problema al mostrar esta página. Inténtalo de nuevo en un momento.
    </Message>
  )
}

const isMissing = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404

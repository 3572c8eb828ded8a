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
import { Basics } from './basics.tsx'
import { contexts } from './context.ts'
import { Message } from './message.tsx'
import './ui/tokens.css'
import './ui/base.css'
import './ui/button.css'
import './ui/toast.css'
import './message.css'
import { Toaster } from './ui/toast.tsx'

/** What every page's <head> needs, and the contact of every chat link. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, chat } = context.get(contexts.site)
  return { publicUrl, chat }
}

/** The installation's settings do not change during a visit. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ error }) => [
  { title: isMissing(error) ? 'Página no encontrada - enpunto' : 'enpunto' },
  { name: 'robots', content: 'noindex' },
]

interface Handle {
  bodyClass?: string
  /** The script of a page that is opened without React, which would be a hundred times larger. */
  script?: string
  /** Whether what is read first stands in stand-ins of the typefaces. */
  facesLater?: boolean
}

/** A page's `handle` may set a class on <body> or its own script; its data may set the brand's colours. */
export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches()
  const page = matches.at(-1)
  const { bodyClass, script } = (page?.handle ?? {}) as Handle
  const brand = (page?.loaderData as { brand?: CSSProperties } | undefined)?.brand
  return (
    // Translated, it would show an earlier time, or fail (decision 95).
    <html translate="no" lang="es-CO" style={brand}>
      <head>
        <Basics hasFace={!matches.some(({ handle }) => (handle as Handle | undefined)?.facesLater)} />
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

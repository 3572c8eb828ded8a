import bricolage from '../ui/fonts/bricolage-grotesque.woff2?url'
import { Outlet } from 'react-router'
import { contexts } from '../context.ts'
import '../ui/display.css'
import { installable } from '../ui/installable.ts'
import type { Route } from './+types/frame'
import { Footer } from './footer.tsx'
import './frame.css'
import { TopNav } from './top-nav.tsx'

export const links = () => [
  { rel: 'preload', href: bricolage, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  ...installable,
]

export function loader({ context }: Route.LoaderArgs) {
  const { verification, tiles } = context.get(contexts.site)
  return { verification, tiles }
}

/** The installation's settings do not change during a visit. */
export const shouldRevalidate = () => false

/** The layout of all pages for visitors who are not signed in. */
export default function Frame() {
  return (
    <>
      <a className="skip" href="#contenido">
        Ir al contenido
      </a>
      <TopNav />
      <main id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  )
}

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

/** The installation does not change while it is looked at. */
export const shouldRevalidate = () => false

/** Around every page for people who are not signed in. */
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

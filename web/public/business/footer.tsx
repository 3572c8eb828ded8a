import { Mark } from '../../ui/logo.tsx'
import { SocialLinks } from './social.tsx'
import type { Business } from './types.ts'

export function Footer({ business }: { business: Business }) {
  return (
    <footer className="footer">
      <a className="link mine" href="/client">
        Ver mis citas
      </a>
      <SocialLinks business={business} className="social" />
      {/* A page of its own: nothing of it is in this one's script. */}
      <a className="link report" href={`/reportar/${business.slug}`} rel="nofollow">
        Reportar esta página
      </a>
      <a className="powered" href="/">
        <Mark />
        Reservas con enpunto
      </a>
    </footer>
  )
}

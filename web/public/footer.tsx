import { Icon } from '../ui/icon.tsx'
import { instagram } from '../ui/icons.ts'
import { Logo } from '../ui/logo.tsx'
import { useChat } from '../chat.ts'
import './footer.css'
import { useSection } from './sections.ts'

const HELP = 'Hola, necesito ayuda con mi agenda de enpunto.'

export function Footer() {
  const section = useSection()
  const chat = useChat()
  return (
    <footer className="foot">
      <div className="foot-in">
        <div className="foot-about">
          <Logo />
          <p>La agenda en línea de los negocios de servicios en Colombia.</p>
          <a className="foot-social" href="https://www.instagram.com/" target="_blank" rel="noopener">
            <Icon d={instagram} />
            <span className="sr">Instagram</span>
          </a>
        </div>
        <nav aria-labelledby="foot-links">
          <h2 id="foot-links">Enlaces</h2>
          <a {...section('features')}>Características</a>
          <a {...section('pricing')}>Precios</a>
          <a {...chat(HELP)}>Centro de ayuda</a>
          <a href="/client">Ver mis citas</a>
          <a href="/estado">Estado del servicio</a>
        </nav>
        <div>
          <h2>Legal</h2>
          <ul>
            <li>Términos</li>
            <li>Privacidad</li>
            <li>Cookies</li>
          </ul>
        </div>
        <p className="foot-end">© 2026 enpunto. Hecho en Colombia.</p>
      </div>
    </footer>
  )
}

import { Link } from 'react-router'
import { chatUrl } from '../public/chat.ts'
import { usePublicSite } from '../public/site.ts'
import { Icon } from '../ui/icon.tsx'
import { whatsapp } from '../ui/icons.ts'

const QUESTION = 'Hola, quiero saber más de enpunto para mi negocio.'

export function Final() {
  const { salesPhone } = usePublicSite()
  return (
    <div className="lp-in">
      <section className="lp-final" aria-labelledby="empieza">
        <h2 id="empieza">
          Empieza hoy. <br />
          Mañana ya te pueden reservar.
        </h2>
        <div>
          <Link className="btn btn-lg btn-ink" to="/register" prefetch="intent">
            Comenzar Gratis Ahora
          </Link>
          <a
            className="btn btn-lg btn-bare"
            href={chatUrl(QUESTION, salesPhone)}
            target="_blank"
            rel="noopener"
          >
            <Icon d={whatsapp} />
            Hablar con ventas
          </a>
        </div>
      </section>
    </div>
  )
}

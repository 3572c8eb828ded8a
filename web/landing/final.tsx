import { Link } from 'react-router'
import { useChat } from '../chat.ts'
import { Icon } from '../ui/icon.tsx'
import { mail, whatsapp } from '../ui/icons.ts'

const QUESTION = 'Hola, quiero saber más de enpunto para mi negocio.'

export function Final() {
  const link = useChat()(QUESTION)
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
          <a className="btn btn-lg btn-bare" {...link}>
            <Icon d={link.target ? whatsapp : mail} />
            Hablar con ventas
          </a>
        </div>
      </section>
    </div>
  )
}

import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { check } from '../ui/icons.ts'
import { bell } from '../ui/icons-panel.ts'
import { play } from './landing-icons.ts'
import { Picture } from './picture.tsx'

export function Hero() {
  return (
    <div className="lp-hero">
      <div className="lp-in lp-hero-in">
        <div>
          <h1>
            Tu agenda se llena sola
            <i />
          </h1>
          <p className="lp-lead">
            Comparte un enlace. Tus clientes eligen servicio, profesional y hora. Nosotros les recordamos la
            cita.
          </p>
          <div className="lp-calls">
            <Link className="btn btn-lg btn-mango" to="/register" prefetch="intent">
              Crear mi agenda gratis
            </Link>
            <a className="btn btn-lg btn-glass" href="#video">
              <Icon d={play} className="icon-sm" />
              Ver cómo funciona
            </a>
          </div>
          <ul className="lp-ticks">
            {['Gratis para siempre', 'Citas ilimitadas', 'Sin tarjeta'].map((text) => (
              <li key={text}>
                <Icon d={check} className="icon-sm" />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <div className="lp-show">
          <div className="lp-show-calendar">
            <Picture
              first="largest"
              name="inicio-agenda"
              alt="La agenda de la semana de un salón, con un color por servicio"
              // On a phone most of it is cut off or behind the other one: the small file is sharp enough.
              sizes="(max-width: 480px) 320px, (max-width: 899px) 560px, 720px"
            />
          </div>
          <div className="lp-phone">
            <Picture
              first="other"
              name="reservas"
              alt="La página de reservas del salón en un celular, con sus servicios y precios"
              sizes="(max-width: 899px) 200px, 248px"
            />
          </div>
          <p className="lp-note" aria-hidden="true">
            <span>
              <Icon d={bell} />
            </span>
            Recordatorio enviado a Camila
          </p>
        </div>
      </div>
    </div>
  )
}

import { OFFER_LIMITS } from '#domain/business.ts'
import { CREDIT_PACKAGE, FREE_CREDITS_PER_MONTH } from '#domain/credits.ts'
import { shownPrice } from '#domain/prices.ts'
import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { check } from '../ui/icons.ts'

const FREE = [
  'Citas ilimitadas',
  `Hasta ${OFFER_LIMITS.services.usual} servicios y ${OFFER_LIMITS.professionals.usual} profesionales`,
  'Página de reservas con tu marca',
  'Portal del cliente',
  `${FREE_CREDITS_PER_MONTH} recordatorios al mes`,
  'Avisos de citas nuevas, siempre gratis',
]

const PACKAGE = [
  `${CREDIT_PACKAGE.messages} mensajes de recordatorio`,
  'Se acumulan y no vencen',
  'Opcionales: cómpralos solo cuando los necesites',
]

/** In pesos; awake/currency.ts shows the other text to visitors from elsewhere. */
export function Pricing() {
  return (
    <section id="pricing" className="lp-sec" tabIndex={-1} aria-labelledby="precios">
      <div className="lp-in">
        <div className="lp-head">
          <h2 id="precios">Un precio fácil de recordar</h2>
          <p data-usd="Precios aproximados en dólares (USD).">Precios en pesos colombianos (COP).</p>
        </div>
        <div className="lp-prices">
          <article className="lp-free">
            <h3>Gratis para siempre</h3>
            <Price cop={0} />
            <Ticks items={FREE} />
            <Link className="btn btn-lg btn-mango" to="/register" prefetch="intent">
              Comenzar Gratis
            </Link>
          </article>
          <article>
            <h3>Paquete de recordatorios</h3>
            <Price cop={CREDIT_PACKAGE.price} />
            <Ticks items={PACKAGE} />
          </article>
        </div>
      </div>
    </section>
  )
}

const Price = ({ cop }: { cop: number }) => (
  <p className="lp-amount" data-usd={shownPrice(cop, 'USD')}>
    {shownPrice(cop, 'COP')}
  </p>
)

const Ticks = ({ items }: { items: string[] }) => (
  <ul>
    {items.map((text) => (
      <li key={text}>
        <Icon d={check} />
        {text}
      </li>
    ))}
  </ul>
)

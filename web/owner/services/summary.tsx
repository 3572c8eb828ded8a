import { durationText } from '#domain/dates.ts'
import { money } from '#domain/money.ts'
import { leastOf } from '#domain/terms.ts'
import { Icon } from '../../ui/icon.tsx'
import { plus } from '../../ui/icons-panel.ts'
import type { Service } from '#domain/api/service.ts'

/** A space that keeps the line's height. */
const NOT_YET = '\u00a0'

/**
 * The number of services, and the average of the least that each costs and takes, without those whose price is agreed on.
 * Undefined while they load.
 */
export function Summary({ services, currency }: { services: Service[] | undefined; currency: string }) {
  const least = services?.map((service) => ({
    ...leastOf(service.variants.length > 0 ? service.variants : [service]),
    isPriced: service.price_kind !== 'ask',
  }))
  const average = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const prices = least?.filter(({ isPriced }) => isPriced).map(({ price }) => price)
  const minutes = least?.map(({ duration_minutes }) => duration_minutes)
  return (
    <dl className="card strip fit">
      <div>
        <dt>Total</dt>
        <dd>{services?.length ?? NOT_YET}</dd>
      </div>
      <div>
        <dt>Precio promedio</dt>
        <dd>{prices ? (prices.length > 0 ? money(average(prices), currency) : 'A convenir') : NOT_YET}</dd>
      </div>
      <div>
        <dt>Duración promedio</dt>
        <dd>{minutes ? durationText(Math.round(average(minutes))) : NOT_YET}</dd>
      </div>
    </dl>
  )
}

interface NoServicesProps {
  onCreate: () => void
  /** Starts from usual ones. */
  onPack: () => void
}

export function NoServices({ onCreate, onPack }: NoServicesProps) {
  return (
    <div className="card empty">
      <Art />
      <h2 className="h3">Aún no tienes servicios</h2>
      <p className="muted">Crea el primero para que tus clientes puedan reservar.</p>
      <button type="button" className="btn" onClick={onCreate}>
        <Icon d={plus} />
        Nuevo servicio
      </button>
      <button type="button" className="btn btn-2" aria-haspopup="dialog" onClick={onPack}>
        Elegir entre los usuales
      </button>
    </div>
  )
}

const Art = () => (
  <svg className="art" viewBox="0 0 88 88" aria-hidden="true">
    <rect x="10" y="24" width="52" height="46" rx="10" fill="var(--verde-100)" />
    <rect x="26" y="14" width="52" height="46" rx="10" fill="var(--verde-300)" />
    <rect x="34" y="42" width="22" height="4" rx="2" fill="#fff" />
    <rect x="34" y="49" width="14" height="4" rx="2" fill="#fff" />
    <g fill="none" stroke="var(--verde-800)" strokeWidth="3" strokeLinecap="round">
      <circle cx="38" cy="24" r="3.5" />
      <circle cx="38" cy="35" r="3.5" />
      <path d="m41 26 13 10M41 33l13-10" />
    </g>
    <circle cx="70" cy="66" r="11" fill="var(--punto)" />
    <path d="M70 61v10M65 66h10" stroke="var(--mango-950)" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
)

import { later } from '../booking/later.tsx'
import type { HoursProps } from './hours-list.tsx'

/** The week's hours. */
export const HoursList = later(() => import('./hours-list.tsx'))

export function Hours({ business, today }: HoursProps) {
  return (
    <section id="horario" aria-labelledby="horario-titulo">
      <div className="block-head">
        <h3 id="horario-titulo">Horario de apertura</h3>
      </div>
      <HoursList business={business} today={today} />
    </section>
  )
}

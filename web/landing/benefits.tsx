import { OFFER_LIMITS } from '#domain/business.ts'

const BENEFITS = [
  {
    figure: '80 %',
    title: 'Hasta 80 % menos inasistencias',
    text: 'Los recordatorios salen solos, 12 o 24 horas antes y otra vez 2 horas antes.',
  },
  {
    figure: '24/7',
    title: 'Reservas a cualquier hora',
    text: 'Tu página recibe citas también de noche, el domingo y mientras atiendes.',
  },
  {
    figure: '$ 0',
    title: 'Gratis, sin letra pequeña',
    text: `Citas ilimitadas, y hasta ${OFFER_LIMITS.services.usual} servicios y ${OFFER_LIMITS.professionals.usual} profesionales. Solo pagas si quieres más recordatorios.`,
  },
]

export function Benefits() {
  return (
    <section className="lp-sec lp-next" aria-labelledby="beneficios">
      <div className="lp-in">
        <h2 id="beneficios">Lo que cambia desde la primera semana</h2>
        <ul className="lp-benefits">
          {BENEFITS.map(({ figure, title, text }) => (
            <li key={title}>
              <b aria-hidden="true">{figure}</b>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

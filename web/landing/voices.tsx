const VOICES = [
  {
    name: 'Valentina Ospina',
    place: 'Salón Bugambilia, Medellín',
    text: 'Antes contestaba WhatsApp hasta las once de la noche. Ahora la gente agenda sola y yo me entero por la mañana.',
  },
  {
    name: 'Héctor Salgado',
    place: 'Barbería La Novena, Bogotá',
    text: 'Con el recordatorio, el que no puede venir avisa y ese turno se vuelve a llenar. Ya no espero a nadie con la silla vacía.',
  },
  {
    name: 'Paula Ríos',
    place: 'Odontología El Prado, Barranquilla',
    text: 'La monté en una tarde, entre paciente y paciente. Lo que más me gusta es que el almuerzo ya no me lo agenda nadie.',
  },
]

/** Testimonials, labelled as fictional: nobody real is quoted. */
export function Voices() {
  return (
    <section className="lp-sec lp-grey" aria-labelledby="testimonios">
      <div className="lp-in">
        <div className="lp-head">
          <h2 id="testimonios">Así se siente tener la agenda en orden</h2>
          <p>Testimonios de ejemplo, con negocios imaginarios.</p>
        </div>
        <div className="lp-voices">
          {VOICES.map(({ name, place, text }) => (
            <figure key={name}>
              <blockquote>{text}</blockquote>
              <figcaption>
                <span className="lp-initials" aria-hidden="true">
                  {name.replace(/(\p{Lu})\S*\s?/gu, '$1')}
                </span>
                <span className="grow">
                  <b>{name}</b>
                  {place}
                </span>
                <span className="lp-sample">Ejemplo</span>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}

import { Carousel, type Slide } from './carousel.tsx'
import './tour.css'

const TOURS: { title: string; text: string; tone: string; shape: 'screen' | 'phone'; slides: Slide[] }[] = [
  {
    title: 'Panel de administración',
    text: 'Citas, servicios, equipo y cifras en un solo lugar, desde el celular o el computador.',
    tone: 'sky',
    shape: 'screen',
    slides: [
      {
        name: 'panel-resumen',
        alt: 'El resumen del día: citas de hoy por profesional, ingresos y asistencia',
      },
      { name: 'panel-citas', alt: 'El calendario de la semana con las citas de todo el equipo' },
      { name: 'panel-servicios', alt: 'Los servicios con su descripción, precio y duración' },
      { name: 'panel-marca', alt: 'La elección del color de la marca, con la página de reservas de muestra' },
    ],
  },
  {
    title: 'Portal del cliente',
    text: 'Tu cliente ve sus citas, las mueve o las cancela sin llamarte.',
    tone: 'green',
    shape: 'phone',
    slides: [
      { name: 'portal-citas', alt: 'Las citas de una clienta, con los botones Reagendar y Cancelar' },
      { name: 'portal-reagendar', alt: 'Una cita que se mueve: profesional, nueva fecha y horas libres' },
      { name: 'portal-buscar', alt: 'La entrada al portal, con cédula y correo electrónico' },
    ],
  },
  {
    title: 'Recordatorios',
    text: 'Un correo antes de cada cita. Menos sillas vacías.',
    tone: 'mango',
    shape: 'phone',
    slides: [
      { name: 'recordatorio-correo', alt: 'El correo del recordatorio: «Tu cita es mañana, 10:00 am»' },
      {
        name: 'recordatorio-confirmar',
        alt: 'La pregunta al cliente: «¿Vas a tu cita?», con Confirmo que voy',
      },
      { name: 'recordatorio-ajustes', alt: 'Los ajustes: recordatorio 24 o 12 horas antes de la cita' },
    ],
  },
]

/** How it works: screenshots of the product, in three carousels. */
export function Tour() {
  return (
    <section className="lp-sec lp-next" aria-labelledby="como-funciona">
      <div className="lp-in">
        <div className="lp-head">
          <h2 id="como-funciona">Cómo funciona</h2>
          <p>Así se ve por dentro. Toca una imagen para verla en grande.</p>
        </div>
        <div className="tour">
          {TOURS.map(({ title, text, ...carousel }) => (
            <article key={title}>
              <Carousel title={title} {...carousel} />
              <h3>{title}</h3>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}

import captions from './pictures/video.vtt?url'
import { Icon } from '../ui/icon.tsx'
import { play } from './landing-icons.ts'
import { Picture } from './picture.tsx'
import video from './pictures/video.json'
import mp4 from './pictures/video.mp4?url'
import webm from './pictures/video.webm?url'
import './video.css'

const { width, height, seconds } = video
const LENGTH = `0:${String(seconds).padStart(2, '0')}`

const STEPS = [
  { title: 'Elige el servicio', text: 'Con precio y duración a la vista.' },
  { title: 'Escoge con quién y cuándo', text: 'Solo aparecen las horas que de verdad están libres.' },
  { title: 'Deja sus datos', text: 'Sin crear una cuenta ni descargar nada.' },
  {
    title: 'Y queda en tu agenda',
    text: 'A los dos les llega el correo. A tu cliente, también el recordatorio.',
  },
]

/**
 * The recording of a booking on a phone. Nothing of it is loaded before it is requested: the poster is a
 * link to the video, which awake/player.ts plays in place.
 */
export function Video() {
  return (
    <section id="video" className="lp-sec lp-next" tabIndex={-1} aria-labelledby="demostracion">
      <div className="lp-in">
        <div className="lp-video">
          <div className="lp-video-text">
            <h2 id="demostracion">Una reserva, de principio a fin</h2>
            <ol>
              {STEPS.map(({ title, text }) => (
                <li key={title}>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </li>
              ))}
            </ol>
          </div>
          <div className="lp-screen">
            <video
              {...{ width, height }}
              controls
              playsInline
              preload="none"
              inert
              aria-label="Video de demostración"
            >
              <source src={webm} type="video/webm" />
              <source src={mp4} type="video/mp4" />
              <track kind="captions" src={captions} srcLang="es" label="Español" default />
            </video>
            <a className="lp-poster" href={mp4}>
              <Picture name="video" alt="" sizes="280px" />
              <span className="lp-play">
                <Icon d={play} />
              </span>
              <span className="lp-poster-text">
                Ver el video <span className="num">{LENGTH}</span>
              </span>
            </a>
          </div>
        </div>
      </div>
    </section>
  )
}

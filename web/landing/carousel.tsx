import { Icon } from '../ui/icon.tsx'
import { pause, play } from './landing-icons.ts'
import { Picture } from './picture.tsx'
import { pictureOf, type PictureName } from './pictures.ts'

export interface Slide {
  name: PictureName
  alt: string
}

interface Props {
  title: string
  slides: Slide[]
  /** The background colour of the pictures. */
  tone: string
  shape: 'screen' | 'phone'
}

const SIZES = { screen: '(max-width: 899px) 480px, 560px', phone: '300px' }

/**
 * A strip to swipe, each picture a link to its full size. awake/carousel.ts animates it and activates the
 * controls, which stay hidden without it.
 */
export function Carousel({ title, slides, tone, shape }: Props) {
  return (
    <div
      className={`car car-${tone} car-${shape}`}
      role="group"
      aria-roledescription="carrusel"
      aria-label={title}
    >
      <ul>
        {slides.map(({ name, alt }) => (
          <li key={name}>
            <a href={pictureOf(name).largest}>
              <Picture name={name} alt={alt} sizes={SIZES[shape]} />
            </a>
          </li>
        ))}
      </ul>
      <div className="car-controls">
        <button type="button" className="car-pause" aria-label={`Pausar las imágenes: ${title}`}>
          <Icon d={pause} className="icon-sm" />
          <Icon d={play} className="icon-sm" />
        </button>
        {slides.map(({ name }, i) => (
          <button
            key={name}
            type="button"
            className="dot"
            aria-label={`Imagen ${i + 1} de ${slides.length}`}
            aria-current={i === 0}
          />
        ))}
      </div>
    </div>
  )
}

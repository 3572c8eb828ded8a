import { imageOfWidth } from '#domain/images.ts'
import { Link } from '../../parts/link.tsx'

interface Props {
  gallery: string[]
  /** '' means the first picture of the gallery. */
  value: string
  onChange: (url: string) => void
}

/** Chooses the picture of shared links. */
export function FeaturedImage({ gallery, value, onChange }: Props) {
  // A chosen picture that has left the gallery stays until another is chosen.
  const images = value && !gallery.includes(value) ? [value, ...gallery] : gallery
  return (
    <fieldset className="field">
      <legend className="label">Imagen al compartir</legend>
      {images.length === 0 ? (
        <p className="hint">
          Se usan tu nombre, tu color y tu logo. Sube fotos a la galería en{' '}
          <Link className="link" to="?seccion=negocio">
            Información del negocio
          </Link>{' '}
          para elegir una.
        </p>
      ) : (
        <div className="set-featured">
          <label className="set-pick auto">
            <input type="radio" name="featured_image" checked={value === ''} onChange={() => onChange('')} />
            <span>Automática</span>
          </label>
          {images.map((url, i) => (
            <label key={url} className="set-pick">
              <input
                type="radio"
                name="featured_image"
                checked={value === url}
                onChange={() => onChange(url)}
              />
              <img
                src={imageOfWidth(url, 320)}
                alt={`Foto ${i + 1} de la galería`}
                width="120"
                height="120"
              />
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}

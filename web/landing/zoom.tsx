import { Icon } from '../ui/icon.tsx'
import { arrowLeft, arrowRight, close } from '../ui/icons.ts'
import './zoom.css'

/** The overlay for the pictures of a carousel. Empty until awake/zoom.ts opens it. */
export function Zoom() {
  return (
    <dialog className="zoom" aria-label="Imagen en grande">
      <figure>
        <div className="zoom-picture" />
        <figcaption aria-live="polite" />
      </figure>
      <div className="zoom-dots" />
      <button type="button" className="zoom-close" aria-label="Cerrar">
        <Icon d={close} />
      </button>
      <button type="button" className="zoom-previous" aria-label="Imagen anterior">
        <Icon d={arrowLeft} />
      </button>
      <button type="button" className="zoom-next" aria-label="Imagen siguiente">
        <Icon d={arrowRight} />
      </button>
    </dialog>
  )
}

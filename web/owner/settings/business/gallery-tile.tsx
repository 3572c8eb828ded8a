import { type PointerEvent, useEffect, useRef } from 'react'
import { hide } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { arrowLeft, arrowRight } from '../../../ui/icons.ts'
import { trash } from '../../../ui/icons-panel.ts'
import { imageSrc } from '../../../ui/image-src.ts'
import { grip } from '../section-icons.ts'

interface Props {
  url: string
  index: number
  count: number
  isDragged: boolean
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  onGrab: (event: PointerEvent) => void
}

/**
 * A picture, dragged anywhere with the mouse, but only by its grip with a finger, so that the page still
 * scrolls.
 */
export function GalleryTile({ url, index, count, isDragged, onMove, onRemove, onGrab }: Props) {
  const tile = useRef<HTMLLIElement>(null)
  const moved = useRef<1 | -1>(undefined)
  const name = `foto ${index + 1}`

  useEffect(() => {
    // A picture that moves loses the focus. At either end, only the other arrow can be focused.
    if (!moved.current) return
    const arrows = tile.current!.querySelectorAll<HTMLButtonElement>('.gallery-move')
    const [back, ahead] = [arrows[0]!, arrows[1]!]
    const wanted = moved.current === 1 ? ahead : back
    ;(wanted.disabled ? (wanted === back ? ahead : back) : wanted).focus()
    moved.current = undefined
  }, [index])

  function move(by: 1 | -1) {
    moved.current = by
    onMove(by)
  }

  return (
    <li
      ref={tile}
      className={isDragged ? 'gallery-tile dragged' : 'gallery-tile'}
      data-url={url}
      onPointerDown={onGrab}
    >
      <img
        src={imageSrc(url, 320)}
        alt={`Foto ${index + 1} de la galería`}
        width="320"
        height="320"
        draggable={false}
        onError={hide}
      />
      {index === 0 && <span className="gallery-cover">Portada</span>}
      <button type="button" className="gallery-del" aria-label={`Eliminar ${name}`} onClick={onRemove}>
        <Icon d={trash} className="icon-sm" />
      </button>
      {count > 1 && (
        <div className="gallery-acts">
          <button
            type="button"
            className="gallery-move"
            aria-label={`Mover antes la ${name}`}
            disabled={index === 0}
            onClick={() => move(-1)}
          >
            <Icon d={arrowLeft} className="icon-sm" />
          </button>
          <span className="gallery-grip" aria-hidden="true">
            <Icon d={grip} />
          </span>
          <button
            type="button"
            className="gallery-move"
            aria-label={`Mover después la ${name}`}
            disabled={index === count - 1}
            onClick={() => move(1)}
          >
            <Icon d={arrowRight} className="icon-sm" />
          </button>
        </div>
      )}
    </li>
  )
}

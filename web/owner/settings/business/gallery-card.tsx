import { GALLERY_MAX, IMAGE_TYPES } from '#domain/images.ts'
import { type ChangeEvent, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { imagePlus } from '../section-icons.ts'
import './gallery-card.css'
import { GalleryTile } from './gallery-tile.tsx'
import type { SectionProps } from '../profile.ts'
import { useDrag } from './use-drag.ts'
import { useGallery } from './use-gallery.ts'

/** Up to six pictures, in their order on the public page. */
export function GalleryCard(props: SectionProps) {
  const { images, sending, add, arrange, remove } = useGallery(props)
  const [doomed, setDoomed] = useState<string>()
  const [said, setSaid] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const drag = useDrag(images, (order) => arrange(order))
  const shown = drag.order ?? images

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    // Allows choosing the same file again.
    target.value = ''
    void add(files)
  }

  function move(url: string, by: number) {
    const from = images.indexOf(url)
    const order = images.toSpliced(from, 1).toSpliced(from + by, 0, url)
    setSaid(`La foto ${from + 1} ahora es la ${from + by + 1}`)
    arrange(order)
  }

  function removeDoomed() {
    setDoomed(undefined)
    remove(doomed!, { onSettled: () => addButton.current?.focus() })
  }

  return (
    <section className="card pad set-card" aria-labelledby="gallery-title">
      <div className="row between">
        <h2 className="h2" id="gallery-title">
          Galería
        </h2>
        <span className="small muted num">
          {images.length} de {GALLERY_MAX}
        </span>
      </div>
      <p className="small muted">
        La primera es la portada. {images.length > 1 && 'Arrástralas para ordenarlas, o usa las flechas.'}
      </p>
      <ul className="gallery-grid" {...drag.list}>
        {shown.map((url, i) => (
          <GalleryTile
            key={url}
            url={url}
            index={i}
            count={shown.length}
            isDragged={drag.dragged === url}
            onMove={(by) => move(url, by)}
            onRemove={() => setDoomed(url)}
            onGrab={(event) => drag.grab(event, url)}
          />
        ))}
        {sending && (
          <li className="gallery-tile sending">
            <progress value={sending.part} max="1" aria-label="Subiendo imagen" />
            <span className="xs muted" aria-hidden="true">
              {sending.waiting > 0 ? `Faltan ${sending.waiting}` : 'Subiendo...'}
            </span>
          </li>
        )}
        {images.length < GALLERY_MAX && !sending && (
          <li>
            <button
              ref={addButton}
              type="button"
              className="gallery-add"
              onClick={() => input.current!.click()}
            >
              <Icon d={imagePlus} className="icon-lg" />
              Agregar fotos
            </button>
          </li>
        )}
      </ul>
      <p className="hint">JPG, PNG, GIF o WebP, máximo 5MB cada una.</p>
      <input
        ref={input}
        type="file"
        id="gallery"
        aria-label="Agregar fotos a la galería"
        hidden
        multiple
        accept={IMAGE_TYPES.join(',')}
        onChange={choose}
      />
      <p className="sr" role="status">
        {said}
      </p>
      {doomed && (
        <ConfirmDialog
          type="danger"
          title="Eliminar imagen"
          confirmText="Eliminar"
          onConfirm={removeDoomed}
          onCancel={() => setDoomed(undefined)}
        >
          La foto {images.indexOf(doomed) + 1} desaparece de tu página. Esta acción no se puede deshacer.
        </ConfirmDialog>
      )}
    </section>
  )
}

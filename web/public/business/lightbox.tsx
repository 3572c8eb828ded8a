import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { openModal } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { arrowLeft, arrowRight, close } from '../../ui/icons.ts'
import { useBackCloses } from '../../ui/back/use-back-closes.ts'
import './lightbox.css'

interface Props {
  images: string[]
  start: number
  of: string
  onClose: () => void
}

/** Shows the pictures one by one in an overlay. */
export default function Lightbox({ images, start, of, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(start)
  const move = (by: number) => setAt((i) => (i + by + images.length) % images.length)
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') move(-1)
    if (key === 'ArrowRight') move(1)
  }
  useBackCloses(() => dialog.current?.close())
  useEffect(() => openModal(dialog.current), [])
  return (
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={`Fotos de ${of}`}
      onClose={onClose}
      onKeyDown={onKey}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <img src={images[at]} alt={`Foto ${at + 1} de ${images.length} de ${of}`} />
      <p className="count num" aria-live="polite">
        {at + 1} / {images.length}
      </p>
      <button type="button" className="x" aria-label="Cerrar" onClick={() => dialog.current?.close()}>
        <Icon d={close} />
      </button>
      {images.length > 1 && (
        <>
          <button type="button" className="x previous" aria-label="Foto anterior" onClick={() => move(-1)}>
            <Icon d={arrowLeft} />
          </button>
          <button type="button" className="x next" aria-label="Foto siguiente" onClick={() => move(1)}>
            <Icon d={arrowRight} />
          </button>
        </>
      )}
    </dialog>
  )
}

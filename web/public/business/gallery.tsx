import { type MouseEvent, useState } from 'react'
import { onDemand } from '../../ui/loading/on-demand.tsx'

const Lightbox = onDemand(
  () => import('./lightbox.tsx'),
  (file) => file.default,
)

/** Up to six pictures: links without script, a lightbox with it. */
export function Gallery({ images, of }: { images: string[]; of: string }) {
  const [open, setOpen] = useState<number>()
  const [isLost, setLost] = useState(false)
  const show = (event: MouseEvent, i: number) => {
    if (isLost) return
    event.preventDefault()
    setOpen(i)
  }
  return (
    <div className="gallery" role="group" aria-label="Galería">
      {images.slice(0, 5).map((src, i) => (
        <a key={src} href={src} target="_blank" onClick={(event) => show(event, i)}>
          <img
            src={src}
            alt={`Foto ${i + 1} de ${images.length} de ${of}`}
            width="212"
            height="224"
            fetchPriority="low"
          />
          {i === 4 && images.length > 5 && <More count={images.length - 4} />}
        </a>
      ))}
      {open !== undefined && (
        <Lightbox
          images={images}
          start={open}
          of={of}
          onClose={() => setOpen(undefined)}
          onLost={() => setLost(true)}
        />
      )}
    </div>
  )
}

const More = ({ count }: { count: number }) => (
  <span className="more">
    +{count}
    <span className="sr"> fotos: ver la galería completa</span>
  </span>
)

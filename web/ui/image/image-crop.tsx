import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icon.tsx'
import { minus, plus } from './image-icons.ts'
import './image-crop.css'
import { cut, type Frame, share, WHOLE, within, ZOOM_MAX } from './image-frame.ts'

interface Props {
  image: HTMLImageElement
  /** Whether the square will be shown as a circle. */
  isRound?: boolean
  onDone: (cropped: Blob) => void
  onCancel: () => void
}

const STEP = 0.02
const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** Chooses the square of a picture by dragging, pinching, the wheel, tapping its centre, or the keyboard. */
export function ImageCrop({ image, isRound = false, onDone, onCancel }: Props) {
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [frame, setFrame] = useState<Frame>(() => within(size, WHOLE))
  const [isCutting, setCutting] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const hasMoved = useRef(false)
  const part = share(size, frame.zoom)

  const change = (make: (frame: Frame) => Frame) => setFrame((before) => within(size, make(before)))
  const zoomBy = (factor: number) => change((before) => ({ ...before, zoom: before.zoom * factor }))
  /** Converts screen pixels to fractions of the picture. */
  const scale = () => stage.current!.clientWidth

  const zoomByWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    zoomBy(event.deltaY < 0 ? 1.08 : 1 / 1.08)
  })
  useEffect(() => {
    // React's own wheel events cannot prevent the dialog from scrolling.
    const element = stage.current!
    const onWheel = (event: WheelEvent) => zoomByWheel(event)
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])

  function press(event: PointerEvent) {
    stage.current!.setPointerCapture(event.pointerId)
    if (pointers.current.size === 0) hasMoved.current = false
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  function drag(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const [dx, dy] = [now.x - before.x, now.y - before.y]
    if (Math.hypot(dx, dy) < (hasMoved.current ? 1 : 4)) return
    hasMoved.current = true
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other) return zoomBy(distance(now, other) / distance(before, other))
    change(({ x, y, zoom }) => {
      const { x: px, y: py } = share(size, zoom)
      return { x: x - (dx / scale()) * px, y: y - (dy / scale()) * py, zoom }
    })
  }

  function release(event: PointerEvent) {
    const isTap = pointers.current.delete(event.pointerId) && !hasMoved.current && event.type === 'pointerup'
    if (!isTap) return
    const { left, top } = stage.current!.getBoundingClientRect()
    const [dx, dy] = [(event.clientX - left) / scale() - 0.5, (event.clientY - top) / scale() - 0.5]
    change(({ x, y, zoom }) => ({ x: x + dx * share(size, zoom).x, y: y + dy * share(size, zoom).y, zoom }))
  }

  function key(event: KeyboardEvent) {
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    change(({ x, y, zoom }) => ({ x: x + arrow[0], y: y + arrow[1], zoom }))
  }

  async function done() {
    setCutting(true)
    const cropped = await cut(image, frame)
    if (cropped) onDone(cropped)
    else onCancel()
  }

  const place = (label: string, axis: 'x' | 'y') => (
    <input
      type="range"
      className="sr"
      aria-label={label}
      min="0"
      max="100"
      value={Math.round(frame[axis] * 100)}
      onKeyDown={key}
      onChange={({ target }) => change((before) => ({ ...before, [axis]: Number(target.value) / 100 }))}
    />
  )

  return createPortal(
    <Dialog
      title="Ajustar la foto"
      className="crop"
      onClose={onCancel}
      footer={
        <>
          <button type="button" className="btn btn-2" onClick={onCancel}>
            Cancelar
          </button>
          <button type="button" className="btn" disabled={isCutting} onClick={done}>
            Usar esta foto
          </button>
        </>
      }
    >
      <div className="crop-in">
        <div
          ref={stage}
          className={isRound ? 'crop-stage crop-round' : 'crop-stage'}
          onPointerDown={press}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerCancel={release}
        >
          <img
            src={image.src}
            alt=""
            draggable={false}
            style={{
              width: `${100 / part.x}%`,
              height: `${100 / part.y}%`,
              left: `${50 - (100 / part.x) * frame.x}%`,
              top: `${50 - (100 / part.y) * frame.y}%`,
            }}
          />
          {place('Mover la foto a lo ancho', 'x')}
          {place('Mover la foto a lo alto', 'y')}
        </div>
        <p className="hint">Arrastra la foto, o toca lo que debe quedar en el centro.</p>
        <div className="crop-zoom">
          <button type="button" className="x" aria-label="Alejar" onClick={() => zoomBy(1 / 1.2)}>
            <Icon d={minus} />
          </button>
          <input
            type="range"
            aria-label="Tamaño"
            min="1"
            max={ZOOM_MAX}
            step="0.01"
            value={frame.zoom}
            onChange={({ target }) => change((before) => ({ ...before, zoom: Number(target.value) }))}
          />
          <button type="button" className="x" aria-label="Acercar" onClick={() => zoomBy(1.2)}>
            <Icon d={plus} />
          </button>
        </div>
      </div>
    </Dialog>,
    document.body,
  )
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))

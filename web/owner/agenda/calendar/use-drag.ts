import { clockTime } from '#domain/dates.ts'
import { type RefObject, useEffect, useRef } from 'react'
import type { Appointment } from '../../data/appointment.ts'
import { startOf } from '../../data/appointment.ts'
import { autoScroll } from './auto-scroll.ts'
import { type Geometry, measure, place, pointAt } from './geometry.ts'
import { label, type Place, type Target } from './ghost.ts'
import type { Hours } from './rows.ts'

// A finger that rests picks the card up; one that moves scrolls the page.
export const HOLD_MS = 380
export const MOUSE_PX = 5
export const FINGER_PX = 10

interface Options {
  /** Which grid is shown; undefined while there is none. */
  shown: string | undefined
  grid: RefObject<HTMLDivElement | null>
  ghost: RefObject<HTMLDivElement | null>
  hours: Hours
  columns: readonly Place[]
  /** The appointment of a card that may be moved. */
  movable: (id: number) => Appointment | undefined
  /** The start nearest to a minute, and the reason if it is not free. */
  snap: (
    appointment: Appointment,
    place: Place,
    wished: number,
  ) => { minute: number; conflict: string | undefined }
  onStart: (appointment: Appointment) => void
  onDrop: (appointment: Appointment, target: Target) => void
}

/** Drags cards to another time or day: with the mouse at once, with a finger after a short hold. */
export function useDrag(options: Options) {
  const latest = useRef(options)
  latest.current = options
  const { grid: gridRef, shown } = options
  useEffect(() => {
    if (!gridRef.current) return
    const grid: HTMLDivElement = gridRef.current
    let end = () => {}
    // Covers everything during a move, so that nothing below reacts to the pointer and no card is restyled.
    const cover = Object.assign(document.createElement('div'), { className: 'drag-cover' })

    function down(event: PointerEvent) {
      const source = (event.target as Element).closest<HTMLElement>('[data-id]')
      const appointment = source && latest.current.movable(Number(source.dataset['id']))
      if (!appointment || event.button !== 0 || !event.isPrimary) return
      end()
      end = begin({ grid, cover }, appointment, event, latest)
    }

    // Prevents scrolling with a finger that holds a card. Must be registered before the touch begins.
    const still = (event: Event) => cover.isConnected && event.preventDefault()
    grid.addEventListener('pointerdown', down)
    grid.addEventListener('touchmove', still, { passive: false })
    return () => {
      grid.removeEventListener('pointerdown', down)
      grid.removeEventListener('touchmove', still)
      end()
    }
  }, [gridRef, shown])
}

function begin(
  { grid, cover }: { grid: HTMLElement; cover: HTMLElement },
  appointment: Appointment,
  first: PointerEvent,
  latest: RefObject<Options>,
): () => void {
  const isMouse = first.pointerType === 'mouse'
  const at = { x: first.clientX, y: first.clientY }
  let geometry: Geometry | undefined
  let target: Target | undefined
  let grip = 0
  let frame = 0
  const hold = isMouse ? undefined : setTimeout(lift, HOLD_MS)
  const listeners = new AbortController()
  const { signal } = listeners
  const cards = grid.querySelectorAll(`[data-id="${appointment.id}"], [data-of="${appointment.id}"]`)

  function lift() {
    const { hours, onStart } = latest.current
    geometry = measure(grid, hours)
    const { left, top } = grid.getBoundingClientRect()
    const taken = pointAt(geometry, first.clientX - left, first.clientY - top).minute - startOf(appointment)
    grip = Math.min(Math.max(0, taken), appointment.duration_minutes - 1)
    // Before any writing, because it reads positions: the other order would lay out the page twice.
    draw()
    document.body.append(cover)
    for (const card of cards) card.classList.add('lifted')
    if (!isMouse) navigator.vibrate?.(15)
    onStart(appointment)
  }

  function draw() {
    const { ghost, columns, snap } = latest.current
    autoScroll(grid, at, { x: first.clientX, y: first.clientY })
    const { left, top } = grid.getBoundingClientRect()
    const { column, minute: wished } = pointAt(geometry!, at.x - left, at.y - top)
    const to = columns[column]!
    const { minute, conflict } = snap(appointment, to, wished - grip)
    target = { ...to, time: clockTime(minute), conflict }
    place(ghost.current!, geometry!, column, minute, appointment.duration_minutes)
    label(ghost.current!, appointment, target, conflict)
    frame = requestAnimationFrame(draw)
  }

  function move(event: PointerEvent) {
    if (event.pointerId !== first.pointerId) return
    at.x = event.clientX
    at.y = event.clientY
    if (geometry) return
    const way = Math.hypot(at.x - first.clientX, at.y - first.clientY)
    if (isMouse && way > MOUSE_PX) lift()
    else if (!isMouse && way > FINGER_PX) finish()
  }

  function drop() {
    const dropped = geometry && target
    const { onDrop } = latest.current
    finish()
    if (dropped) onDrop(appointment, dropped)
  }

  function finish() {
    // The next press calls it again: its click is none of this one's.
    if (signal.aborted) return
    clearTimeout(hold)
    cancelAnimationFrame(frame)
    listeners.abort()
    if (!geometry) return
    latest.current.ghost.current!.hidden = true
    cover.remove()
    for (const card of cards) card.classList.remove('lifted')
    swallowClick()
  }

  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', drop, { signal })
  addEventListener('pointercancel', finish, { signal })
  addEventListener('blur', finish, { signal })
  addEventListener('keydown', (event) => event.key === 'Escape' && finish(), { signal })
  addEventListener('selectstart', (event) => event.preventDefault(), { signal })
  // Holding a finger would open the context menu.
  addEventListener('contextmenu', (event) => geometry && event.preventDefault(), { signal })
  return finish
}

/** The click that follows ends the move, and must not press what is below it. */
export function swallowClick() {
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, true))
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

import { type RefObject, useEffect, useRef } from 'react'
import { type Geometry, measure, pointAt } from '../calendar/geometry.ts'
import type { Hours } from '../calendar/rows.ts'
import { autoScroll } from './auto-scroll.ts'

// A finger that rests picks up what it presses; one that moves scrolls the page.
const HOLD_MS = 380
const MOUSE_PX = 5
const FINGER_PX = 10

/** What a gesture is made on. */
export interface Surface {
  /** Which grid is shown; undefined while there is none. */
  shown: string | undefined
  grid: RefObject<HTMLDivElement | null>
  /** Shows what would be where the pointer is. */
  ghost: RefObject<HTMLDivElement | null>
  hours: Hours
}

export type Point = ReturnType<typeof pointAt>

/** What is picked up by a press, and what becomes of it. */
export interface Gesture {
  /** Looks lifted while it is held. */
  elements: readonly Element[]
  /** It goes where the pointer is: let go outside of the calendar, it stays where it was. */
  isCarried?: boolean
  /** Takes where it was pressed, when it is picked up. */
  begin(at: Point): void
  /** Shows in each frame what dropping it would do. `isResting`: a finger that has not moved yet. */
  draw(at: Point, on: { ghost: HTMLElement; geometry: Geometry; isResting: boolean }): void
  /** Runs once it is held. */
  held?(): void
  drop(): void
}

/**
 * Makes what `press` finds follow the pointer: with the mouse at once, with a finger after a short hold. Escape, a second press and
 * whatever takes the pointer away end it without a drop.
 */
export function useGesture(surface: Surface, press: (event: PointerEvent) => Gesture | undefined) {
  const latest = useRef({ ...surface, press })
  latest.current = { ...surface, press }
  const { grid: gridRef, shown } = surface
  useEffect(() => {
    const grid = gridRef.current
    if (!grid) return
    let end = () => {}
    // Covers everything during a gesture, so that nothing below reacts to the pointer and no card is restyled.
    const cover = Object.assign(document.createElement('div'), { className: 'drag-cover' })

    function down(event: PointerEvent) {
      if (event.button !== 0 || !event.isPrimary) return
      const gesture = latest.current.press(event)
      if (!gesture) return
      end()
      end = follow({ grid: grid!, cover }, gesture, event, latest)
    }

    // Prevents scrolling with a finger that holds something. Must be registered before the touch begins.
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

/** @returns what ends it without a drop. */
function follow(
  { grid, cover }: { grid: HTMLElement; cover: HTMLElement },
  gesture: Gesture,
  first: PointerEvent,
  latest: RefObject<Surface>,
): () => void {
  const isMouse = first.pointerType === 'mouse'
  const from = { x: first.clientX, y: first.clientY }
  const at = { ...from }
  const hold = isMouse ? undefined : setTimeout(lift, HOLD_MS)
  const listeners = new AbortController()
  const { signal } = listeners
  let geometry: Geometry | undefined
  let frame = 0

  function lift() {
    geometry = measure(grid, latest.current.hours)
    gesture.begin(pointOf(from))
    // Before any writing, because it reads positions: the other order would lay out the page twice.
    draw()
    document.body.append(cover)
    for (const element of gesture.elements) element.classList.add('lifted')
    if (!isMouse) navigator.vibrate?.(15)
    gesture.held?.()
  }

  function draw() {
    const ghost = latest.current.ghost.current!
    autoScroll(grid, at, from)
    if (isOutside()) ghost.hidden = true
    else
      gesture.draw(pointOf(at), {
        ghost,
        geometry: geometry!,
        isResting: !isMouse && Math.abs(at.y - from.y) < FINGER_PX,
      })
    frame = requestAnimationFrame(draw)
  }

  function isOutside(): boolean {
    const { left, right, top, bottom } = grid.parentElement!.getBoundingClientRect()
    const isInside = at.x >= left && at.x <= right && at.y >= top && at.y <= bottom
    return gesture.isCarried === true && !isInside
  }

  function pointOf({ x, y }: { x: number; y: number }): Point {
    const { left, top } = grid.getBoundingClientRect()
    return pointAt(geometry!, x - left, y - top)
  }

  function move(event: PointerEvent) {
    if (event.pointerId !== first.pointerId) return
    Object.assign(at, { x: event.clientX, y: event.clientY })
    if (geometry) return
    const way = Math.hypot(at.x - from.x, at.y - from.y)
    if (isMouse && way > MOUSE_PX) lift()
    else if (!isMouse && way > FINGER_PX) finish()
  }

  function drop() {
    finish()
    if (geometry && !isOutside()) gesture.drop()
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
    for (const element of gesture.elements) element.classList.remove('lifted')
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

/** The click that follows ends the gesture, and must not press what is below it. */
function swallowClick() {
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, true))
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

import { amPmRange, clockTime } from '#domain/dates.ts'
import { type RefObject, useEffect, useRef } from 'react'
import type { BlockPreset } from '../block/values.ts'
import { autoScroll } from './auto-scroll.ts'
import { type Geometry, measure, place, pointAt } from './geometry.ts'
import type { Place } from './ghost.ts'
import type { Hours } from './rows.ts'
import { HOLD_MS, MOUSE_PX, FINGER_PX, swallowClick } from './use-drag.ts'

const STEP = 15
const SHORTEST = 15
/** What a finger that rests blocks, until it moves. */
const HELD = 60

interface Options {
  grid: RefObject<HTMLDivElement | null>
  ghost: RefObject<HTMLDivElement | null>
  /** Which grid is shown; undefined while there is none. */
  shown: string | undefined
  hours: Hours
  columns: readonly Place[]
  isIdle: boolean
  onBlock: (at: BlockPreset) => void
}

/** Draws a block on empty time: with the mouse at once, with a finger after a short hold. */
export function useDraw(options: Options) {
  const latest = useRef(options)
  latest.current = options
  const { grid: gridRef, shown } = options
  useEffect(() => {
    const grid = gridRef.current
    if (!grid) return
    let end = () => {}
    const cover = Object.assign(document.createElement('div'), { className: 'drag-cover' })
    function down(event: PointerEvent) {
      const isEmpty = (event.target as HTMLElement).dataset['row'] !== undefined
      if (!isEmpty || event.button !== 0 || !event.isPrimary || !latest.current.isIdle) return
      end()
      end = draw({ grid: grid!, cover }, event, latest)
    }
    // Must be registered before the touch begins, like that of drags.
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

function draw(
  { grid, cover }: { grid: HTMLElement; cover: HTMLElement },
  first: PointerEvent,
  latest: RefObject<Options>,
): () => void {
  const isMouse = first.pointerType === 'mouse'
  const at = { x: first.clientX, y: first.clientY }
  const listeners = new AbortController()
  const { signal } = listeners
  const hold = isMouse ? undefined : setTimeout(lift, HOLD_MS)
  let geometry: Geometry | undefined
  let start = { column: 0, minute: 0 }
  let drawn: { from: number; to: number } | undefined
  let frame = 0

  function lift() {
    geometry = measure(grid, latest.current.hours)
    const { left, top } = grid.getBoundingClientRect()
    const { column, minute } = pointAt(geometry, first.clientX - left, first.clientY - top)
    start = { column, minute: Math.floor(minute / STEP) * STEP }
    show()
    document.body.append(cover)
    if (!isMouse) navigator.vibrate?.(15)
  }

  function show() {
    const ghost = latest.current.ghost.current!
    autoScroll(grid, at, { x: first.clientX, y: first.clientY })
    const { left, top } = grid.getBoundingClientRect()
    const { minute } = pointAt(geometry!, at.x - left, at.y - top)
    const isResting = !isMouse && Math.abs(at.y - first.clientY) < FINGER_PX
    const end = isResting ? start.minute + HELD : Math.round(minute / STEP) * STEP
    const from = Math.min(start.minute, end)
    const to = Math.min(1440, Math.max(start.minute, end, from + SHORTEST))
    drawn = { from, to }
    place(ghost, geometry!, start.column, from, to - from)
    ghost.hidden = false
    ghost.dataset['fits'] = 'yes'
    ghost.dataset['text'] = ''
    ghost.textContent = `Bloquear ${amPmRange(clockTime(from), to - from)}`
    frame = requestAnimationFrame(show)
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
    const { columns, onBlock } = latest.current
    const [is, { column }] = [drawn, start]
    finish()
    if (!is) return
    const { date, professional_id } = columns[column]!
    const time = clockTime(is.from)
    onBlock({ date, time, until: clockTime(is.to), ...(professional_id && { professional_id }) })
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
    swallowClick()
  }

  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', drop, { signal })
  addEventListener('pointercancel', finish, { signal })
  addEventListener('blur', finish, { signal })
  addEventListener('keydown', (event) => event.key === 'Escape' && finish(), { signal })
  addEventListener('selectstart', (event) => event.preventDefault(), { signal })
  addEventListener('contextmenu', (event) => geometry && event.preventDefault(), { signal })
  return finish
}

import { axisOf } from '../calendar/geometry.ts'

const EDGE_PX = 64
const FASTEST_PX = 16
const MEANT_PX = 12
const BARS = { top: 64, bottom: 16 }

interface Point {
  x: number
  y: number
}

/**
 * Scrolls the page, and the calendar's own box if it scrolls, while a point is near the edge it was moved
 * towards.
 */
export function autoScroll(grid: HTMLElement, { x, y }: Point, from: Point) {
  const box = grid.parentElement!
  const { left, right, top, bottom } = box.getBoundingClientRect()
  const isBox = box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth
  if (isBox) {
    const across = speed(x, left + axisOf(box), right, from.x)
    const along =
      box.scrollHeight > box.clientHeight
        ? speed(y, Math.max(top, 0) + 44, Math.min(bottom, innerHeight), from.y)
        : 0
    if (across || along) box.scrollBy({ left: across, top: along, behavior: 'instant' })
    // All of it is on the screen: what is outside is nowhere to drop.
    if (top >= 0 && bottom <= innerHeight) return
  }
  const page = speed(y, BARS.top, innerHeight - BARS.bottom, from.y)
  if (page) scrollBy({ top: page, behavior: 'instant' })
}

// A card that is picked up near an edge does not scroll before it is moved towards that edge.
function speed(at: number, start: number, end: number, from: number): number {
  if (Math.abs(at - from) < MEANT_PX) return 0
  if (at < start + EDGE_PX && at < from)
    return -Math.ceil(FASTEST_PX * Math.min(1, (start + EDGE_PX - at) / EDGE_PX))
  if (at > end - EDGE_PX && at > from)
    return Math.ceil(FASTEST_PX * Math.min(1, (at - end + EDGE_PX) / EDGE_PX))
  return 0
}

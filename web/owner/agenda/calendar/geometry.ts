/** The positions of days and half hours on the screen, measured once when a move begins. */
import { type Hours, ROW_MINUTES } from './rows.ts'

interface Edge {
  start: number
  size: number
}

export interface Geometry {
  columns: Edge[]
  rows: Edge[]
  hours: Hours
}

export function measure(grid: HTMLElement, hours: Hours): Geometry {
  const { left, top } = grid.getBoundingClientRect()
  const rects = (selector: string) =>
    [...grid.querySelectorAll(selector)].map((cell) => cell.getBoundingClientRect())
  return {
    hours,
    columns: rects('[data-row="0"]').map((r) => ({ start: r.left - left, size: r.width })),
    rows: rects('[data-col="0"]').map((r) => ({ start: r.top - top, size: r.height })),
  }
}

/** The day and minute under a point of the grid; the nearest ones for a point outside. */
export function pointAt({ columns, rows, hours }: Geometry, x: number, y: number) {
  const row = indexAt(rows, y)
  const { start, size } = rows[row]!
  const part = Math.min(1, Math.max(0, (y - start) / size))
  return { column: indexAt(columns, x), minute: hours.first + (row + part) * ROW_MINUTES }
}

/** Positions `ghost` where an appointment of these minutes would be. */
export function place(
  ghost: HTMLElement,
  geometry: Geometry,
  column: number,
  minute: number,
  duration: number,
) {
  const { start, size } = geometry.columns[column]!
  const top = heightOf(geometry, minute)
  const bottom = heightOf(geometry, minute + duration)
  ghost.style.transform = `translate(${start + 2}px, ${top + 1}px)`
  ghost.style.width = `${size - 5}px`
  ghost.style.height = `${Math.max(24, bottom - top - 3)}px`
}

function heightOf({ rows, hours }: Geometry, minute: number): number {
  const passed = Math.min(rows.length, Math.max(0, (minute - hours.first) / ROW_MINUTES))
  const { start, size } = rows[Math.min(rows.length - 1, Math.floor(passed))]!
  return start + (passed - Math.min(rows.length - 1, Math.floor(passed))) * size
}

function indexAt(edges: Edge[], position: number): number {
  const after = edges.findIndex(({ start, size }) => position < start + size)
  return after === -1 ? edges.length - 1 : after
}

/** How wide the hours are that stand beside the days, in pixels of the screen: they grow with the text. */
export const axisOf = (box: HTMLElement): number =>
  box.querySelector<HTMLElement>('.cal-hour')?.offsetWidth ?? 0

/** The stretch of a card in which its professional is free: pressed like empty time. */
import type { MouseEvent } from 'react'

const STEP = 15

/** The data of an element that stands for minutes of a column. */
export const pauseData = (column: number, from: number, to: number) => ({
  'data-col': column,
  'data-minute': from,
  'data-until': to,
})

/** The column and the minute of a pause that was pressed, in steps from its beginning; undefined elsewhere. */
export function pressedPause({
  target,
  clientY,
}: MouseEvent): { column: number; minute: number } | undefined {
  const pause = (target as Element).closest<HTMLElement>('[data-minute]')
  if (!pause) return undefined
  const [column, from, to] = [pause.dataset['col'], pause.dataset['minute'], pause.dataset['until']].map(
    Number,
  )
  const { top, height } = pause.getBoundingClientRect()
  const passed = Math.max(0, (clientY - top) / height) * (to! - from!)
  const steps = Math.min(Math.floor(passed / STEP), Math.max(0, Math.ceil((to! - from!) / STEP) - 1))
  return { column: column!, minute: from! + steps * STEP }
}

import { amPmRange, clockTime } from '#domain/dates.ts'
import { type RefObject, useRef } from 'react'
import type { BlockPreset } from '../block/values.ts'
import { place } from '../calendar/geometry.ts'
import type { Place } from '../calendar/ghost.ts'
import { type Gesture, type Surface, useGesture } from './use-gesture.ts'

const STEP = 15
const SHORTEST = 15
/** What a finger that rests blocks, until it moves. */
const HELD = 60

interface Options extends Surface {
  columns: readonly Place[]
  isIdle: boolean
  onBlock: (at: BlockPreset) => void
}

/** Draws a block on empty time. */
export function useDraw(options: Options) {
  const latest = useRef(options)
  latest.current = options
  useGesture(options, (event) => {
    const isEmpty = (event.target as HTMLElement).dataset['row'] !== undefined
    return isEmpty && options.isIdle ? drawing(latest) : undefined
  })
}

function drawing(latest: RefObject<Options>): Gesture {
  let start = { column: 0, minute: 0 }
  let [from, to] = [0, 0]
  return {
    elements: [],
    begin({ column, minute }) {
      start = { column, minute: Math.floor(minute / STEP) * STEP }
    },
    draw({ minute }, { ghost, geometry, isResting }) {
      const end = isResting ? start.minute + HELD : Math.round(minute / STEP) * STEP
      from = Math.min(start.minute, end)
      to = Math.min(1440, Math.max(start.minute, end, from + SHORTEST))
      place(ghost, geometry, start.column, from, to - from)
      ghost.hidden = false
      ghost.dataset['fits'] = 'yes'
      ghost.dataset['text'] = ''
      ghost.textContent = `Bloquear ${amPmRange(clockTime(from), to - from)}`
    },
    drop() {
      const { columns, onBlock } = latest.current
      const { date, professional_id } = columns[start.column]!
      onBlock({
        date,
        time: clockTime(from),
        until: clockTime(to),
        ...(professional_id && { professional_id }),
      })
    },
  }
}

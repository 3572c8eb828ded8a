import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ROW_MINUTES } from './rows.ts'

/** The parts of the screen's height where the present time is in sight, and where it is put. */
const SEEN = { from: 0.2, to: 0.6 }
const WANTED = 1 / 3
/** How far down in its box it may be, so that a half hour that begins above is seen whole. */
const LOWEST = 0.7

/**
 * Scrolls to the present time once today is shown: when the calendar opens, unless somebody or something else
 * has scrolled it already, and whenever the returned function is called. `isThere`: the days and the team are known, on
 * which it depends whose grid it is.
 */
export function useOpenAtNow(grid: RefObject<HTMLDivElement | null>, isThere: boolean, isFree: boolean) {
  const [asked, setAsked] = useState(0)
  const answered = useRef(-1)
  useEffect(() => {
    if (!isThere || answered.current === asked) return
    const isOpening = answered.current === -1
    answered.current = asked
    if (!isOpening || (isFree && scrollY === 0)) showNow(grid.current!)
  }, [grid, isThere, isFree, asked])
  return useCallback(() => setAsked((before) => before + 1), [])
}

/**
 * Keeps in its place what is shown where a block of the small hours adds rows above it or takes them away: the calendar opens
 * at the hours of the day, and not in an empty night. `above`: how many minutes are added.
 */
export function useSteadyHours(grid: RefObject<HTMLDivElement | null>, isReady: boolean, above: number) {
  const last = useRef<{ box?: HTMLElement; above: number; scrolled: number }>({ above: 0, scrolled: 0 })
  // Whichever grid is shown by now: another view has a box of its own.
  useLayoutEffect(() => {
    const box = grid.current?.parentElement
    if (!isReady || !box) return
    if (last.current.box !== box) {
      const own = { box, above: 0, scrolled: box.scrollTop }
      last.current = own
      box.addEventListener('scroll', () => (own.scrolled = box.scrollTop), { passive: true })
    }
    const rows = (above - last.current.above) / ROW_MINUTES
    if (rows === 0) return
    last.current.above = above
    const top = (row: number) =>
      grid.current!.querySelector(`[data-col="0"][data-row="${row}"]`)?.getBoundingClientRect().top ?? 0
    // Rows that are gone were as low as the first one is: nothing but blocks was in them. A box that has become shorter
    // may have scrolled back by itself already.
    const by = rows > 0 ? top(rows) - top(0) : rows * (top(1) - top(0))
    box.scrollTop = last.current.scrolled + by
  })
}

function showNow(grid: HTMLElement) {
  const mark = grid.querySelector('.now-t b')
  if (!mark) return
  const box = grid.parentElement!
  const top = () => mark.getBoundingClientRect().top
  const isBox = box.scrollHeight > box.clientHeight
  if (isBox) {
    const { top: boxTop, bottom } = box.getBoundingClientRect()
    box.scrollBy({ top: top() - boxTop - box.clientHeight * WANTED, behavior: 'instant' })
    const by = cutOff(grid, boxTop)
    // A half hour of many cards is higher than what may lie above the present time.
    if (top() - by - boxTop <= box.clientHeight * LOWEST) box.scrollBy({ top: by, behavior: 'instant' })
    if (bottom > innerHeight) showBox(box)
  } else if (top() < innerHeight * SEEN.from || top() > innerHeight * SEEN.to)
    scrollBy({ top: top() - innerHeight * WANTED, behavior: 'instant' })
}

/** How far above the edge of the heads the half hour begins that lies across it: half a line of a card says nothing. */
function cutOff(grid: HTMLElement, boxTop: number): number {
  const edge = boxTop + (grid.querySelector<HTMLElement>('.cal-day, .phead')?.offsetHeight ?? 0)
  const tops = [...grid.querySelectorAll('[data-col="0"]')].map(
    (row) => row.getBoundingClientRect().top - edge,
  )
  return tops.findLast((top) => top <= 1) ?? 0
}

/** Brings the end of a box that is as high as the screen into sight, but no further than its days and people go. */
function showBox(box: HTMLElement) {
  const whole = box.closest('.calbox')!
  const head = whole.querySelector('.wk, .pchips') ?? box
  const edge = (bar: string) => document.querySelector(bar)?.getBoundingClientRect()
  const beyond = whole.getBoundingClientRect().bottom - (edge('.tabbar')?.top || innerHeight)
  const above = head.getBoundingClientRect().top - (edge('.tb')?.bottom ?? 0)
  scrollBy({ top: Math.min(above, beyond), behavior: 'instant' })
}

import type { CDPSession, Page } from 'playwright-core'

/** Milliseconds between frames during a movement. */
export interface Frames {
  frames: number
  p50: number
  p95: number
  worst: number
  /** The number of frames that took longer than 50 ms. */
  over50: number
}

/** The main thread's own work meanwhile, regardless of the machine's other load. */
export interface Work {
  mainThreadMs: number
  layouts: number
}

/** Records the page's frames while `act` runs; its work is added to `work`. */
export async function framesWhile(
  page: Page,
  session: CDPSession,
  work: Work,
  act: () => Promise<unknown>,
): Promise<number[]> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await metrics(session)
  await page.evaluate(`{
    const frames = (window.benchFrames = [])
    let last
    const tick = (at) => {
      if (last !== undefined) frames.push(at - last)
      last = at
      window.benchTick = requestAnimationFrame(tick)
    }
    window.benchTick = requestAnimationFrame(tick)
  }`)
  await act()
  const after = await metrics(session)
  work.mainThreadMs += (after.TaskDuration! - before.TaskDuration!) * 1000
  work.layouts += after.LayoutCount! - before.LayoutCount!
  return await page.evaluate<number[]>('(cancelAnimationFrame(window.benchTick), window.benchFrames)')
}

async function metrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

export function sharesOf(frames: number[]): Frames {
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1))
  return {
    frames: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    worst: at(1),
    over50: sorted.filter((ms) => ms > 50).length,
  }
}

/** Scrolls the element at `point` down and up again at human speed, by wheel or finger. */
export async function scroll(
  session: CDPSession,
  { x, y, distance, isTouch }: { x: number; y: number; distance: number; isTouch: boolean },
) {
  for (const yDistance of [-distance, distance])
    await session.send('Input.synthesizeScrollGesture', {
      x,
      y,
      yDistance,
      speed: 2_400,
      preventFling: true,
      gestureSourceType: isTouch ? 'touch' : 'mouse',
    })
}

const STEPS = 90
const HOLD_MS = 450

/**
 * Drags the element at `from` in a circle, after a long press in the case of a finger. Drops it with Escape.
 */
export async function drag(
  page: Page,
  session: CDPSession,
  from: { x: number; y: number },
  isTouch: boolean,
) {
  const size = page.viewportSize()!
  const at = (i: number) => ({
    x: size.width / 2 + Math.sin((i / STEPS) * 2 * Math.PI) * size.width * 0.28,
    y: size.height / 2 + Math.cos((i / STEPS) * 2 * Math.PI) * size.height * 0.22,
  })
  const send = (kind: 'start' | 'move' | 'end', { x, y }: { x: number; y: number }) =>
    isTouch
      ? session.send('Input.dispatchTouchEvent', {
          type: ({ start: 'touchStart', move: 'touchMove', end: 'touchEnd' } as const)[kind],
          touchPoints: kind === 'end' ? [] : [{ x, y }],
        })
      : session.send('Input.dispatchMouseEvent', {
          type: ({ start: 'mousePressed', move: 'mouseMoved', end: 'mouseReleased' } as const)[kind],
          x,
          y,
          button: 'left',
          buttons: 1,
          clickCount: kind === 'move' ? 0 : 1,
        })
  await send('start', from)
  if (isTouch) await page.waitForTimeout(HOLD_MS)
  for (let i = 0; i < STEPS; i++) {
    await send('move', at(i))
    await page.waitForTimeout(8)
  }
  await page.keyboard.press('Escape')
  await send('end', at(STEPS))
}

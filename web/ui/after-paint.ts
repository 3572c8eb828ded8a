// A page in the background is not painted.
const LONGEST_MS = 1_000

/**
 * Does what nobody waits for once what was just rendered is on the screen: on a slow phone, each request that is begun takes
 * several milliseconds, and so does each script that is asked for in advance. @returns what calls it off.
 */
export function afterPaint(act: () => void): () => void {
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame)
    act()
  }, LONGEST_MS)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

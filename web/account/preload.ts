/**
 * Answers requested before the page's script loaded: owner/data/preload.ts requests them, and the first
 * matching call consumes each.
 */
export const PRELOADED = 'enpuntoPreloaded'
/** The maximum age of an answer, counted from the opening of the page. */
const YOUNG_MS = 15_000

export function takePreloaded(token: string, path: string): Promise<Response> | undefined {
  const preloaded = (window as { [PRELOADED]?: Record<string, Promise<Response>> })[PRELOADED]
  const answer = preloaded?.[token + path]
  if (!answer) return undefined
  delete preloaded[token + path]
  return isYoung() ? answer : undefined
}

/** Whether the page may still take what it requested in advance. */
export const isYoung = () => performance.now() < YOUNG_MS

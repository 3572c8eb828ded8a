/** What was asked before the page's script had arrived: owner/early.tsx asks, the first call for it takes the answer. */
export const ASKED = 'enpuntoAsked'
/** Later than this after the page was opened, an answer is no news any more. */
const YOUNG_MS = 15_000

export function takeAsked(token: string, path: string): Promise<Response> | undefined {
  const asked = (window as { [ASKED]?: Record<string, Promise<Response>> })[ASKED]
  const answer = asked?.[token + path]
  if (!answer) return undefined
  delete asked[token + path]
  return performance.now() < YOUNG_MS ? answer : undefined
}

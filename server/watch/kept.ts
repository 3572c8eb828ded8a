import { look, type WatchDeps } from './warnings.ts'

type Seen = Awaited<ReturnType<typeof look>>

/** What is younger is told as it is. */
const FRESH_MS = 5_000
/** What is younger is told too, while it is looked up anew: a proxy that probes every second must not wait for long queues. */
const KEPT_MS = 60_000

/** Looks as seldom as possible, and once at a time: however often it is asked, it costs the database next to nothing. */
export function keptLook(deps: WatchDeps): () => Promise<Seen> {
  let kept: { seen: Seen; at: number } | undefined
  let underWay: Promise<Seen> | undefined

  async function lookNow() {
    const at = deps.now()
    const seen = await look(deps)
    kept = { seen, at }
    return seen
  }

  return async () => {
    // A clock that was set back makes nothing younger.
    const age = kept && Math.abs(deps.now() - kept.at)
    if (kept && age! < FRESH_MS) return kept.seen
    underWay ??= lookNow().finally(() => (underWay = undefined))
    if (!kept || age! >= KEPT_MS) return await underWay
    underWay.catch(() => {})
    return kept.seen
  }
}

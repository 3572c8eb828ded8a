import { setTimeout as sleep } from 'node:timers/promises'
import type { TraceSettings } from '../../settings/trace.ts'
import type { Facts } from '../../tracing.ts'
import { bodyOf, type Ended } from './otlp.ts'

/** Some two megabytes; who comes when it is full is dropped. */
export const MOST_WAITING = 4096
const MOST_TOGETHER = 512
const EVERY_MS = 1000
const ANSWER_MS = 10_000
const LONGEST_PAUSE = 30_000
const LONGEST_ANSWER = 65_536
const STOP_WITHIN = 2000
/** The answers after which OTLP sends the same spans again. */
const AGAIN = [429, 502, 503, 504]

export interface Exporter {
  take(span: Ended): void
  dropped(): number
  stop(): Promise<void>
}

type Warn = (about: object, text: string) => void

/**
 * Hands spans to the collector, one request after the other. Nobody waits for it: what it does not take in time is
 * dropped and counted, the newest first, so that the beginning of a disturbance is kept.
 */
export function startExporter(settings: TraceSettings, resource: Facts, warn: Warn): Exporter {
  const waiting: Ended[] = []
  let dropped = 0
  let pause = 0
  let isTold = false
  const stopping = new AbortController()
  const cut = new AbortController()

  /** @returns whether the first of those that wait are done with. */
  const sendFirst = async (): Promise<boolean> => {
    const batch = waiting.slice(0, MOST_TOGETHER)
    const answer = await post(settings, bodyOf(resource, batch), cut.signal).catch((error: Error) => error)
    if (answer instanceof Error || AGAIN.includes(answer.status)) {
      const asked = answer instanceof Error ? 0 : answer.retryAfter * 1000
      pause = Math.min(Math.max(pause * 2 || EVERY_MS, asked), LONGEST_PAUSE)
      tell(answer)
      return false
    }
    waiting.splice(0, batch.length)
    pause = 0
    dropped += answer.isTaken ? Math.min(answer.rejected, batch.length) : batch.length
    if (answer.isTaken) isTold = false
    else tell(answer)
    return true
  }

  // Once for a disturbance: a collector that is away for a day must not fill the log.
  const tell = (answer: Error | { status: number }) => {
    if (isTold) return
    isTold = true
    warn({ reason: reasonOf(answer) }, 'the collector of traces takes none')
  }

  const work = async () => {
    while (!stopping.signal.aborted) {
      if (waiting.length < MOST_TOGETHER || pause > 0)
        await sleep(pause || EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (waiting.length > 0 && !stopping.signal.aborted) await sendFirst()
    }
    while (waiting.length > 0 && (await sendFirst()));
  }
  const working = work()

  return {
    take(span) {
      if (waiting.length < MOST_WAITING) waiting.push(span)
      else dropped++
    },
    dropped: () => dropped,
    async stop() {
      stopping.abort()
      const patience = setTimeout(() => cut.abort(), STOP_WITHIN)
      await working
      clearTimeout(patience)
    },
  }
}

async function post({ url, headers }: TraceSettings, body: string, cut: AbortSignal) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.any([cut, AbortSignal.timeout(ANSWER_MS)]),
  })
  const { status, ok: isTaken } = response
  const text = await shortText(response)
  const seconds = Number(response.headers.get('retry-after'))
  return { status, isTaken, retryAfter: seconds > 0 ? seconds : 0, rejected: isTaken ? rejectedOf(text) : 0 }
}

/** The answer's text, whole, so that its connection can be used again; one that is long is not read. */
async function shortText({ body }: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true })
    if (text.length > LONGEST_ANSWER) break
  }
  return text
}

/** How many spans it took the request for, but not them. */
function rejectedOf(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: string | number } }
    return Math.max(0, Number(partialSuccess?.rejectedSpans ?? 0)) || 0
  } catch {
    return 0
  }
}

function reasonOf(answer: Error | { status: number }): string {
  if (!(answer instanceof Error)) return `it answers ${answer.status}`
  const { code } = (answer.cause ?? {}) as { code?: string }
  return code ?? answer.name
}

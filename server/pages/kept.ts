import { createHash } from 'node:crypto'
import type { Page } from './page.ts'

/** A call of our own API, made by a page's loaders. */
export type Call = (
  path: string,
  init?: { method?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<{ status: number; payload: string }>

/** What a page was drawn from: a call, and the digest of its answer. */
interface Read {
  path: string
  digest: string
}

interface Kept {
  page: Page
  minute: number
  reads: Read[]
  bytes: number
  /** How the reads are answered now: asked after the call of this began. */
  ask: (call: Call) => Promise<Answered>
}

/** The same as when the page was drawn, or not; or not to be known for this reader. */
type Answered = 'same' | 'changed' | 'unknown'

const digestOf = (status: number, payload: string) =>
  createHash('sha256').update(`${status} ${payload}`).digest('base64url')

/** Notes what is read through `call` while a page is drawn. */
export function reader(call: Call) {
  const reads: Read[] = []
  let isReading = true
  return {
    /** Everything that was read; nothing when the page also changed something. */
    reads: () => (isReading ? reads : undefined),
    call: (async (path, init = {}) => {
      if ((init.method ?? 'GET') !== 'GET') isReading = false
      const answer = await call(path, init)
      reads.push({ path, digest: digestOf(answer.status, answer.payload) })
      return answer
    }) satisfies Call,
  }
}

/**
 * Drawn pages, at most `bytes` of them, those looked at last. Drawing takes the process's one thread for
 * milliseconds; asking again what a page was drawn from takes less, and tells whether it would be drawn the same.
 * So a kept page is never an old one: docs/decisions/0058-drawn-pages-are-kept.md.
 */
export function keptPages({ bytes: bound, now }: { bytes: number; now: () => number }) {
  // In the order in which they were looked at.
  const pages = new Map<string, Kept>()
  let bytes = 0
  const minuteOf = (at: number) => Math.floor(at / 60_000)

  function forget(address: string) {
    bytes -= pages.get(address)?.bytes ?? 0
    pages.delete(address)
  }

  return {
    /** The page of an address as it would be drawn now, if it is kept. `call` asks on behalf of its reader. */
    async find(address: string, call: Call): Promise<Page | undefined> {
      const kept = pages.get(address)
      if (!kept) return undefined
      const answered = kept.minute === minuteOf(now()) ? await kept.ask(call) : 'changed'
      // It may have been forgotten, or drawn anew, while it was asked after.
      if (pages.get(address) === kept && answered !== 'unknown') {
        pages.delete(address)
        if (answered === 'same') pages.set(address, kept)
        else bytes -= kept.bytes
      }
      return answered === 'same' ? kept.page : undefined
    },

    /** Keeps a page that was drawn at the time `at` from what `reads` tells. */
    keep(address: string, page: Page, { at, reads }: { at: number; reads: Read[] | undefined }) {
      forget(address)
      if (!reads) return
      const size = page.html.length * 2 + address.length
      if (size > bound / 20) return
      pages.set(address, { page, minute: minuteOf(at), reads, bytes: size, ask: asked(reads) })
      bytes += size
      for (const oldest of pages.keys()) {
        if (bytes <= bound) break
        forget(oldest)
      }
    },

    /** How many pages are kept, and their bytes. */
    size: () => ({ pages: pages.size, bytes }),
  }
}

/**
 * Asks all reads again, for many readers at once: who comes while they are being asked waits for the next time, since an
 * answer that began before a booking was confirmed may not know of it.
 */
function asked(reads: Read[]): Kept['ask'] {
  let running: Promise<Answered> | undefined
  let next: Promise<Answered> | undefined

  function ask(call: Call): Promise<Answered> {
    next = undefined
    const mine = Promise.all(reads.map((read) => askAgain(read, call))).then(
      together,
      () => 'unknown' as const,
    )
    running = mine
    void mine.then(() => {
      if (running === mine) running = undefined
    })
    return mine
  }

  return (call) => {
    if (!running) return ask(call)
    next ??= running.then(() => ask(call))
    return next
  }
}

async function askAgain({ path, digest }: Read, call: Call): Promise<Answered> {
  const { status, payload } = await call(path)
  if (digestOf(status, payload) === digest) return 'same'
  // This reader asked too often, or the database is gone for a moment: that says nothing of the page.
  return status === 429 || status >= 500 ? 'unknown' : 'changed'
}

const together = (answers: Answered[]): Answered =>
  answers.find((one) => one === 'changed') ?? answers.find((one) => one === 'unknown') ?? 'same'

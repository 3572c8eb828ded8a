import { createHash } from 'node:crypto'
import type { Page } from './page.ts'

/** A call of our own API, made by a page's loaders. */
export type Call = (
  path: string,
  init?: { method?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<Answer>

interface Answer {
  status: number
  payload: string
  /** In how many seconds to ask again, where it was refused. */
  retryAfter?: number
}

/** What calls were answered just now, by their paths. */
type Answers = ReadonlyMap<string, Answer>

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
  /** Whether it had changed when it was last asked after. */
  isRestless: boolean
  /** The database's last moment of which it is known that the page would be drawn the same. */
  moment: string | undefined
  /** The networks that asked after it, and are counted as its readers. */
  readers: Set<string>
  /** How the reads are answered now: asked after the call of this began. */
  ask: (call: Call) => Promise<Answered>
}

/** The same as when the page was drawn, or not; or not to be known for this reader. */
type Answered = 'same' | 'changed' | 'unknown'

const digestOf = ({ status, payload }: Answer) =>
  createHash('sha256').update(`${status} ${payload}`).digest('base64url')

/** Notes what is read through `call` while a page is drawn; what is in `answers` is not asked again. */
export function reader(call: Call, answers: Answers = new Map()) {
  const reads: Read[] = []
  let isReading = true
  let retryAfter = 0
  return {
    /** In how many seconds none of what was asked is refused any more; 0 where nothing was. */
    retryAfter: () => retryAfter,
    /** Everything that was read; nothing when the page also changed something. */
    reads: () => (isReading ? reads : undefined),
    call: (async (path, init = {}) => {
      if ((init.method ?? 'GET') !== 'GET') isReading = false
      const answer = answers.get(path) ?? (await call(path, init))
      retryAfter = Math.max(retryAfter, answer.retryAfter ?? 0)
      reads.push({ path, digest: digestOf(answer) })
      return answer
    }) satisfies Call,
  }
}

interface KeptPages {
  bytes: number
  now: () => number
  /** The database's moment now, for what hangs on its rows and a minute alone; undefined where more changes in that minute. */
  momentOf: (minuteMs: number) => Promise<string | undefined>
}

const MINUTE = 60_000
const MOST_READERS = 100

/**
 * Drawn pages, at most `bytes` of them, those looked at last. Drawing takes the process's one thread for
 * milliseconds; asking again what a page was drawn from takes less, and tells whether it would be drawn the same.
 * So a kept page is never an old one: docs/decisions/0058-drawn-pages-are-kept.md.
 */
export function keptPages({ bytes: bound, now, momentOf }: KeptPages) {
  // In the order in which they were looked at.
  const pages = new Map<string, Kept>()
  let bytes = 0
  const minuteOf = (at: number) => Math.floor(at / MINUTE)

  function forget(address: string) {
    bytes -= pages.get(address)?.bytes ?? 0
    pages.delete(address)
  }

  /** Keeps it for longer than others, unless it was forgotten or drawn anew while it was asked after. */
  function see(address: string, kept: Kept) {
    if (pages.get(address) === kept && pages.delete(address)) pages.set(address, kept)
  }

  return {
    /**
     * The page of an address as it would be drawn now, if it is kept. `call` asks on behalf of its reader, in `network`: once, if
     * nothing is written meanwhile. Of a page that had changed when it was last asked after, nothing is asked here, but in line: there
     * its answers are at hand for the drawing.
     */
    async find(address: string, network: string, call: Call): Promise<Page | undefined> {
      const kept = pages.get(address)
      if (!kept || kept.isRestless || kept.minute !== minuteOf(now())) return undefined
      // Before anything is asked: what is written while it is asked is not of this moment. Of a page that reads nothing, nothing is.
      let moment: string | undefined
      try {
        if (kept.reads.length > 0) moment = await momentOf(kept.minute * MINUTE)
      } catch {
        // Nor would the calls be answered: what becomes of that is seen in line.
        return undefined
      }
      if (moment !== undefined && kept.moment === moment && kept.readers.has(network)) {
        see(address, kept)
        return kept.page
      }
      // Not where another reader's asking is shared: that counts the other one.
      let hasAsked = false
      const answered = await kept.ask((...what) => {
        hasAsked = true
        return call(...what)
      })
      if (answered === 'changed') kept.isRestless = true
      if (answered !== 'same') return undefined
      see(address, kept)
      kept.moment = moment
      if (hasAsked && kept.readers.size < MOST_READERS) kept.readers.add(network)
      return kept.page
    },

    /**
     * The same for whoever would draw it: the page, or the answers to draw it from. They are of after this call began, which shares
     * them with nobody.
     */
    async findOrRead(address: string, call: Call): Promise<{ page?: Page; answers?: Answers }> {
      const kept = pages.get(address)
      if (kept?.minute !== minuteOf(now())) return {}
      const answers = new Map<string, Answer>()
      const all = await Promise.all(
        kept.reads.map(async (read) => {
          const answer = await call(read.path)
          answers.set(read.path, answer)
          return answeredBy(read, answer)
        }),
      ).catch((): Answered[] => ['unknown'])
      if (all.includes('unknown')) return {}
      if (all.includes('changed')) return { answers }
      kept.isRestless = false
      see(address, kept)
      return { page: kept.page }
    },

    /** Keeps a page that was drawn at the time `at` from what `reads` tells. */
    keep(address: string, page: Page, { at, reads }: { at: number; reads: Read[] | undefined }) {
      const isRestless = pages.get(address)?.isRestless ?? false
      forget(address)
      if (!reads) return
      const size = page.html.length * 2 + address.length
      if (size > bound / 20) return
      const unread = { moment: undefined, readers: new Set<string>() }
      const minute = minuteOf(at)
      pages.set(address, { page, minute, reads, bytes: size, isRestless, ...unread, ask: asked(reads) })
      bytes += size
      for (const oldest of pages.keys()) {
        if (bytes <= bound) break
        forget(oldest)
      }
    },

    /** Whether a page is kept for an address, of whatever moment. */
    has: (address: string) => pages.has(address),

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
    // Changed already, it need not be asked again: whoever waits has it drawn.
    next ??= running.then((answered) => (answered === 'changed' ? answered : ask(call)))
    return next
  }
}

const askAgain = async (read: Read, call: Call) => answeredBy(read, await call(read.path))

function answeredBy({ digest }: Read, answer: Answer): Answered {
  if (digestOf(answer) === digest) return 'same'
  // This reader asked too often, or the database is gone for a moment: that says nothing of the page.
  return answer.status === 429 || answer.status >= 500 ? 'unknown' : 'changed'
}

const together = (answers: Answered[]): Answered =>
  answers.find((one) => one === 'changed') ?? answers.find((one) => one === 'unknown') ?? 'same'

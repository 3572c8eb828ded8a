import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Span, Tracer } from '../tracing.ts'

/** How long one connection waits for the database, in milliseconds. Without `statement`, as long as it takes. */
export interface Patience {
  /** Until there is a connection: a free one, or a new one. */
  connection: number
  /** Until one statement is done. The database ends it, with 57014. */
  statement?: number
  /**
   * How long a transaction may wait for this process. The database ends one of a process that hangs, with its connection (25P03), so
   * that what it locked is free for the others; what waits for somebody else meanwhile says so (`waitForOthers`).
   */
  idle?: number
}

/**
 * Prepares every statement with parameters once per connection, which makes the slots query several times
 * faster.
 */
const names = new Map<string, string>()
class Client extends pg.Client {
  /** Whether the pool must not hand it out again, because of what became of a statement. */
  isSpoilt = false
  tracer: Tracer | undefined
  #transaction: Open | undefined

  constructor(config?: pg.ClientConfig) {
    super(config)
    // A connection lost while in use fails its queries; without a listener, its 'error' event would end the
    // process.
    this.on('error', () => {})
  }

  // The driver's query() has many overloads; only (text, values) is changed here.
  override query(...args: any[]): any {
    const [text, values] = args
    if (Array.isArray(values) && values.some(holdsNul)) return Promise.reject(unstorable())
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      let name = names.get(text)
      if (!name) names.set(text, (name = createHash('sha1').update(text).digest('base64url')))
      args.splice(0, 2, { name, text, values })
    }
    const answer = (super.query as any)(...args)
    if (this.tracer && typeof text === 'string' && typeof answer?.then === 'function')
      this.#trace(this.tracer, text, answer)
    if (typeof answer?.then !== 'function') return answer
    return answer.catch((error: Error & { code?: string }) => {
      if (error.message === 'Query read timeout') hangUp(this)
      // A server that takes no changes is the wrong one: a new connection may reach the right one.
      if (error.code === '25006' || isStalePlan(error) || isEnded(error)) this.isSpoilt = true
      throw error
    })
  }

  /**
   * A transaction is a span, and so is a statement on its own. Outside of any span they are what goes round and finds
   * nothing to do; of that, only a transaction that did more than look is told. Nobody waits for it.
   */
  #trace(tracer: Tracer, text: string, answer: Promise<unknown>) {
    const open = this.#transaction
    if (open) {
      const isOver = ENDS.test(text)
      // The end stands alone, or follows the last statement in the same text.
      if (!isOver || text.includes(';')) open.statements++
      const how = /rollback/i.test(text) ? 'rollback' : 'commit'
      answer.then(
        () => isOver && this.endTransaction(how, how === 'rollback' ? open.error : undefined),
        (error: unknown) => {
          open.error ??= error
          if (isOver) this.endTransaction('none', error)
        },
      )
    } else if (BEGINS.test(text)) {
      const span = tracer.begin('transaction', 'client', DATABASE)
      this.#transaction = { span, isBelow: tracer.isWithin(), statements: 0, error: undefined }
      answer.catch((error: unknown) => this.endTransaction('none', error))
    } else if (tracer.isWithin()) {
      const word = /^[\s(]*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
      const span = tracer.begin(word, 'client', { ...DATABASE, 'db.operation.name': word })
      answer.then(
        () => span.end(),
        (error: unknown) => span.end({}, error),
      )
    }
  }

  /** Also of one whose connection is given back, or lost, before it came to its end. */
  endTransaction(how: 'commit' | 'rollback' | 'none', error?: unknown) {
    const open = this.#transaction
    this.#transaction = undefined
    if (open && (open.isBelow || open.statements > 1 || error !== undefined))
      open.span.end({ 'db.transaction.end': how, 'db.statements': open.statements }, error)
  }
}

/** PostgreSQL keeps U+0000 in no text, and would write each try into its log. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\0') : Array.isArray(value) && value.some(holdsNul)

/** What PostgreSQL would answer. */
const unstorable = () => Object.assign(new Error('a value holds U+0000'), { code: '22021' })

/**
 * Whether a statement was prepared before a migration gave its table another column: on this connection it fails for ever. Known
 * by where PostgreSQL says so, since the words may be in its own language.
 */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** With these the server says that it ends the connection, a moment before it is closed: nobody may get it in between. */
const LAST_CODES = ['57P01', '57P02', '57P05', '25P03']
const isEnded = ({ code = '' }: { code?: string }) => LAST_CODES.includes(code)

/** A transaction under way on a connection, of which a span is to tell. */
interface Open {
  span: Span
  isBelow: boolean
  statements: number
  /** The first refusal in it. */
  error: unknown
}

const DATABASE = { 'db.system.name': 'postgresql' }
const BEGINS = /^\s*(begin|start transaction)\b/i
const ENDS = /(^|;)\s*(commit|rollback)\s*$/i

/** Ends a connection without a word to the other side, which may not hear it. What waits for it fails. */
export function hangUp(client: pg.Client) {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}

/**
 * A pool that throws spoilt connections away and, told that the database is silent, keeps nobody waiting for
 * it. (A network that swallows packets closes no connection: nothing on them would fail for many minutes.)
 */
export class Pool extends pg.Pool {
  #waiting = new Set<(error: Error) => void>()
  #isSilent = false
  #tracer: Tracer | undefined

  constructor(
    where: pg.ClientConfig,
    { size, patience, tracer }: { size: number; patience: Patience; tracer?: Tracer | undefined },
  ) {
    const { connection, statement, idle } = patience
    super({
      ...where,
      max: size,
      connectionTimeoutMillis: connection,
      // The first ends a statement that takes long; the second one that is not heard of any more.
      idle_in_transaction_session_timeout: idle,
      ...(statement && { statement_timeout: statement, query_timeout: statement + 1000 }),
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      Client: Client as never,
    })
    this.#tracer = tracer
  }

  /** While the database is silent, whoever waits for it or asks for a connection is refused at once. */
  setSilent(isSilent: boolean) {
    this.#isSilent = isSilent
    if (!isSilent) return
    // Also those that are still connecting, of which its events say nothing: nobody would hear of them for half a minute.
    for (const client of (this as unknown as { _clients: pg.Client[] })._clients) hangUp(client)
    for (const refuse of this.#waiting) refuse(silence())
  }

  override async connect(): Promise<any> {
    if (this.#isSilent) throw silence()
    const { promise: refused, reject: refuse } = Promise.withResolvers<never>()
    this.#waiting.add(refuse)
    const coming = super.connect() as unknown as Promise<Client & pg.PoolClient>
    try {
      const client = await Promise.race([coming, refused])
      const { release } = client
      client.tracer = this.#tracer
      client.release = (destroy) => {
        client.endTransaction('none')
        release(destroy || client.isSpoilt)
      }
      return client
    } catch (error) {
      // One that comes after all is for the next.
      coming.then(
        (late) => late.release(),
        () => {},
      )
      throw error
    } finally {
      this.#waiting.delete(refuse)
    }
  }
}

const silence = () => new Error('Connection terminated: the database is silent')

import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** How much is gathered before it is handed on. */
const BLOCK = 256 * 1024
/** How many blocks may wait for whoever takes them, before the database is told to wait. */
const MOST_WAITING = 4

/** The driver's connection below a client, as far as COPY needs it. */
interface Wire {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

interface Done {
  text: string
}

/** What both directions of COPY answer the driver. */
abstract class Copy {
  rows = 0
  protected readonly ended = Promise.withResolvers<void>()
  private readonly text: string
  private error: Error | undefined

  constructor(text: string) {
    this.text = text
    // Whoever waits hears of it; nobody else needs to.
    this.ended.promise.catch(() => {})
  }

  submit(wire: Wire) {
    wire.query(this.text)
  }
  handleCommandComplete({ text }: Done) {
    this.rows = Number(text.split(' ')[1] ?? 0)
  }
  handleReadyForQuery() {
    if (this.error) this.ended.reject(this.error)
    else this.ended.resolve()
  }
  handleError(error: Error) {
    this.error = error
    this.ended.reject(error)
  }
  handleRowDescription() {}
  handleDataRow() {}
  handleEmptyQuery() {}
  handlePortalSuspended() {}
}

/** Rows on their way out of the database. */
export class CopyOut extends Copy {
  private block = Buffer.allocUnsafe(BLOCK)
  private filled = 0
  private readonly waiting: Buffer[] = []
  private wire: Wire | undefined
  private wake = () => {}
  private isOver = false

  override submit(wire: Wire) {
    this.wire = wire
    super.submit(wire)
  }

  // The driver reuses the memory of what it hands over, so it is copied at once.
  handleCopyData({ chunk }: { chunk: Buffer }) {
    if (this.filled + chunk.length > this.block.length) this.handOn(chunk.length)
    this.filled += chunk.copy(this.block, this.filled)
  }

  handleCopyInResponse(wire: Wire) {
    wire.sendCopyFail('nothing to send')
  }

  override handleCommandComplete(done: Done) {
    super.handleCommandComplete(done)
    this.handOn(0)
  }

  override handleReadyForQuery() {
    super.handleReadyForQuery()
    this.end()
  }

  override handleError(error: Error) {
    super.handleError(error)
    this.end()
  }

  private end() {
    this.isOver = true
    this.wake()
  }

  private handOn(room: number) {
    if (this.filled > 0) this.waiting.push(this.block.subarray(0, this.filled))
    this.block = Buffer.allocUnsafe(Math.max(BLOCK, room))
    this.filled = 0
    if (this.waiting.length >= MOST_WAITING) this.wire!.stream.pause()
    this.wake()
  }

  /** The blocks, as they come; each ends at the end of a row. @throws the database's error. */
  async *blocks(): AsyncGenerator<Buffer> {
    for (;;) {
      const block = this.waiting.shift()
      if (block) {
        if (this.waiting.length < MOST_WAITING) this.wire!.stream.resume()
        yield block
      } else if (this.isOver) return await this.ended.promise
      else await new Promise<void>((resolve) => (this.wake = resolve))
    }
  }
}

/** Rows on their way into the database. */
class CopyIn extends Copy {
  private readonly content: AsyncIterable<Buffer>
  private hasFailed = false
  /** What failed on our side: the database repeats only that something did. */
  private failure: unknown
  private isStopped = false

  constructor(text: string, content: AsyncIterable<Buffer>) {
    super(text)
    this.content = content
  }

  handleCopyData() {}

  handleCopyInResponse(wire: Wire) {
    void this.send(wire)
  }

  override handleError(error: Error) {
    this.isStopped = true
    super.handleError(error)
  }

  private async send(wire: Wire) {
    try {
      for await (const block of this.content) {
        if (this.isStopped) return
        wire.sendCopyFromChunk(block)
        if (wire.stream.writableNeedDrain)
          await Promise.race([once(wire.stream, 'drain'), this.ended.promise])
      }
      wire.endCopyFrom()
    } catch (error) {
      if (this.isStopped) return
      this.hasFailed = true
      this.failure = error
      wire.sendCopyFail('the backup could not be read')
    }
  }

  async done(): Promise<number> {
    try {
      await this.ended.promise
    } catch (error) {
      throw this.hasFailed ? this.failure : error
    }
    return this.rows
  }
}

/** Starts `copy … to stdout`; its blocks are taken from the answer, and then its number of rows. */
export function copyOut(client: pg.ClientBase, text: string): CopyOut {
  const copy = new CopyOut(text)
  client.query(copy as unknown as pg.Submittable)
  return copy
}

/** Runs `copy … from stdin` and sends `content`. Returns the number of rows. */
export function copyIn(client: pg.ClientBase, text: string, content: AsyncIterable<Buffer>): Promise<number> {
  const copy = new CopyIn(text, content)
  client.query(copy as unknown as pg.Submittable)
  return copy.done()
}

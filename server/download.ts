import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'

/**
 * Streams a text file while it is generated, so that memory never holds all of it. A failure before the
 * first chunk is answered like any other; a later one breaks the connection, because half a file must not
 * look complete.
 */
export async function sendFile(
  reply: FastifyReply,
  name: string,
  type: string,
  parts: AsyncGenerator<string>,
) {
  const first = await parts.next()
  const all = async function* () {
    if (first.done) return
    yield first.value
    yield* parts
  }
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(all()))
}

/** Rows in batches of `size` until there are no more; `page` reads the rows that follow `after`. */
export async function* keyset<Row>(
  page: (after: Row | undefined, size: number) => Promise<Row[]>,
  size = 1000,
) {
  for (let after: Row | undefined; ;) {
    const rows = await page(after, size)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1)
  }
}

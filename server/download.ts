import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'

/**
 * Sends a file of text that is made while it is sent, so that it never stands in memory as a whole. What fails before
 * its first part is answered like any failure; what fails later breaks the connection, for half a file must not look
 * like a whole one.
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

/** Rows, `size` at a time, until there are no more; `page` reads those that follow the row `after`. */
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

import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'

/**
 * Streams a text file while it is generated, so that memory never holds all of it. A failure before the
 * first chunk is answered like any other; a later one breaks the connection, because half a file must not
 * look complete.
 */
export const sendFile = (
  reply: FastifyReply,
  name: string,
  type: string,
  parts: AsyncGenerator<string>,
): Promise<FastifyReply> =>
  sendParts(reply.header('content-disposition', `attachment; filename="${name}"`), type, parts)

/** Streams `{"success":true,"<name>":[…]}` in the same way, with rows as they are to be shown. */
export function sendRows(
  reply: FastifyReply,
  name: string,
  pages: AsyncGenerator<unknown[]>,
): Promise<FastifyReply> {
  const parts = async function* () {
    let before = `{"success":true,${JSON.stringify(name)}:[`
    for await (const rows of pages) {
      if (rows.length === 0) continue
      yield before + JSON.stringify(rows).slice(1, -1)
      before = ','
    }
    yield before === ',' ? ']}' : `${before}]}`
  }
  return sendParts(reply, 'application/json', parts())
}

async function sendParts(reply: FastifyReply, type: string, parts: AsyncGenerator<string>) {
  // What is read while it is sent takes its turn as well; nobody waits for whoever reads it.
  const goOn = reply.request.place?.goOn ?? ((work) => work())
  const first = await parts.next()
  const all = async function* () {
    if (first.done) return
    yield first.value
    try {
      for (;;) {
        const part = await goOn(() => parts.next())
        if (part.done) return
        yield part.value
      }
    } finally {
      await parts.return(undefined)
    }
  }
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(all()))
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

import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { copyOut } from '../backup/copy.ts'

/** What stands before the first row, and before the text of each. */
const HEAD = 19
const FRAME = 6

/**
 * The texts of a query with one column, one after another, as bytes: never as texts of ours, of which very many rows would fill the
 * collector's room for what is new.
 */
export async function* bytesOf(client: pg.Client, query: CompiledQuery): AsyncGenerator<Buffer> {
  let from = HEAD
  for await (const block of copyOut(client, `copy (${inlined(query)}) to stdout (format binary)`).blocks()) {
    let to = 0
    // A row is a number of columns, 1, and the length of its text; the end has -1 instead.
    while (from < block.length && block.readInt16BE(from) === 1) {
      const begin = from + FRAME
      from = begin + block.readInt32BE(from + 2)
      block.copyWithin(to, begin, from)
      to += from - begin
    }
    from = 0
    if (to > 0) yield block.subarray(0, to)
  }
}

/** `copy` takes no parameters. */
const inlined = ({ sql, parameters }: CompiledQuery) =>
  sql.replace(/\$(\d+)/g, (_, n: string) => pg.escapeLiteral(String(parameters[Number(n) - 1])))

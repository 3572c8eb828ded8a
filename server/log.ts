import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import fs from 'node:fs'
import pino from 'pino'
import type { Config } from './config.ts'

/**
 * Lines are collected for a moment and written together, because a write costs as much as the rest of a short
 * answer. A process that ends writes what it has; one that is killed loses the lines of that moment.
 */
function collected() {
  const output = pino.destination({ sync: false, minLength: 8192, periodicFlush: 100, maxLength: MOST_BYTES })
  // A full disk ends no process: what it does not take is written once it does.
  output.on('error', () => {})
  const { flushSync } = output
  output.flushSync = () => withoutRepeating(() => flushSync.call(output))
  return output
}
/** What waits beyond it is not logged. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * The library tries a refused write again for ever, and nothing else of the process goes on: with this, what a full disk refuses
 * of the last lines is let go, and so is what a pipe does not take for five seconds because its reader hangs.
 */
function withoutRepeating(flush: () => void): void {
  const { writeSync } = fs
  const until = performance.now() + 5_000
  fs.writeSync = ((fd: number, text: string | Buffer, encoding?: 'utf8') => {
    try {
      return typeof text === 'string' ? writeSync(fd, text, null, encoding) : writeSync(fd, text)
    } catch (error) {
      const isBusy = ['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code!)
      if (isBusy && performance.now() < until) throw error
      return Buffer.byteLength(text)
    }
  }) as typeof writeSync
  try {
    flush()
  } finally {
    fs.writeSync = writeSync
  }
}
let output: ReturnType<typeof collected> | undefined

/**
 * Structured logs without personal data or secrets: a request's method and its address without the query,
 * which may hold tokens, and an answer's status.
 */
export function loggerOptions(config: Pick<Config, 'logLevel'>): FastifyServerOptions['logger'] {
  return {
    level: config.logLevel,
    stream: (output ??= collected()),
    serializers: {
      req: (request) => ({ method: request.method, path: request.url && pathOf(request.url) }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error) => ({
        // Without the database's `detail`, which quotes the row.
        type: error.name,
        message: withoutQueries(error.message),
        code: (error as { code?: string }).code,
        stack: error.stack && withoutQueries(error.stack),
      }),
    },
  } as FastifyServerOptions['logger']
}

/** One line for each request, when it is over. */
export class RequestLog extends LogController {
  override incomingRequest() {}
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const about = { req: request, res: reply, responseTime: Math.round(reply.elapsedTime * 10) / 10 }
    if (error) request.log.error({ ...about, err: error }, 'request errored')
    else request.log.info(about, 'request')
  }
}

/** Without the query, and without the secret of a calendar's address. */
export const pathOf = (url: string) => url.split('?')[0]!.replace(/(\/api\/feeds\/\d+\.).+/i, '$1…')

/** An error may quote the address that caused it, with a token in its query. */
const withoutQueries = (text: string) =>
  text.replace(/\?[^\s'"`?]*=[^\s'"`]*/g, '?…').replace(/(\/api\/feeds\/\d+\.)[\w-]+/g, '$1…')

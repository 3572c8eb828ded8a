import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'

/**
 * Structured logs without personal data or secrets: a request's method and its address without the query,
 * which may hold tokens, and an answer's status.
 */
export function loggerOptions(config: Pick<Config, 'logLevel'>): FastifyServerOptions['logger'] {
  return {
    level: config.logLevel,
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

/** Without the query, and without the secret of a calendar's address. */
export const pathOf = (url: string) => url.split('?')[0]!.replace(/(\/api\/feeds\/\d+\.).+/i, '$1…')

/** An error may quote the address that caused it, with a token in its query. */
const withoutQueries = (text: string) =>
  text.replace(/\?[^\s'"`?]*=[^\s'"`]*/g, '?…').replace(/(\/api\/feeds\/\d+\.)[\w-]+/g, '$1…')

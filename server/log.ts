import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'

/**
 * Structured logs without personal data or secrets: of a request its method and its address without the query
 * (tokens travel there), of an answer its status.
 */
export function loggerOptions(config: Pick<Config, 'logLevel'>): FastifyServerOptions['logger'] {
  return {
    level: config.logLevel,
    serializers: {
      req: (request) => ({ method: request.method, path: request.url?.split('?')[0] }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error) => ({
        // Not the database's `detail`: it quotes the row.
        type: error.name,
        message: error.message,
        code: (error as { code?: string }).code,
        stack: error.stack,
      }),
    },
  } as FastifyServerOptions['logger']
}

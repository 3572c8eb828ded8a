import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from './config.ts'
import type { Db, Where } from './database/db.ts'
import type { FileStore } from './files/files.ts'
import type { Live } from './live.ts'
import type { Geocoder } from './location/geocoder.ts'
import type { Secrets } from './secrets.ts'
import type { Tracer } from './tracing.ts'
import type { Verifier } from './verification/verifier.ts'

export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The dependencies of every feature, passed as values. */
export interface Deps {
  db: Db
  /** For a connection of one's own, where something takes long. */
  where: Where
  /** The current time in epoch milliseconds. */
  now: () => number
  config: Config
  verifier: Verifier
  /** Seals what the database keeps and nobody who reads it may have. */
  secrets: Secrets
  /** Where uploaded pictures are kept. */
  files: FileStore
  geocoder: Geocoder
  /** Wakes the message sender after something was written to the outbox. */
  messagesQueued: () => void
  /** Wakes who works off what web-hooks told. */
  eventsCame: () => void
  /** Notifies open screens of changed appointments. */
  live: Live
  /** Where traces are asked for. */
  tracer?: Tracer | undefined
}

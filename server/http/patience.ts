import type { FastifyInstance } from 'fastify'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'
import { answerUnreadable } from './http.ts'
import { isLoopback } from '../settings/local-host.ts'
import { networkOf } from '../limits/network.ts'

/** Uploads may take this many times as long as other requests: pictures over a slow network. */
const UPLOADS = 10

/** What an upload brings at least, in bytes a second: a fifth of what a phone at the edge of a network sends. */
const LEAST_OF_UPLOADS = 2_000

/**
 * The time limits for clients, as options of Fastify: nobody can hold a connection by sending slowly, or not
 * at all.
 */
export function patience({ requestSeconds }: Pick<Config, 'requestSeconds'>) {
  const ms = requestSeconds * 1000
  return {
    /** From a request's first byte, or the connection's beginning, to its last. */
    requestTimeout: ms * UPLOADS,
    /** Silence in both directions. Live streams send something every 20 s; a long export stays below it. */
    connectionTimeout: Math.max(ms * 4, 2_000),
    http: { headersTimeout: ms, connectionsCheckingInterval: Math.min(ms / 4, 5_000) },
  }
}

/** Ends a request whose body has not arrived within `requestSeconds`, or an upload that brought too little in as long: 408. */
export function limitSlowBodies(app: FastifyInstance, { requestSeconds }: Pick<Config, 'requestSeconds'>) {
  app.addHook('onRequest', ({ raw, headers }, reply, done) => {
    const isBodyless = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
    if (isBodyless) return done()
    const isUpload = headers['content-type']?.startsWith('multipart/')
    const { socket } = raw
    let before = socket.bytesRead
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer)
      const brought = socket.bytesRead - before
      before = socket.bytesRead
      // What waits here to be read is no sender's delay.
      if (isUpload && (brought >= LEAST_OF_UPLOADS * requestSeconds || raw.readableLength > 0)) return
      clearInterval(timer)
      // What was answered before its body came gets no second answer.
      if (reply.raw.headersSent) return void raw.destroy()
      const late = Object.assign(new Error('The body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      answerUnreadable(late, socket)
    }, requestSeconds * 1000)
    timer.unref()
    raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
    done()
  })
}

/**
 * Reads what still comes of a request that was refused already, and throws it away, for as long as a body may take. A connection
 * that is closed before is reset, and whoever sends all of it before they read anything never sees the answer.
 */
export function readOnAfterRefusals(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (!raw.complete && reply.statusCode >= 400) {
      reply.removeHeader('connection')
      raw.unpipe()
      raw.resume()
    }
    done(null, payload)
  })
}

/**
 * Allows at most `max` connections of one network at a time; further ones are closed immediately. Connections
 * from the machine itself are exempt, as they are a proxy's.
 */
export function limitConnections(server: Server, max: number, isExempt = isLoopback) {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (isExempt(network)) return
    const count = (counts.get(network) ?? 0) + 1
    if (count > max) return void socket.destroy()
    counts.set(network, count)
    socket.once('close', () => {
      const left = counts.get(network)! - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
}

import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

/**
 * The path of a request in absolute form, 'GET http://host/path', which proxies may send; its host counts,
 * and the header is ignored (RFC 9112, 3.2.2).
 */
export function originForm(raw: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const url = raw.url ?? '/'
  const absolute = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url)
  if (!absolute) return url
  raw.headers.host = absolute[1]
  return absolute[2]!.startsWith('/') ? absolute[2]! : `/${absolute[2]}`
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * Refuses a request whose Host header names no host, or that has two (RFC 9112, 3.2): pages build their
 * address from it. HTTP/1.0 needs none, and gets the installation's own.
 */
export function checkHosts(app: FastifyInstance, ownHost: string) {
  // Most requests name the same host as the one before.
  let known = ''
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (hostsIn(raw.rawHeaders) > 1) return done(unreadable())
    if (raw.httpVersion === '1.0') raw.headers.host ??= ownHost
    const { host } = request
    if (host === known) return done()
    if (!HOST.test(host) || !URL.canParse(`http://${host}/`)) return done(unreadable())
    known = host
    done()
  })
}

function hostsIn(rawHeaders: string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

const unreadable = () => new Refusal(400, 'La solicitud no es válida')

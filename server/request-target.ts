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
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    const names = raw.rawHeaders.filter((_, i) => i % 2 === 0)
    if (names.filter((name) => name.toLowerCase() === 'host').length > 1) throw unreadable()
    if (raw.httpVersion === '1.0') raw.headers.host ??= ownHost
    const { host } = request
    if (!HOST.test(host) || !URL.canParse(`http://${host}/`)) throw unreadable()
  })
}

const unreadable = () => new Refusal(400, 'La solicitud no es válida')

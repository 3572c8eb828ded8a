import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const builtClient = join(import.meta.dirname, '../../build/client')

const DOCUMENT_HEADERS = [
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-frame-options',
]

// Safari plays a video only if it gets the part that it asks for.
const VIDEO = /\.(mp4|webm)$/

/** Serves the files of the build, each packed as it lies there. */
export async function serveBuiltFiles(pages: FastifyInstance) {
  pages.addHook('onRequest', async ({ raw }) => {
    if (!VIDEO.test(raw.url!.split('?')[0]!)) delete raw.headers.range
  })
  await pages.register(fastifyStatic, {
    root: builtClient,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      if (!VIDEO.test(path)) reply.removeHeader('accept-ranges')
      if (/\/sw\.js(\.\w+)?$/.test(path)) {
        // Browsers must notice a new version at once.
        reply.header('cache-control', 'no-cache')
        reply.header('content-security-policy', "default-src 'self'")
        return
      }
      // Names under assets/ contain a hash of their content.
      if (!path.includes('/assets/')) return void reply.header('cache-control', 'public, max-age=86400')
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      // Headers that protect documents add weight to every small file of a page and do nothing there.
      for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
    },
    lastModified: false,
  })
  pages.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const name = request.params['*']
    // While one process after the other is updated, the pages of the new one name files that this one had not when it started.
    if (/^[\w-]+(\.[\w-]+)+$/.test(name) && existsSync(join(builtClient, 'assets', name)))
      return reply.sendFile(`assets/${name}`)
    // A file of an earlier build, requested by a page opened before the update. No page is rendered for it.
    return reply
      .code(404)
      .header('cache-control', 'public, max-age=60')
      .type('text/plain; charset=utf-8')
      .send('Este archivo ya no existe')
  })
}

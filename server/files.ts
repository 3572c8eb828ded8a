import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { mkdirSync } from 'node:fs'

/** Serves the installation's own pictures: never changed under a name, so kept for ever; never run as a page. */
export async function fileRoutes(app: FastifyInstance, folder: string) {
  mkdirSync(folder, { recursive: true })
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/files/',
    decorateReply: false,
    index: false,
    dotfiles: 'deny',
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
    },
  })
}

import type { FastifyInstance } from 'fastify'
import { buffer } from 'node:stream/consumers'
import { atMost } from '../turns/at-most.ts'
import { publicBusinessBySlug } from '../businesses/queries.ts'
import { shareFacts, sharePath, shareVersion } from '../businesses/share.ts'
import type { Deps } from '../deps.ts'
import type { FileStore } from '../files/files.ts'
import { notFound } from '../http/refusal.ts'
import { drawSharePicture } from './picture.ts'
import { keptSharePicture, noteSharePicture } from './queries.ts'

type Business = NonNullable<Awaited<ReturnType<typeof publicBusinessBySlug>>>

/**
 * The preview picture of a business's link in chats: generated on first request, then kept. Each business
 * has one at a time, so nobody can make the server generate others: any other version redirects to it.
 */
export function sharePictureRoutes(
  app: FastifyInstance,
  { db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>,
) {
  const underWay = new Map<string, Promise<Buffer>>()
  const inLine = atMost(2)

  app.get<{ Params: { slug: string; version: string } }>(
    '/negocio/:slug/share-:version.jpg',
    { config: { rateLimit: { max: 300, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const { slug, version } = request.params
      const business = await publicBusinessBySlug(db, slug.toLowerCase())
      if (!business) throw notFound('Negocio no encontrado')
      if (slug !== business.slug || version !== shareVersion(business))
        return reply.header('cache-control', 'no-cache').redirect(sharePath(business), 302)

      reply
        .type('image/jpeg')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
      const name = fileName(business.id, version)
      const kept = await files.read(name)
      if (kept) return reply.header('content-length', kept.size).send(kept.content)
      const drawing =
        underWay.get(name) ?? inLine(() => draw(business, version)).finally(() => underWay.delete(name))
      underWay.set(name, drawing)
      return reply.send(await drawing)
    },
  )

  async function draw(business: Business, version: string): Promise<Buffer> {
    const { logo, photo, ...drawn } = shareFacts(business)
    const jpeg = await drawSharePicture(drawn, {
      logo: await stored(files, logo),
      photo: await stored(files, photo),
    })
    await keep(business.id, version, jpeg)
    return jpeg
  }

  /**
   * The row names a file before it is there, and forgets the former one after that has gone: whoever dies leaves none that nobody
   * knows. What cannot be kept is shown all the same, and drawn anew for the next one.
   */
  async function keep(business_id: number, version: string, jpeg: Buffer) {
    const before = await keptSharePicture(db, business_id)
    try {
      if (before !== undefined && before !== version) await files.remove(fileName(business_id, before))
      if (before !== version) await noteSharePicture(db, { business_id, version, nowMs: now() })
      await files.put(fileName(business_id, version), jpeg)
    } catch {
      return
    }
    // Somebody drew a newer one meanwhile, and found this one not there yet.
    if ((await keptSharePicture(db, business_id)) !== version)
      await files.remove(fileName(business_id, version))
  }
}

const fileName = (businessId: number, version: string) => `share-${businessId}-${version}.jpg`

/** A picture from the store; undefined when it no longer exists, and it is then left out. */
async function stored(files: FileStore, url: string | undefined): Promise<Buffer | undefined> {
  const file = url && (await files.read(url.slice('/files/'.length)))
  return file ? buffer(file.content) : undefined
}

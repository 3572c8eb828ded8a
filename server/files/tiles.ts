import type { FastifyInstance } from 'fastify'
import { takeEach } from '../limits/allowances.ts'
import { atMost } from '../turns/at-most.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { Refusal } from '../http/refusal.ts'
import { tileCache, type TileBounds } from './tile-cache.ts'

const FRESH_MS = 30 * 86_400_000
const MOST_BYTES_OF_ONE = 512 * 1024
const SILENCE_MS = 5_000
// Enough for a street map of one place: neither the whole country nor single doors.
const ZOOMS = { from: 3, to: 19 }

/**
 * In an hour, over all processes: maps of a hundred businesses that nobody looked at for a month. Who asks for other places without
 * end gets no more, and what is kept is shown all the same.
 */
const MOST_FETCHED = { network: 1_500, all: 5_000 }

interface Tile {
  z: number
  x: number
  y: number
}

/**
 * A caching proxy for map tiles: visitors' phones contact only this server, and each tile is requested from
 * the tile server once a month, as its rules require.
 */
export async function tileRoutes(
  app: FastifyInstance,
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { folder, tileUrl, agent, bounds }: { folder: string; tileUrl: string; agent: string; bounds: TileBounds },
) {
  const cache = tileCache(folder, bounds)
  const underWay = new Map<string, Promise<Buffer>>()
  const inLine = atMost(4)
  // While the tile server is unreachable, requests fail at once and do not wait for it tile after tile.
  let silentUntil = 0

  app.get<{ Params: { z: string; x: string; y: string } }>(
    '/tiles/:z/:x/:y.png',
    { config: { rateLimit: { max: 600, timeWindow: '1 minute' } } },
    async ({ params, ip }, reply) => {
      const [z, x, y] = [params.z, params.x, params.y].map(Number) as [number, number, number]
      const isTile =
        [z, x, y].every(Number.isInteger) &&
        z >= ZOOMS.from &&
        z <= ZOOMS.to &&
        Math.min(x, y) >= 0 &&
        Math.max(x, y) < 2 ** z
      if (!isTile) throw new Refusal(404, 'No existe ese pedazo de mapa')
      const name = `${z}-${x}-${y}.png`
      const kept = await cache.get(name)
      let image = kept && kept.ageMs < FRESH_MS ? kept.content : undefined
      if (!image) {
        const request =
          underWay.get(name) ?? newTile({ z, x, y }, networkOf(ip)).finally(() => underWay.delete(name))
        underWay.set(name, request)
        image = await request.catch(() => kept?.content)
      }
      if (!image) throw new Refusal(404, 'El mapa no está disponible por ahora')
      return reply.type('image/png').header('cache-control', 'public, max-age=604800').send(image)
    },
  )

  async function newTile(tile: Tile, network: string): Promise<Buffer> {
    if (performance.now() < silentUntil) throw new Error('the tile server did not answer a moment ago')
    const limits = [
      { subject: `tiles fetched for ${network}`, max: MOST_FETCHED.network, minutes: 60 },
      { subject: 'tiles fetched', max: MOST_FETCHED.all, minutes: 60 },
    ]
    const [refused] = await takeEach(db, now(), [limits])
    if (refused) throw new Error('enough was fetched in this hour')
    return inLine(() => fetchTile(tile))
  }

  async function fetchTile({ z, x, y }: Tile): Promise<Buffer> {
    const url = tileUrl.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
    // It may have fallen silent while this one waited.
    if (performance.now() < silentUntil) throw new Error('the tile server did not answer a moment ago')
    const response = await fetch(url, {
      headers: { 'user-agent': agent },
      signal: AbortSignal.timeout(5_000),
    }).catch((error: unknown) => {
      silentUntil = performance.now() + SILENCE_MS
      throw error
    })
    if (!response.ok || !response.headers.get('content-type')?.startsWith('image/'))
      throw new Error('no tile')
    const image = Buffer.from(await response.arrayBuffer())
    // What cannot be kept is shown all the same.
    if (image.length <= MOST_BYTES_OF_ONE) await cache.put(`${z}-${x}-${y}.png`, image).catch(() => {})
    return image
  }
}

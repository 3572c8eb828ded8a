import type { FastifyInstance } from 'fastify'
import { mkdirSync } from 'node:fs'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from './refusal.ts'

const KEEP_MS = 30 * 86_400_000
const SILENCE_MS = 5_000
// A street map of one place: neither the whole country nor single doors.
const ZOOMS = { from: 3, to: 19 }

/**
 * Map tiles by way of this server, which keeps them: visitors' phones ask nobody but us, and the tile server is asked
 * once a month for each tile, as its rules want.
 */
export async function tileRoutes(
  app: FastifyInstance,
  { folder, tileUrl, agent }: { folder: string; tileUrl: string; agent: string },
) {
  mkdirSync(folder, { recursive: true })
  const underWay = new Map<string, Promise<Buffer>>()
  // While the tile server cannot be reached nobody waits for it, tile after tile.
  let silentUntil = 0

  app.get<{ Params: { z: string; x: string; y: string } }>(
    '/tiles/:z/:x/:y.png',
    { config: { rateLimit: { max: 600, timeWindow: '1 minute' } } },
    async ({ params }, reply) => {
      const [z, x, y] = [params.z, params.x, params.y].map(Number) as [number, number, number]
      const isTile =
        [z, x, y].every(Number.isInteger) &&
        z >= ZOOMS.from &&
        z <= ZOOMS.to &&
        Math.min(x, y) >= 0 &&
        Math.max(x, y) < 2 ** z
      if (!isTile) throw new Refusal(404, 'No existe ese pedazo de mapa')
      const name = `${z}-${x}-${y}.png`
      const kept = await fresh(join(folder, name))
      let image = kept
      if (!image) {
        const request = underWay.get(name) ?? fetchTile(z, x, y).finally(() => underWay.delete(name))
        underWay.set(name, request)
        image = await request.catch(() => readFile(join(folder, name))).catch(() => undefined)
      }
      if (!image) throw new Refusal(404, 'El mapa no está disponible por ahora')
      return reply.type('image/png').header('cache-control', 'public, max-age=604800').send(image)
    },
  )

  async function fetchTile(z: number, x: number, y: number): Promise<Buffer> {
    const url = tileUrl.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
    if (Date.now() < silentUntil) throw new Error('the tile server did not answer a moment ago')
    const response = await fetch(url, {
      headers: { 'user-agent': agent },
      signal: AbortSignal.timeout(5_000),
    }).catch((error: unknown) => {
      silentUntil = Date.now() + SILENCE_MS
      throw error
    })
    if (!response.ok || !response.headers.get('content-type')?.startsWith('image/'))
      throw new Error('no tile')
    const image = Buffer.from(await response.arrayBuffer())
    const file = join(folder, `${z}-${x}-${y}.png`)
    await writeFile(`${file}.new`, image)
    await rename(`${file}.new`, file)
    return image
  }
}

async function fresh(file: string): Promise<Buffer | undefined> {
  try {
    return Date.now() - (await stat(file)).mtimeMs < KEEP_MS ? await readFile(file) : undefined
  } catch {
    return undefined
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/** Where the fake geocoder finds every address. */
export const FOUND = { latitude: 6.2442, longitude: -75.5955 }

/**
 * A geocoder and a tile server on this machine. The geocoder finds every address except those with
 * 'desconocida', and fails for those with 'falla'.
 */
export async function startMapServices() {
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#e8ede4' } })
    .png()
    .toBuffer()
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    if (url.pathname !== '/search') return void response.setHeader('content-type', 'image/png').end(tile)
    const query = url.searchParams.get('q')!
    if (query.includes('falla')) return void response.writeHead(500).end()
    const places = query.includes('desconocida')
      ? []
      : [
          { display_name: `${query}, Medellín`, lat: FOUND.latitude, lon: FOUND.longitude },
          { display_name: `${query}, Bello`, lat: 6.33, lon: -75.55 },
        ]
    response.setHeader('content-type', 'application/json').end(JSON.stringify(places))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { stop: () => server.close(), env: { GEOCODER_URL: url, TILE_URL: `${url}/{z}/{x}/{y}.png` } }
}

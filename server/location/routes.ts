import type { Api, Deps } from '../deps.ts'
import { siteOf } from '../limits/network.ts'
import { route } from '../http/route.ts'
import { countryOf } from './country.ts'
import { findPlaces } from './find.ts'

const aMinute = (max: number) => ({ access: 'public', rateLimit: { max, timeWindow: '1 minute' } }) as const

export function locationRoutes(api: Api, deps: Deps) {
  route(api, 'GET /api/location/search', aMinute(30), async (request) => ({
    success: true,
    results: await findPlaces(deps, request.query.q, siteOf(request.ip)),
  }))

  route(api, 'GET /api/location/country', aMinute(60), async (request, reply) => {
    // Another visitor behind the same cache may be in another country, and so may this one tomorrow.
    reply.header('cache-control', 'private, max-age=3600')
    return { success: true, country_code: countryOf(request, deps.config) }
  })
}

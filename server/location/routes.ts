import { z } from 'zod'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
import { countryOf } from './country.ts'
import { findPlaces } from './find.ts'

export function locationRoutes(api: Api, deps: Deps) {
  api.get(
    '/location/search',
    {
      config: { access: 'public', rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        tags: ['account'],
        summary: 'Places by address, best first; for the map of the registration and the profile',
        querystring: z.object({ q: z.string().default('') }),
        response: {
          200: z.object({
            success: z.literal(true),
            results: z.array(z.object({ label: z.string(), latitude: z.number(), longitude: z.number() })),
          }),
          '4xx': failure,
        },
      },
    },
    async (request) => ({ success: true as const, results: await findPlaces(deps, request.query.q) }),
  )

  api.get(
    '/location/country',
    {
      config: { access: 'public', rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: {
        tags: ['account'],
        summary:
          "The visitor's country by their address, null when it is not known; for the prices on the first page",
        response: {
          200: z.object({ success: z.literal(true), country_code: z.string().length(2).nullable() }),
          '4xx': failure,
        },
      },
    },
    (request, reply) => {
      // Another visitor behind the same cache may be elsewhere, and this one tomorrow.
      reply.header('cache-control', 'private, max-age=3600')
      return { success: true as const, country_code: countryOf(request, deps.config) }
    },
  )
}

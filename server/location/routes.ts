import { z } from 'zod'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
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
}

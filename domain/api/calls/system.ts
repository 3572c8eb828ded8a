import { z } from 'zod'
import { done, ok } from '../answer.ts'
import { STATUS_PARTS } from '../../status.ts'
import { WARNINGS } from '../../warnings.ts'
import { stopped } from './mail.ts'
import type { Calls } from '../call.ts'
import { anything } from '../request.ts'

export const systemCalls = {
  'GET /api/health': { summary: 'The process is alive', answer: done },
  'GET /api/ready': {
    summary: 'It can serve: the database answers and takes changes',
    description:
      'To the operator (METRICS_TOKEN as a bearer token, or from the machine itself) it also says since when no mail goes out, and ' +
      'what to look at. With `strict` it answers 503 while any of `warnings` holds: for whoever watches, not for the proxy.',
    query: z.object({ strict: z.string().optional() }),
    answer: ok({ mail: stopped.unwrap().optional(), warnings: z.array(z.enum(WARNINGS)).optional() }),
  },
  'GET /api/status': {
    tags: ['public'],
    summary: 'What of the installation works now, and on each of the last 90 days',
    answer: ok({
      today: z.string(),
      parts: z.array(
        z.object({
          part: z.enum(STATUS_PARTS),
          state: z.enum(['works', 'down', 'unknown']),
          days: z
            .array(z.object({ day: z.string(), minutes: z.int(), down: z.int() }))
            .meta({ description: 'In how many minutes it was looked at, and in how many it did not work' }),
        }),
      ),
    }),
  },
  'GET /api/security/challenge': {
    tags: ['public'],
    summary: 'A proof-of-work challenge, when the installation uses them',
    description: 'On the page of a business (by the Referer) it asks for more where many bookings are made.',
    answer: z.looseObject({}),
  },
  'POST /api/security/verify-recaptcha': {
    tags: ['public'],
    summary: 'Whether an answer to the human check passes',
    body: z.object({ recaptcha_token: anything<string>('string', 'Answer to the human check') }),
    answer: done,
  },
  'GET /api/location/search': {
    tags: ['account'],
    summary: 'Places by address, best first; for the map of the registration and the profile',
    query: z.object({ q: z.string().default('') }),
    answer: ok({
      results: z.array(z.object({ label: z.string(), latitude: z.number(), longitude: z.number() })),
    }),
  },
  'GET /api/location/country': {
    tags: ['account'],
    summary:
      "The visitor's country by their address, null when it is not known; for the prices on the first page",
    answer: ok({ country_code: z.string().length(2).nullable() }),
  },
} satisfies Calls

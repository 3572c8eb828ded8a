import { z } from 'zod'
import { COPY_LISTS, type CopyList } from '../../data-copy.ts'
import { instant, ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { anything, workDone } from '../request.ts'

const row = z.record(z.string(), z.unknown())
const list = z.array(row)

const dataCopy = z.object({
  business_name: z.string(),
  client_email: z.string(),
  at: instant,
  card: row.nullable().meta({ description: 'Null where the e-mail does not say for sure whose it is' }),
  ...(Object.fromEntries(Object.keys(COPY_LISTS).map((name) => [name, list])) as Record<
    CopyList,
    typeof list
  >),
  shortened: z.array(z.string()).meta({ description: 'The lists of which this holds the latest rows alone' }),
})
export type DataCopy = z.output<typeof dataCopy>

export const dataCopyCalls = {
  'POST /api/appointments/client/data-copy': {
    tags: ['data requests'],
    summary:
      'What a business keeps of a client, as data and as a page to read, by the link of their own e-mail',
    body: z.object({
      // Only by token: document and e-mail are known to others too.
      token: anything<string>('string', 'Of a mail'),
      ...workDone,
    }),
    answer: ok({ data: dataCopy, page: z.string().meta({ description: 'The same as HTML' }) }),
  },
} satisfies Calls

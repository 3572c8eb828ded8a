import { z } from 'zod'
import { done, ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { IMPORT_KINDS } from '../../import/state.ts'
import {
  agendaInput,
  appointmentRowInput,
  importRow,
  listedImport,
  mappingInput,
  rowInput,
  wholeImport,
} from '../import.ts'
import { byId, idParam, queryNumber, idempotencyHeaders } from '../request.ts'

const tags = ['import of clients and appointments']
const one = ok({ import: wholeImport })
const drafted = ok({
  import_id: z.int(),
  columns: wholeImport.shape.columns,
  guesses: wholeImport.shape.guesses,
  sample: wholeImport.shape.sample,
})

export const importCalls = {
  'GET /api/clients/import': {
    tags,
    summary: 'The last imports, the newest first',
    query: z.object({ kind: z.enum(IMPORT_KINDS).default('clients') }),
    answer: ok({ imports: z.array(listedImport) }),
  },
  'POST /api/clients/import': {
    tags,
    summary: 'Reads a list of clients and keeps it as a draft; no client is changed',
    description:
      "multipart/form-data, the file in the field 'file': CSV, XLSX or vCard, at most 5 MB and 20,000 rows. The same file again is the same draft; one that is never imported goes after a day",
    file: 'file',
    status: 201,
    answer: drafted,
  },
  'GET /api/clients/import/:id': { tags, summary: 'An import and how far it is', params: byId, answer: one },
  'PUT /api/clients/import/:id/mapping': {
    tags,
    summary: 'Says what each column of a draft is; answers what importing would do',
    params: byId,
    body: mappingInput,
    answer: one,
  },
  'GET /api/clients/import/:id/rows': {
    tags,
    summary: 'The rows with errors, or those that stayed when the import was taken back: a page of them',
    params: byId,
    query: z.object({
      only: z.enum(['error', 'stayed']).default('error'),
      limit: queryNumber(1, 100).default(20),
      offset: queryNumber(0, 100_000).default(0),
    }),
    answer: ok({ rows: z.array(importRow), total: z.int() }),
  },
  'PATCH /api/clients/import/:id/rows/:n': {
    tags,
    summary: 'Corrects a row of a draft',
    params: byId.extend({ n: idParam }),
    body: rowInput,
    answer: one,
  },
  'GET /api/clients/import/:id/errors.csv': {
    tags,
    summary: 'The rows with errors as a table, each with the reason',
    params: byId,
    answer: z.string(),
  },
  'POST /api/clients/import/:id/run': {
    tags,
    summary: 'Imports the draft, or goes on with what was stopped; the work is done behind the answer',
    params: byId,
    answer: one,
  },
  'POST /api/clients/import/:id/stop': {
    tags,
    summary: 'Stops after the batch that is under way; what is imported stays',
    params: byId,
    answer: one,
  },
  'POST /api/clients/import/:id/undo': {
    tags,
    summary: 'Takes the whole import back, within 7 days; what changed since stays and is named',
    params: byId,
    answer: one,
  },
  'POST /api/appointments/import': {
    tags,
    summary: 'Reads a list of future appointments and keeps it as a draft; nothing is booked',
    description:
      'As POST /api/clients/import, CSV or XLSX. The draft is looked at, run, stopped, undone and thrown away by the calls of /api/clients/import/{id}',
    file: 'file',
    status: 201,
    answer: drafted,
  },
  'PUT /api/appointments/import/:id/mapping': {
    tags,
    summary: 'Says what the columns and names of a draft are; answers what importing would do',
    params: byId,
    body: agendaInput,
    answer: one,
  },
  'PATCH /api/appointments/import/:id/rows/:n': {
    tags,
    summary: 'Corrects a row of a draft of appointments',
    params: byId.extend({ n: idParam }),
    body: appointmentRowInput,
    answer: one,
  },
  'DELETE /api/clients/import/:id': {
    tags,
    summary: 'Throws a draft away',
    headers: idempotencyHeaders,
    params: byId,
    answer: done,
  },
} satisfies Calls

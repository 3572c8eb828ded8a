import type { z } from 'zod'

/**
 * A call of the API, described once: the server registers it, the browser gets its types, OpenAPI shows it.
 */
export interface Call {
  tags?: string[]
  summary: string
  description?: string
  /** The parameters in the address, by name. */
  params?: z.ZodType
  query?: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
  /** The name of the field, for a form with one file. */
  file?: string
  /** The status of a successful answer; 200 by default. */
  status?: 200 | 201
  answer: z.ZodType
  /** Refusals that contain more than a sentence, by status. */
  refusals?: Record<number, z.ZodType>
}

/** Calls by method and address, as 'GET /api/services/:id'. */
export type Calls = Record<`${Method} /api/${string}`, Call>
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

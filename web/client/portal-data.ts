import type { Answer } from '#domain/api/calls.ts'
import type { Site } from '../context.ts'

/** An appointment as the portal's calls return it to its client. */
export type Appointment = Answer<'GET /api/client-auth/validate-token'>['appointments'][number]

/** What was asked of their data. */
export type AskedRequest = Answer<'GET /api/client-auth/validate-token'>['data_requests'][number]

/** Whether the client of an appointment agreed to advertising of its business. */
export type Advertising = Answer<'GET /api/client-auth/validate-token'>['advertising'][number]

/** How the client was identified: by the link of an e-mail, or by document and e-mail. */
export type Access = { token: string } | { client_id: string; client_email: string }

export interface PortalData {
  verification: Site['verification']
  publicUrl: string
  /** The server's clock when the page was loaded, epoch milliseconds. */
  now: number
}

export interface Slot {
  date: string
  time: string
}

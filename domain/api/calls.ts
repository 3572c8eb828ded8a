/** Every call of the API. The browser imports only types from here, no values. */
import type { z } from 'zod'
import type { Method } from './call.ts'
import { accountCalls, secondFactorCalls } from './calls/accounts.ts'
import { adminCalls } from './calls/admin.ts'
import { appointmentCalls } from './calls/appointments.ts'
import { businessCalls } from './calls/businesses.ts'
import { byHandCalls } from './calls/by-hand.ts'
import { cardCalls } from './calls/cards.ts'
import { cardMergeCalls } from './calls/card-merges.ts'
import { cardFileCalls } from './calls/card-files.ts'
import { healthCalls } from './calls/health.ts'
import { clientCalls } from './calls/clients.ts'
import { creditCalls } from './calls/credits.ts'
import { dataCopyCalls } from './calls/data-copy.ts'
import { dataRequestCalls } from './calls/data-requests.ts'
import { deletionCalls } from './calls/deletion.ts'
import { feedCalls, pushCalls } from './calls/feeds.ts'
import { figureCalls } from './calls/figures.ts'
import { importCalls } from './calls/imports.ts'
import { mailCalls } from './calls/mail.ts'
import { passkeyCalls } from './calls/passkeys.ts'
import { portalCalls } from './calls/portal.ts'
import { professionalCalls } from './calls/professionals.ts'
import { rememberedCalls } from './calls/remembered.ts'
import { reportCalls } from './calls/reports.ts'
import { scheduleCalls } from './calls/schedules.ts'
import { serviceCalls } from './calls/services.ts'
import { specialDayCalls } from './calls/special-days.ts'
import { systemCalls } from './calls/system.ts'
import { tagCalls } from './calls/tags.ts'
import { teamCalls } from './calls/team.ts'
import { timeOffCalls } from './calls/time-off.ts'
import { uploadCalls } from './calls/uploads.ts'
import { whatsAppCalls } from './calls/whatsapp.ts'

export const calls = {
  ...systemCalls,
  ...accountCalls,
  ...secondFactorCalls,
  ...passkeyCalls,
  ...businessCalls,
  ...serviceCalls,
  ...professionalCalls,
  ...teamCalls,
  ...feedCalls,
  ...uploadCalls,
  ...scheduleCalls,
  ...appointmentCalls,
  ...rememberedCalls,
  ...mailCalls,
  ...byHandCalls,
  ...whatsAppCalls,
  ...pushCalls,
  ...timeOffCalls,
  ...specialDayCalls,
  ...portalCalls,
  ...creditCalls,
  ...figureCalls,
  ...clientCalls,
  ...cardCalls,
  ...cardMergeCalls,
  ...tagCalls,
  ...cardFileCalls,
  ...healthCalls,
  ...dataCopyCalls,
  ...dataRequestCalls,
  ...importCalls,
  ...deletionCalls,
  ...reportCalls,
  ...adminCalls,
}

/** Method and address of a call, as 'GET /api/services'. */
export type CallKey = keyof typeof calls
export type CallOf<Key extends CallKey> = (typeof calls)[Key]
/** The addresses of a method. */
export type Path<M extends Method> = CallKey extends infer Key
  ? Key extends `${M} ${infer P}`
    ? P
    : never
  : never
/** The key of a method and an address. */
export type KeyOf<M extends Method, P extends string> = Extract<CallKey, `${M} ${P}`>

/** The answer of a call, as the browser receives it. */
export type Answer<Key extends CallKey> = z.input<CallOf<Key>['answer']>
/** The body of a call, as a form sends it. */
export type Body<Key extends CallKey> = Sent<Key, 'body'>
export type Query<Key extends CallKey> = Sent<Key, 'query'>

type Sent<Key extends CallKey, Part extends 'params' | 'query' | 'body'> =
  CallOf<Key> extends { [P in Part]: infer Schema extends z.ZodType } ? z.input<Schema> : undefined

/** The parts of a request besides its address; a part that may be empty is optional. */
export type CallRequest<Key extends CallKey> = RequestPart<Key, 'params'> &
  RequestPart<Key, 'query'> &
  RequestPart<Key, 'body'> &
  (CallOf<Key> extends { headers: z.ZodType } ? { key?: string | undefined } : unknown)

type RequestPart<Key extends CallKey, Part extends 'params' | 'query' | 'body'> =
  Sent<Key, Part> extends infer Value
    ? [Value] extends [undefined]
      ? unknown
      : [object] extends [Value]
        ? { [P in Part]?: Value }
        : [undefined] extends [Value]
          ? { [P in Part]?: Value }
          : { [P in Part]: Value }
    : never

/** The addresses of calls that take a file. */
export type UploadPath = {
  [Key in CallKey]: CallOf<Key> extends { file: string } ? (Key extends `POST ${infer P}` ? P : never) : never
}[CallKey]
/** The name of the file's field. */
export type FileField<Key extends CallKey> = CallOf<Key> extends { file: infer Name } ? Name : never

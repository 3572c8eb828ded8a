import { afterwards } from '../afterwards.ts'
import { spend } from '../limits/attempts.ts'
import { MARKETING_TEXT_VERSION } from '#domain/consents.ts'
import { zoneNamed } from '#domain/elsewhere.ts'
import type { Deps } from '../deps.ts'
import { answerError } from '../http/http.ts'
import { ensurePublished } from '../businesses/policy.ts'
import { noteConsent, tellBooked } from '../messages/by-whatsapp/queries.ts'
import { networkOf } from '../limits/network.ts'
import { Refusal } from '../http/refusal.ts'
import type { RouteErrorHandler } from '../http/route.ts'
import { digestFor } from '../tokens.ts'
import {
  countBooking,
  ensureNoCrowd,
  leftOfCrowd,
  mayKeepRefusal,
  subjectsOf,
} from '../verification/crowd.ts'
import { VERIFICATION_ERRORS } from '../verification/verifier.ts'
import type { FastifyError, FastifyRequest } from 'fastify'
import { book, refuseUnread, type BookedAnswer, type Booking, type BookingInput } from './book.ts'

/** Bookings without a passed human check, from one network: enough for a family, not for a script. */
const UNVERIFIED = { max: 5, minutes: 60 }

export interface Online {
  input: BookingInput
  recaptcha_token: unknown
  consent_version: string | null
  withoutEmail: NonNullable<Booking['withoutEmail']>
  /** Whether the client agrees to messages by WhatsApp with it. */
  agrees: boolean
  takesAdvertising: boolean
  door?: 'remembered'
  /** Called once, when it is written. */
  onBooked?: (id: number) => Promise<unknown>
}

/** Books for a client who does so online: within the limits, by a person, with the consent to a published policy. */
export async function bookOnline(deps: Deps, request: FastifyRequest, online: Online): Promise<BookedAnswer> {
  const { db, now, config, verifier, messagesQueued, live } = deps
  const { consent_version, agrees, door } = online
  const client_timezone = online.input.client_timezone ?? zoneNamed(request.headers['client-timezone'])
  const input = { ...online.input, client_timezone }
  await ensurePublished(db, input.business_id, consent_version)
  const key = request.headers['idempotency-key'] as string | undefined
  const counted = { ...input, network: networkOf(request.ip) }
  const answer = await book(db, now(), input, {
    actor: 'client',
    network: await digestFor(db, 'mails', counted.network),
    key,
    ...(door && { door }),
    consentVersion: consent_version,
    withoutEmail: online.withoutEmail,
    limits: {
      subjects: subjectsOf(counted),
      left: () => (verifier.isSized ? undefined : leftOfCrowd(db, now(), counted, config.limits)),
      ensure: (counts) => ensureNoCrowd(db, now(), counted, config.limits, counts),
    },
    mayKeep: () => mayKeepRefusal(db, now(), counted.network, config.limits),
    admit: (size) => checkHuman(`booking ${input.business_id} ${key ?? request.id}`, size),
    async onBooked(id) {
      countBooking(db, now(), counted, config.limits)
      await online.onBooked?.(id)
    },
  })
  const { id, business_id } = answer.appointment
  try {
    // Also of an answer that is given again: it makes up for what an outage left out.
    await tellByWhatsApp(id)
    await noteAdvertised(id)
  } finally {
    messagesQueued()
    live.changed(business_id)
  }
  return answer

  async function tellByWhatsApp(id: number) {
    if (!agrees && !config.whatsapp) return
    const about = { business_id: input.business_id, appointment_id: id }
    const network = await digestFor(db, 'consents', counted.network)
    const agreed = agrees && { channel: 'page' as const, evidence: { network }, of: input }
    const telling = { agreed, nowMs: now(), isOn: config.whatsapp !== undefined }
    await afterwards(request, () => tellBooked(db, about, telling), 'a booking is not told by WhatsApp')
  }

  async function noteAdvertised(id: number) {
    if (!online.takesAdvertising) return
    const about = { business_id: input.business_id, appointment_id: id }
    const evidence = { network: await digestFor(db, 'consents', counted.network) }
    const consent = {
      purpose: 'marketing',
      given: true,
      channel: 'page',
      text_version: MARKETING_TEXT_VERSION,
      evidence,
      of: input,
      nowMs: now(),
    } as const
    await afterwards(request, () => noteConsent(db, about, consent), 'a consent to advertising is not noted')
  }

  async function checkHuman(use: string, size: number | undefined) {
    const verdict = await verifier.verify(online.recaptcha_token, {
      action: 'booking',
      use,
      remoteAddress: request.ip,
      ...(size !== undefined && { size }),
    })
    if (verdict === 'verified') return
    if (verdict !== 'unverified')
      throw new Refusal(verdict === 'unreachable' ? 503 : 400, VERIFICATION_ERRORS[verdict])
    await spend(db, now(), [{ subject: `unverified bookings from ${counted.network}`, ...UNVERIFIED }])
  }
}

/**
 * Refuses a booking that does not come as far as `bookOnline`; one whose key was answered before gets that answer.
 * @throws the refusal.
 */
export function refuseOnline(
  { db, now, config }: Deps,
  request: FastifyRequest,
  door: 'client' | 'remembered',
  error: FastifyError | Refusal,
): Promise<BookedAnswer> {
  const { business_id } = Object(request.body) as { business_id?: unknown }
  const keyed = { business_id, door, key: request.headers['idempotency-key'] }
  const mayKeep = () => mayKeepRefusal(db, now(), networkOf(request.ip), config.limits)
  return refuseUnread(db, now(), keyed, error, mayKeep)
}

/** Answers a booking that could not be read. */
export function unreadBooking(
  deps: Deps,
  door: 'client' | 'remembered',
  answered: (answer: BookedAnswer) => Promise<unknown>,
): RouteErrorHandler {
  return async (error, request, reply) => {
    if (!error.validation) return answerError(error, request, reply)
    await refuseOnline(deps, request, door, error).then(
      async (answer) => reply.code(201).send(await answered(answer)),
      (refusal) => answerError(refusal, request, reply),
    )
    return reply
  }
}

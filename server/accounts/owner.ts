import { idOf, type Input, isBlank } from '#domain/fields.ts'
import { answerWithoutContacts } from '#domain/masked.ts'
import { LIMITED_TO_OWN, permissionsOf } from '#domain/permissions.ts'
import { OWNER_LEAVING, OWNER_SUSPENDED } from '#domain/suspension.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { By } from '../activity.ts'
import { countLater, ensureLeft } from '../limits/attempts.ts'
import { changingTurns } from '../turns/changing-turns.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/db.ts'
import { networkOf } from '../limits/network.ts'
import { readingTurns } from '../turns/reading-turns.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { tokenKey, type TokenKey } from '../tokens.ts'
import { extendSession, isLeaving, liveSession, noteSeen } from './queries.ts'
import { isUnnoted } from './devices/seen.ts'
import { answerOfEnding } from './ended.ts'
import type { BusinessId, Session } from './session.ts'
import { slidEnd } from './sessions.ts'

export type { BusinessId, Session } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    /** When the session was read, in milliseconds of `performance.now()`. */
    enteredAt: number
  }
  interface FastifyContextConfig {
    /** A change that a suspended business may still make. */
    whileSuspended?: true
    /** The address's parameter with the business's id: another business's gets 404, whatever else is sent. */
    businessParam?: string
    /**
     * The call ends its own session. Sent again because its answer got lost, a log-out has what it asked for, as RFC 7009 says of
     * a token that opens nothing; who left a business gets the answer of their Idempotency-Key.
     */
    endsSession?: 'log-out' | 'leaving'
    /** By it people put others out: it is counted by session with its switches, so that whoever has another one uses up nothing of it. */
    countedBySession?: true
  }
}

export const FORBIDDEN = 'No tienes permiso para hacer esto'
const ENDED = 'Tu sesión terminó. Inicia sesión de nuevo.'
const READS = ['GET', 'HEAD']
const isRead = ({ method }: FastifyRequest) => READS.includes(method)

interface GateDeps {
  db: Db
  now: () => number
  config: Pick<Config, 'limits'>
}

/**
 * The gate of the members' calls: 401 without an unexpired session of an active member, 403 without the
 * route's permission or for a change by a suspended business, 404 for a body that names another business, 429 after
 * more changes within an hour than people make. What is read waits for its turn, and a change, once its input is read, for its own;
 * whoever waited is asked for anew.
 */
export function memberGate(app: FastifyInstance, { db, now, config: { limits } }: GateDeps) {
  app.decorateRequest('session', null)
  app.decorateRequest('enteredAt', 0)
  const turn = readingTurns(app)
  const turnToChange = changingTurns(app)
  app.addHook('preValidation', async ({ session, body, params, routeOptions }) => {
    if (!session) return
    ensureOwn(session.business_id, (body as Input | null | undefined)?.business_id)
    const { businessParam } = routeOptions.config
    const addressed = businessParam && idOf((params as Input)[businessParam])
    // An invalid id is refused with the rest of the input.
    if (addressed) ensureOwn(session.business_id, addressed)
  })
  app.addHook('preHandler', async (request) => {
    if (!request.session || isRead(request)) return
    await turnToChange(request, request.session)
    await enterAgain({ db, now }, request)
  })
  // In one place for all answers: no call, not even a refusal with what is there now, forgets whose phones are not shown.
  app.addHook('preSerialization', async ({ session }, _reply, payload) =>
    session && !seesContacts(session) ? answerWithoutContacts(payload) : payload,
  )
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = tokenKey(/^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1])
    const session = key && (await liveSession(db, key, now()))
    if (!session) {
      const answer = key && (await answerOfEnding(db, now(), request, key))
      if (answer) return reply.header('cache-control', 'no-store').send(answer)
      throw new Refusal(401, ENDED)
    }
    const entered = await admitted(db, request, key, session)
    if (!isRead(request)) {
      const { business_id, user_id } = entered
      const { countedBySession } = request.routeOptions.config
      await countChange(
        db,
        now(),
        limits,
        countedBySession ? { session: session.origin } : { business_id, user_id },
      )
    }
    const end = slidEnd(session, now())
    if (end) await extendSession(db, key, end)
    if (isUnnoted(session, now())) await noteSeen(db, key, networkOf(request.ip), now())
    reply.header('cache-control', 'no-store')
    request.session = entered
    if (!isRead(request)) return
    await turn(request, entered)
    await enterAgain({ db, now }, request)
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof liveSession>>>

/** @throws Refusal 403 without the route's permission, or for a change by a suspended business. */
async function admitted(
  db: Db,
  request: FastifyRequest,
  { business_id, hash }: TokenKey,
  { role, switches, is_suspended, user_id, professional_id }: Found,
): Promise<Session> {
  const permissions = permissionsOf(role, switches)
  const { needs, whileSuspended } = request.routeOptions.config
  if (!permissions.includes(needs!)) throw new Refusal(403, FORBIDDEN)
  if (is_suspended && !isRead(request) && !whileSuspended)
    throw new Refusal(403, (await isLeaving(db, business_id)) ? OWNER_LEAVING : OWNER_SUSPENDED)
  request.enteredAt = performance.now()
  const owner = business_id as BusinessId
  return { business_id: owner, user_id, token_hash: hash, role, professional_id, permissions }
}

/** So long takes a request whose body comes at once, and that waits for nobody. */
const A_MOMENT_MS = 250

/**
 * Reads the session anew of a request that was on its way, or waited, for longer than a moment: its member may have been sent out
 * meanwhile, or may do less by now.
 * @throws Refusal 401, 403.
 */
export async function enterAgain({ db, now }: Omit<GateDeps, 'config'>, request: FastifyRequest) {
  const { business_id, token_hash: hash } = sessionOf(request)
  // What ends its own session may find it ended by its first try, whose answer it gets.
  if (request.routeOptions.config.endsSession || performance.now() - request.enteredAt < A_MOMENT_MS) return
  const found = await liveSession(db, { business_id, hash }, now())
  if (!found) throw new Refusal(401, ENDED)
  request.session = await admitted(db, request, { business_id, hash }, found)
}

/** A day has as many changes as three such hours. */
const HOURS_OF_WORK = 3

/**
 * Counts a change, whatever becomes of it. Calls that send or cost more have closer limits of their own; this one bounds
 * what a script writes that makes and removes the same thing over and over.
 * @throws Refusal 429 when the member or the business has made as many as an hour, or a day, has.
 */
async function countChange(
  db: Db,
  nowMs: number,
  { changesOfMember, changesInBusiness }: Config['limits'],
  who: { business_id: number; user_id: number } | { session: Buffer },
): Promise<void> {
  const each =
    'session' in who
      ? [{ subject: `changes by session ${who.session.toString('hex')}`, max: changesOfMember }]
      : [
          { subject: `changes by ${who.user_id}`, max: changesOfMember },
          { subject: `changes in ${who.business_id}`, max: changesInBusiness },
        ]
  const counted = each.flatMap(({ subject, max }) => [
    { subject, max, minutes: 60 },
    // A script that keeps below the hour's limit would write six million rows a month.
    { subject: `${subject} a day`, max: max * HOURS_OF_WORK, minutes: 24 * 60 },
  ])
  await ensureLeft(db, nowMs, counted)
  countLater(db, nowMs, counted)
}

/** Whether phones, e-mails and documents of clients are shown to the member. */
export const seesContacts = ({ permissions }: Pick<Session, 'permissions'>): boolean =>
  permissions.includes('clients:own-phones')

/** The session of a request that came through the gate. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session)
    throw new Error(
      `${request.routeOptions.url} asks for a member's session, but its config.needs is missing.`,
    )
  return request.session
}

/** Whose request it is, and when. */
export const byOf = (request: FastifyRequest, nowMs: number): By => ({
  user_id: sessionOf(request).user_id,
  nowMs,
})

/**
 * What the member of the request may do by now; undefined when the session has ended, or the member may not do what was asked any
 * more, or sees more or less than then.
 */
export async function accessNow(db: Db, nowMs: number, request: FastifyRequest) {
  const { business_id, token_hash, professional_id, permissions } = sessionOf(request)
  const session = await liveSession(db, { business_id, hash: token_hash }, nowMs)
  if (!session) return undefined
  const now = permissionsOf(session.role, session.switches)
  const isAllowed =
    now.includes(request.routeOptions.config.needs!) &&
    // What is sent was cut to what the member could see at the beginning.
    session.professional_id === professional_id &&
    now.includes('appointments:read') === permissions.includes('appointments:read')
  const { role, is_suspended } = session
  return isAllowed ? { role, professional_id, permissions: now, is_suspended } : undefined
}

/** The business whose member sent this request. */
export function ownerOf(request: FastifyRequest): BusinessId {
  const { url, config } = request.routeOptions
  if (LIMITED_TO_OWN.some((name) => name === config.needs))
    throw new Error(`${url} answers members who see their own part only: it asks scopeOf, not ownerOf.`)
  return sessionOf(request).business_id
}

/** A sent `business_id` is never trusted: it must match the session's. */
function ensureOwn(owner: BusinessId, businessId: unknown) {
  if (!isBlank(businessId) && idOf(businessId) !== owner) throw notFound('Negocio no encontrado')
}

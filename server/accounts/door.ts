import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Guess, Limit } from '../limits/attempts.ts'
import { isRemembered, remember } from '../limits/known-subjects.ts'
import type { Db } from '../database/db.ts'
import { knownDevice, rememberDevice } from '../devices.ts'
import { noteFew } from '../activity.ts'
import type { Lane } from '../turns/fair-queue.ts'
import { networkOf } from '../limits/network.ts'
import { personOfEmail } from './password-queries.ts'
import { businessesOf } from './queries.ts'

/**
 * The maximum of failures in 15 minutes: of one identity from one network, of it from anywhere, of one
 * network.
 */
interface Most {
  fromOne: number
  fromAll: number
  ofNetwork: number
  /**
   * Of all strangers together, for a door without a human check: beyond this or `ofNetwork` they work before a password
   * is looked at. At other doors a right password passes `ofNetwork`.
   */
  ofStrangers?: number
}

/** Wrong passwords of members, wherever one is asked for without a session. */
export const LOGIN_FAILURES: Most = { fromOne: 10, fromAll: 50, ofNetwork: 100 }

/** How a log-in's failures are counted, and in which lane its password is checked. */
export interface Entry {
  guess: Guess
  lane: Lane
  /** By what this identity is known when it was right (`welcomeBack`). */
  knownAs: string
  /** Whether this identity has signed in before in this browser, from whatever network. */
  isKnownDevice: boolean
}

type Door = 'login' | 'admin'
const MINUTES = 15
const KNOWN_DAYS = 90

export interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  isSecure: boolean
  proof: unknown
}

const homeOf = (door: Door, who: string, network: string) => `${door} of ${who} was right from ${network}`

/**
 * A browser, or else a network, from which this identity has signed in before is counted separately: the
 * guesses of strangers elsewhere do not lock it out.
 */
export async function entryOf(
  db: Db,
  nowMs: number,
  door: Door,
  who: string,
  { request, proof }: Visit,
  most: Most,
): Promise<Entry> {
  const network = networkOf(request.ip)
  const knownAs = door === 'login' ? await knownAsMember(db, who) : who
  const device = await knownDevice(db, request, door, knownAs)
  const isHome = device !== undefined || (await isRemembered(db, nowMs, homeOf(door, knownAs, network)))
  const from = device ? `device ${device}` : network
  const own: Limit = { subject: `${door} ${who} from ${from}`, max: most.fromOne, minutes: MINUTES }
  const all: Limit = { subject: `${door} ${who}`, max: most.fromAll, minutes: MINUTES }
  const shared: Limit = { subject: `${door} from ${network}`, max: most.ofNetwork, minutes: MINUTES }
  const subjects = [isHome ? own.subject : all.subject]
  const { ofStrangers: max } = most
  const guess: Guess =
    isHome || max === undefined
      ? { subjects, limits: isHome ? [own] : [own, all], shared: [shared], proof }
      : {
          subjects,
          turns: [shared.subject],
          limits: [own, all, shared, { subject: `${door} of strangers`, max, minutes: MINUTES }],
          proof,
        }
  return {
    guess,
    lane: { lane: isHome ? own.subject : network, isKnown: isHome },
    knownAs,
    isKnownDevice: device !== undefined,
  }
}

/**
 * By what browsers and networks know who signs in with an e-mail. It is the person, since the e-mail may be another's later; to those of
 * before 'No fui yo', or a mailed link, they are strangers.
 */
export async function knownAsMember(db: Db, email: string): Promise<string> {
  const person = await personOfEmail(db, email)
  if (!person) return email
  return person.since === null ? `user ${person.id}` : `user ${person.id} since ${person.since}`
}

/** Remembers the browser and the network of a successful log-in, by what was known when it began. */
export async function welcomeBack(
  db: Db,
  nowMs: number,
  door: Door,
  knownAs: string,
  { request, reply, isSecure }: Omit<Visit, 'proof'>,
) {
  await remember(db, nowMs, homeOf(door, knownAs, networkOf(request.ip)), KNOWN_DAYS)
  await rememberDevice(db, { request, reply, isSecure }, door, knownAs)
}

const MOST_NOTED = 12

/** Notes what was wrong of somebody in the businesses that it would have opened: they may look in any of them. */
export async function noteFailed(
  db: Db,
  nowMs: number,
  { id, email }: { id: number; email: string },
  act: 'login_failed' | 'code_failed' = 'login_failed',
) {
  for (const { id: business_id } of (await businessesOf(db, id)).slice(0, MOST_NOTED))
    await noteFew(db, { business_id, user_id: null, act, subject: email, nowMs })
}

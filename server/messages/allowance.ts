import { countsOf, type Limit } from '../limits/attempts.ts'
import { remember } from '../limits/known-subjects.ts'
import { forget, giveBack, takeEach, takeEachReading } from '../limits/allowances.ts'
import type { Db } from '../database/db.ts'
import type { Limits } from '../limits/limits.ts'
import type { Mail } from '../mail/mailer.ts'
import { CHANGES } from './account-changed.ts'
import { bouncedMark } from './bounced.ts'
import { addDigestItem } from './digest-queries.ts'
import type { Reader } from './mail-parts.ts'
import { forgetUndelivered } from './undelivered-queries.ts'
import { noteUnknown } from './stopped-queries.ts'
import { leaveUntil, type Handed, type Outcome } from './queries.ts'

export type MailLimits = Pick<
  Limits,
  | 'mailsPerHour'
  | 'mailsPerDay'
  | 'mailsOfBusiness'
  | 'mailsOfYoung'
  | 'mailsFromNetwork'
  | 'mailsUnconfirmed'
>

interface Deps {
  db: Db
  now: () => number
  limits: MailLimits
  log: { warn(about: object, text: string): void }
}

/** A mail that was made, and who reads it; without a reader, it is about an account. */
export interface Made extends Handed {
  mail: Mail
  reader?: Reader
  /** Whether its address was unknown to its server before. */
  hasBounced?: boolean
}

export interface Held {
  row: Made['row']
  outcome: Outcome
}

const DAY = 24 * 60
const HOUR_MS = 60 * 60_000
/** A busy salon's clients mistype fewer in a day. Whoever makes addresses up gets most of them wrong. */
const MOST_UNKNOWN = { young: 10, others: 50 }

/**
 * Admits mails to the mail server, as far as limits go: of an address over all businesses, of a business to all its
 * clients, of a network's clients to themselves or whomever they name, and of a business that has not confirmed its e-mail. What a
 * client would get of appointments beyond them goes into the daily digest, which names nothing else; other mails wait. Reminders to an address that does not exist are skipped.
 */
export async function admit({ db, now, limits, log }: Deps, own: Db, mails: Made[]) {
  const going: Made[] = []
  const held: Held[] = []
  let left = 0
  const isPointless = (n: number) => bounced[n]! > 0 && isReminder(mails[n]!)
  const { bounced, unknown, refusals } = await counted({ db, now, limits }, mails)
  const isOfUnknown = (n: number) => unknown[n]! >= mostUnknown(mails[n]!)
  for (const [n, made] of mails.entries()) {
    const refused = refusals[n]
    const { row, reader } = made
    if (isPointless(n)) held.push({ row, outcome: { state: 'skipped', error: 'bounced' } })
    else if (!refused && isOfUnknown(n)) {
      await giveBack(db, [limitsOf(made, limits)])
      await leaveUntil(own, row, now() + HOUR_MS, 'unknown_addresses')
      await noteUnknown(db, now())
      log.warn({ business_id: row.business_id }, 'a business writes to addresses that do not exist')
      left++
    } else if (!refused) going.push({ ...made, hasBounced: bounced[n]! > 0 })
    else if (reader?.who === 'client' && isOfAddress(refused) && row.appointment_id !== null) {
      await addDigestItem(own, row, addressOf(made), now())
      held.push({ row, outcome: { state: 'skipped', error: 'digest' } })
    } else {
      const isUnconfirmed = reader?.isConfirmed === false && !isOfAddress(refused)
      await leaveUntil(own, row, refused.until, isUnconfirmed ? 'unconfirmed' : 'many_mails')
      left++
    }
  }
  return { going, held, left }
}

/** Of so many addresses that do not exist the other mails to clients wait, until the day is over or the administrator has looked. */
function mostUnknown(made: Made): number {
  const business = ofItself(made)
  if (!business || business.max_mails !== null) return Infinity
  return MOST_UNKNOWN[business.is_young ? 'young' : 'others']
}

/** The business, if it has its client written to of itself: by what others book in it, strangers could hold back its mails. */
const ofItself = (made: Made) =>
  isReminder(made) || typeof made.row.data['network'] === 'string' ? undefined : made.reader?.business

/** Counts mails against their limits, and reads whose addresses do not exist: in one statement, unless the first depends on the second. */
async function counted({ db, now, limits }: Omit<Deps, 'log'>, mails: Made[]) {
  const subjects = [...mails.map(bouncedSubject), ...mails.map(unknownSubject)]
  const apart = (counts: number[]) => ({
    bounced: counts.slice(0, mails.length),
    unknown: counts.slice(mails.length),
  })
  if (!mails.some((made) => isReminder(made) && limitsOf(made, limits).length > 0)) {
    const each = mails.map((made) => limitsOf(made, limits))
    const { refusals, read } = await takeEachReading(db, now(), each, subjects)
    return { refusals, ...apart(read) }
  }
  const { bounced, unknown } = apart(await countsOf(db, now(), subjects))
  // A reminder that is not sent is not counted.
  const each = mails.map((made, n) => (bounced[n]! > 0 && isReminder(made) ? [] : limitsOf(made, limits)))
  return { refusals: await takeEach(db, now(), each), bounced, unknown }
}

/** What the attempts were: those that were not delivered do not count, and unknown addresses are remembered. */
export async function takeBack(
  { db, now, limits }: Omit<Deps, 'log'>,
  going: Made[],
  ended: { row: Made['row']; outcome: Outcome | 'unreachable' }[],
): Promise<void> {
  const unknown = new Set<string>()
  const outcomeOf = (made: Made) => ended.find(({ row }) => row === made.row)?.outcome
  await giveBack(
    db,
    going.filter((made) => isUndelivered(outcomeOf(made))).map((made) => limitsOf(made, limits)),
  )
  for (const made of going) {
    const outcome = outcomeOf(made)
    if (typeof outcome !== 'object') continue
    if (outcome.state === 'failed' && outcome.reason === 'unknown_address') {
      await remember(db, now(), bouncedSubject(made), REMEMBER_BOUNCED_DAYS)
      // An address counts once, however many mails went there.
      const about = `${made.row.business_id} ${addressOf(made)}`
      if (!ofItself(made) || made.hasBounced || unknown.has(about)) continue
      unknown.add(about)
      await remember(db, now(), unknownSubject(made), 1)
    }
  }
  const accepted = going.filter((made) => made.hasBounced && isAccepted(outcomeOf(made)))
  if (accepted.length === 0) return
  await forget(db, accepted.map(bouncedSubject))
  await forgetUndelivered(
    db,
    accepted.map(({ row }) => row),
  )
}

const REMEMBER_BOUNCED_DAYS = 90

const isUndelivered = (outcome: Outcome | 'unreachable' | undefined): boolean =>
  outcome === 'unreachable' ||
  (outcome?.state === 'queued' && outcome.unanswered === undefined) ||
  (outcome?.state === 'failed' && outcome.reason !== undefined && outcome.reason !== 'unanswered')

const isAccepted = (outcome: Outcome | 'unreachable' | undefined): boolean =>
  typeof outcome === 'object' && outcome.state === 'sent'

const addressOf = ({ mail }: Made) => mail.to.toLowerCase()
const isReminder = ({ row }: Made) => row.kind.startsWith('reminder_')

const unknownSubject = ({ row }: Made) => `unknown addresses of business ${row.business_id}`
const bouncedSubject = ({ mail }: Made) => bouncedMark(mail.to)

const isOfAddress = ({ subject }: Limit) => subject.startsWith('mails to ')

/** Each has a count of its own: by what strangers ask for in somebody's name, no warning to that one is held back. */
const COUNTED_APART = new Set([...Object.keys(CHANGES), 'password_reset', 'invitation_claimed'])
const ofAccount = (kind: string) => (COUNTED_APART.has(kind) ? kind : 'accounts')

function limitsOf(made: Made, limits: MailLimits): Limit[] {
  const { mailsPerHour, mailsPerDay, mailsOfBusiness, mailsOfYoung, mailsFromNetwork, mailsUnconfirmed } =
    limits
  const { network } = made.row.data
  const { row, reader } = made
  const address = addressOf(made)
  if (row.kind === 'digest') return []
  if (!reader)
    return [{ subject: `mails of ${ofAccount(row.kind)} to ${address}`, max: mailsPerHour, minutes: 60 }]
  const ofBusiness = { subject: `mails of business ${row.business_id}`, max: mailsUnconfirmed, minutes: DAY }
  // The owner's own address may hear of a busy Saturday as often as there is something to tell.
  const isOwn = reader.who === 'owner' && reader.isConfirmed
  return [
    ...(reader.isConfirmed ? [] : [ofBusiness]),
    ...(isOwn || isReminder(made)
      ? []
      : [
          { subject: `mails to ${address} an hour`, max: mailsPerHour, minutes: 60 },
          { subject: `mails to ${address} a day`, max: mailsPerDay, minutes: DAY },
        ]),
    ...(reader.who === 'owner' || isReminder(made)
      ? []
      : [
          {
            subject: `mails of ${row.business_id} to its clients`,
            max: reader.business?.max_mails ?? mailsOfBusiness,
            minutes: DAY,
          },
        ]),
    ...(ofItself(made)?.is_young
      ? [{ subject: `mails of ${row.business_id} of itself`, max: mailsOfYoung, minutes: DAY }]
      : []),
    ...(reader.who === 'owner' || typeof network !== 'string'
      ? []
      : [{ subject: `mails of the network ${network}`, max: mailsFromNetwork, minutes: DAY }]),
  ]
}

import { feedParts, FEED_READS_PER_HOUR, type FeedEvent } from '#domain/feed.ts'
import { permissionsOf } from '#domain/permissions.ts'
import { shownPhone } from '#domain/phone.ts'
import { TIME_OFF_TEXT } from '#domain/time-off.ts'
import { spend } from '../limits/attempts.ts'
import type { Db } from '../database/db.ts'
import { notFound } from '../http/refusal.ts'
import { tokenKey } from '../tokens.ts'
import { inTurns } from '../turns/turns.ts'
import {
  appointmentsOf,
  feedOfToken,
  noteRead,
  timeOffOf,
  type FeedAppointment,
  type OpenFeed,
} from './queries.ts'

export const NO_FEED = 'Calendario no encontrado'
const BUSY = 'Ocupado'
/** Calendars ask often; only the last time is told, and not to the minute. */
const NOTED_EVERY_MS = 10 * 60_000

/**
 * The agenda of an address `{business}.{token}.ics`, for as long as its member may see it.
 * @throws Refusal 404 for any other address, 429 after 60 reads within an hour.
 */
export async function readFeed(db: Db, nowMs: number, address: string, host: string): Promise<string> {
  const key = address.endsWith('.ics') ? tokenKey(address.slice(0, -'.ics'.length)) : undefined
  const feed = key && (await feedOfToken(db, key))
  if (!feed || !maySee(feed)) throw notFound(NO_FEED)
  const subject = `calendar feed ${feed.business_id}.${key.hash.toString('hex')}`
  await spend(db, nowMs, [{ subject, max: FEED_READS_PER_HOUR, minutes: 60 }])
  if (feed.last_read_at === null || feed.last_read_at < nowMs - NOTED_EVERY_MS)
    await noteRead(db, feed, nowMs)
  const [appointments, blocks] = await Promise.all([
    appointmentsOf(db, feed, nowMs),
    timeOffOf(db, feed, nowMs),
  ])
  const events = function* (): Generator<FeedEvent> {
    for (const row of appointments) yield { ...eventOf(row, feed), uid: `agenda-cita-${row.id}@${host}` }
    for (const row of blocks) yield { ...blockOf(row, feed), uid: `agenda-bloqueo-${row.id}@${host}` }
  }
  // A large team's is some megabytes: others are answered while it is drawn.
  return (await Array.fromAsync(inTurns(feedParts(nameOf(feed), events())))).join('')
}

/** What the member may see now, not what they might when the address was made. */
function maySee({ role, switches, professional_id, member_professional_id }: OpenFeed): boolean {
  const permissions = permissionsOf(role, switches)
  if (permissions.includes('appointments:read')) return true
  return (
    permissions.includes('appointments:own') &&
    professional_id !== null &&
    professional_id === member_professional_id
  )
}

const nameOf = ({ business_name, professional_name }: OpenFeed) =>
  professional_name === null ? business_name : `${professional_name} · ${business_name}`

const timesOf = (row: { version: number; starts_at: number; ends_at: number; changed_at: number }) => ({
  sequence: row.version,
  startMs: row.starts_at,
  endMs: row.ends_at,
  changedMs: row.changed_at,
})

/** With whom, where the feed is everybody's. */
const withWhom = (feed: OpenFeed, name: string | null) =>
  feed.professional_id === null && name ? ` (${name})` : ''

function eventOf(row: FeedAppointment, feed: OpenFeed): Omit<FeedEvent, 'uid'> {
  const isFull = feed.shows === 'full'
  const seesPhones = permissionsOf(feed.role, feed.switches).includes('clients:own-phones')
  return {
    ...timesOf(row),
    isCancelled: row.status === 'cancelled',
    summary: isFull
      ? `${row.service_name} · ${firstNameOf(row.client_name)}${withWhom(feed, row.professional_name)}`
      : BUSY,
    description: isFull && seesPhones && row.client_phone ? shownPhone(row.client_phone) : undefined,
  }
}

const firstNameOf = (name: string) => name.trim().split(/\s+/)[0] ?? ''

type Block = Awaited<ReturnType<typeof timeOffOf>>[number]

const blockOf = (row: Block, feed: OpenFeed): Omit<FeedEvent, 'uid'> => ({
  ...timesOf(row),
  isCancelled: false,
  summary:
    feed.shows === 'full'
      ? (row.reason || TIME_OFF_TEXT[row.kind]) + withWhom(feed, row.professional_name)
      : BUSY,
})

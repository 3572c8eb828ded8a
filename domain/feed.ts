/** An agenda as a calendar elsewhere reads it (RFC 5545, 7986). */
import { escape, fold, utc } from './calendar.ts'

/** 'busy' says only that the time is taken. */
export const FEED_SHOWS = ['full', 'busy'] as const
export type FeedShows = (typeof FEED_SHOWS)[number]

/** What a feed holds, in days around the present. */
export const FEED_DAYS = { back: 90, ahead: 180, cancelled: 30 }
export const FEED_READS_PER_HOUR = 60

export const FEED_SHOWS_TEXT: Record<FeedShows, string> = {
  full: 'Servicio y nombre de pila',
  busy: 'Solo «Ocupado»',
}
/** Google asks when it likes, whatever the feed says. */
export const FEED_DELAY = 'Google puede tardar hasta 24 horas en actualizar.'

export interface FeedEvent {
  /** The same for as long as it is in the feed. */
  uid: string
  /** Grows with each change. */
  sequence: number
  /** Epoch milliseconds, like all instants here. */
  startMs: number
  endMs: number
  changedMs: number
  summary: string
  description?: string | undefined
  isCancelled: boolean
}

/**
 * The text of the feed, in as many parts as it has events and two. It depends on nothing but what it holds, so that a reader who
 * has it already is told so.
 */
export function* feedParts(name: string, events: Iterable<FeedEvent>): Generator<string> {
  yield textOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//enpunto//agenda//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escape(name)}`,
    `X-WR-CALNAME:${escape(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT30M',
    'X-PUBLISHED-TTL:PT30M',
  ])
  let isEmpty = true
  for (const event of events) {
    isEmpty = false
    yield textOf(eventLines(event))
  }
  if (isEmpty) yield textOf(UTC)
  yield textOf(['END:VCALENDAR'])
}

/** A calendar has at least one component, or strict readers refuse it: of an empty agenda the zone that its times would be in. */
const UTC = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const textOf = (lines: string[]) => lines.map((line) => fold(line) + '\r\n').join('')

const eventLines = ({
  uid,
  sequence,
  startMs,
  endMs,
  changedMs,
  summary,
  description,
  isCancelled,
}: FeedEvent) => [
  'BEGIN:VEVENT',
  `UID:${escape(uid)}`,
  `SEQUENCE:${sequence}`,
  `DTSTAMP:${utc(changedMs)}`,
  `LAST-MODIFIED:${utc(changedMs)}`,
  `DTSTART:${utc(startMs)}`,
  `DTEND:${utc(endMs)}`,
  `SUMMARY:${escape(summary)}`,
  ...(description ? [`DESCRIPTION:${escape(description)}`] : []),
  `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `TRANSP:${isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
  'END:VEVENT',
]

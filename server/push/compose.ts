import { permissionsOf } from '#domain/permissions.ts'
import { PUSH_TTL_SECONDS, pushBody, pushTitle, type PushKind } from '#domain/push.ts'
import { today } from '#domain/zone.ts'
import type { DueMessage } from '../messages/queries.ts'
import type { PushFacts } from './queries.ts'

/** What the service worker shows (web/static/sw.js). */
export interface Push {
  title: string
  body?: string
  /** What a tap opens. */
  url: string
  /** A later one of the same appointment takes the place of an earlier one. */
  tag: string
}

/** A push, by what is true when it leaves, or why there is nothing to say any more. */
export function composePush(
  row: DueMessage,
  facts: PushFacts | undefined,
  nowMs: number,
): Push | { skip: string } {
  if (!facts) return { skip: 'gone' }
  if (facts.queued_at < nowMs - PUSH_TTL_SECONDS * 1000 || facts.ends_at <= nowMs) return { skip: 'late' }
  if (row.kind !== 'push_cancelled' && facts.is_overtaken) return { skip: 'overtaken by a later change' }
  if (row.kind === 'push_undone' && !facts.was_told) return { skip: 'undone before it was told' }
  const kind = kindFor(row, facts)
  if (!kind) return { skip: 'not_theirs' }
  const { timezone, appointment_date, appointment_time, old } = facts
  const when = { appointment_date, appointment_time, ...(kind === 'gone' && whenBefore(old)) }
  return {
    title: pushTitle({ kind, ...when, today: today(timezone, nowMs) }),
    ...(facts.shows_names && kind !== 'gone' && { body: pushBody(facts) }),
    url: kind === 'gone' ? '/dashboard/appointments' : `/dashboard/appointments?cita=${row.appointment_id}`,
    tag: `cita-${row.appointment_id}`,
  }
}

const KINDS: Record<string, PushKind> = {
  push_booked: 'booked',
  push_moved: 'moved',
  push_undone: 'moved',
  push_cancelled: 'cancelled',
  push_confirmed: 'confirmed',
}

/** What it is to its reader, as they may see it now; undefined when it is none of theirs. */
function kindFor(row: DueMessage, facts: PushFacts): PushKind | undefined {
  const kind = KINDS[row.kind]
  const permissions = permissionsOf(facts.role, facts.switches)
  if (permissions.includes('appointments:read')) return kind
  const own = facts.member_professional_id
  if (!permissions.includes('appointments:own') || own === null) return undefined
  const before = Number(facts.old?.['professional_id'] ?? facts.professional_id)
  if (facts.professional_id === own) return kind === 'moved' && before !== own ? 'booked' : kind
  return kind === 'moved' && before === own ? 'gone' : undefined
}

function whenBefore(old: PushFacts['old']) {
  const { appointment_date: date, appointment_time: time } = old ?? {}
  return {
    ...(typeof date === 'string' && { appointment_date: date }),
    ...(typeof time === 'string' && { appointment_time: time }),
  }
}

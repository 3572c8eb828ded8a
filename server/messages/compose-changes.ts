import { KINDS_TO_CLIENTS } from '#domain/told.ts'
import { withoutLinks } from '#domain/unlinked.ts'
import type { ChangedAppointment, Email, EmailAppointment } from '../../emails/types.ts'
import type { Db } from '../database/db.ts'
import {
  againAt,
  changeMessages,
  heardAt,
  isAnotherPerson,
  isBeingTold,
  KINDS_TO_OWNERS,
  type ChangeData,
} from './change-queries.ts'
import {
  calendarFile,
  clientFactsOf,
  factsOf,
  NO_EMAIL,
  toClient,
  toOwner,
  type Composed,
  type ComposeContext,
} from './mail-parts.ts'
import type { AppointmentFacts, DueMessage } from './queries.ts'

type Kind = 'cancelled' | 'moved' | 'edited'

export async function changedClient(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const facts = clientFactsOf(row, context)
  if (!facts) return NO_EMAIL
  const change = await changeFor(row, context, db)
  if (!('kind' in change)) return change
  const { kind } = change
  const details = withoutLinks({ ...change.details, old: withoutLinks(change.details.old, facts) }, facts)
  const { render, publicUrl } = context
  const method = kind === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  const attachment = await calendarFile(db, facts, context, { method, sequence: details.sequence })
  return toClient(
    row,
    facts,
    context,
    (email): Email => {
      const data = { ...email, ...details, appointment: shown(kind, facts, details) }
      // A corrected address hears of the appointment for the first time, and so does who it was given to.
      if (kind !== 'cancelled' && change.isNewReader) return render.bookedClient(data)
      if (kind === 'moved') return render.movedClient(data)
      if (kind === 'edited') return render.editedClient(data)
      const page_url = facts.is_suspended ? null : `${publicUrl}/negocio/${facts.slug}`
      return render.cancelledClient({ ...data, page_url })
    },
    [attachment],
  )
}

export async function changedOwner(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const change = await changeFor(row, context, db)
  if (!('kind' in change)) return change
  const { facts, kind, details } = change
  const { render } = context
  return toOwner(row, facts, context, (email): Email => {
    const data = { ...email, ...details, appointment: shown(kind, facts, details) }
    if (kind === 'moved') return render.movedOwner(data)
    return kind === 'edited' ? render.editedOwner(data) : render.cancelledOwner(data)
  })
}

type ChangeDetails = Pick<ChangedAppointment, 'actor' | 'old' | 'reason'> & {
  sequence: number
  others: number
}

interface Change {
  facts: AppointmentFacts
  kind: Kind
  /** Only the address was corrected, or there was none before, or the appointment is another person's by now. */
  isNewReader: boolean
  details: ChangeDetails
}

/** The change as its recipient should be told it, the reason why no message is needed, or when to look again. */
async function changeFor(
  row: DueMessage,
  context: ComposeContext,
  db: Db,
): Promise<Change | { skip: string } | { until: number }> {
  const facts = factsOf(row, context)
  const [kind, audience] = row.kind.split('_') as [Kind, 'client' | 'owner']
  const { sequence, actor, old, others = 0 } = row.data as unknown as ChangeData

  const changes = await changeMessages(db, row.business_id, facts.id)
  if (changes[0] && changes[0].data.sequence > sequence) return { skip: 'overtaken by a later change' }
  if (kind !== 'cancelled' && (facts.status !== 'scheduled' || facts.ends_at <= context.now))
    return { skip: 'the appointment is over' }
  const kinds = audience === 'client' ? KINDS_TO_CLIENTS : KINDS_TO_OWNERS
  const { now, claimed } = context
  if (await isBeingTold(db, row, { kinds, channel: 'email', nowMs: now, claimed }))
    return { until: againAt(now) }

  const earlierTo = (who: string) =>
    changes.filter((other) => other.kind.endsWith(who) && other.data.sequence < sequence)
  // Earlier changes whose messages were never sent: the recipient still knows the values before them, unless another message
  // that left meanwhile said the new ones. Whoever that went to, a corrected address hears of the appointment for the first time.
  const known = { ...old }
  let unsent = 0
  let heard: number | undefined
  for (const { data, state, unanswered, created_at } of earlierTo(audience)) {
    const isNext = data.sequence === sequence - unsent - 1
    if (!isNext || (state !== 'skipped' && state !== 'failed') || unanswered > 0) break
    heard ??= await heardAt(db, { business_id: row.business_id, appointment_id: facts.id }, audience, {
      nowMs: context.now,
      except: row.id,
      claimed: context.claimed,
    })
    if (heard > created_at && !('client_email' in data.old)) break
    Object.assign(known, data.old)
    unsent++
  }
  const different = COMPARED.filter((column) => column in known && isDifferent(facts[column], known[column]))
  if (kind !== 'cancelled' && unsent > 0 && different.length === 0)
    return { skip: 'changed back before it was told' }

  const before = Object.fromEntries(
    SHOWN.filter((column) => different.includes(column)).map((column) => [column, known[column]]),
  ) as Partial<EmailAppointment>
  if (before.appointment_date || before.appointment_time || before.duration_minutes)
    for (const column of WHEN) Object.assign(before, { [column]: known[column] ?? facts[column] })
  return {
    facts,
    kind,
    isNewReader:
      different.includes('client_email') &&
      (Object.keys(before).length === 0 ||
        known['client_email'] === null ||
        (await isAnotherPerson(db, { ...facts, ...known }, facts))),
    details: { sequence, actor, old: before, others, reason: facts.cancellation_reason || null },
  }
}

const WHEN = ['appointment_date', 'appointment_time', 'duration_minutes'] as const
const SHOWN = [...WHEN, 'service_name', 'professional_name', 'price', 'price_kind'] as const

const COMPARED = [
  ...SHOWN,
  ...(['client_name', 'client_phone', 'client_email', 'client_id', 'notes'] as const),
] as const

const isDifferent = (now: unknown, before: unknown) => String(now ?? '') !== String(before ?? '')

/** The message of a cancellation names the appointment as its recipient knew it. */
function shown(kind: Kind, facts: AppointmentFacts, { old }: ChangeDetails): EmailAppointment {
  return kind === 'cancelled' ? { ...facts, ...old } : facts
}

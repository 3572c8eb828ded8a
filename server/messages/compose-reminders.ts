import { reminderExpires, type ReminderKind, type ReminderSkip } from '#domain/reminders.ts'
import { clientFactsOf, NO_EMAIL, toClient, type Composed, type ComposeContext } from './mail-parts.ts'
import type { AppointmentFacts, DueMessage } from './queries.ts'

/** Checks once more before sending, because much can change while a reminder waits. */
export async function reminder(row: DueMessage, context: ComposeContext): Promise<Composed> {
  const facts = clientFactsOf(row, context)
  if (!facts) return NO_EMAIL
  const kind = row.kind.replace('reminder_', '') as ReminderKind
  const skip = skipReason(kind, facts, row.data.starts_at, context.now)
  if (skip) return { skip }
  return toClient(row, facts, context, (email) =>
    context.render.reminder({
      ...email,
      kind,
      // The page behind the link asks for confirmation: opening it changes nothing, since virus scanners open
      // links, too.
      confirm_url: `${email.portal_url}&confirmar=${facts.id}`,
      is_confirmed: facts.client_confirmed_at !== null,
    }),
  )
}

/** Why a reminder is not sent any more. */
export function skipReason(
  kind: ReminderKind,
  facts: AppointmentFacts,
  startsAt: unknown,
  now: number,
): ReminderSkip | undefined {
  if (facts.status === 'cancelled') return 'cancelled'
  if (facts.status === 'completed') return 'completed'
  if (facts.starts_at !== startsAt) return 'moved'
  if (facts.is_suspended) return 'suspended'
  return now >= reminderExpires(kind, facts.starts_at) ? 'late' : undefined
}

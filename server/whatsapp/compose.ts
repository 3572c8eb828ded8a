import { withoutLinks } from '#domain/unlinked.ts'
import { amPm, mediumDate, type IsoDate } from '#domain/dates.ts'
import { inZone, zoneName } from '#domain/zone-name.ts'
import type { ReminderKind } from '#domain/reminders.ts'
import type { Db } from '../database/db.ts'
import { skipReason } from '../messages/compose-reminders.ts'
import { appointmentFacts, type AppointmentFacts, type DueMessage } from '../messages/queries.ts'
import { unapprovedBrands } from '../messages/sender-name-queries.ts'
import { phoneToken } from '../tokens.ts'
import { payloadFor } from './payload.ts'
import { greetedOf, readerFacts, type ReaderFacts } from './queries.ts'
import { isOvertaken, lastChange, tellsNothing } from './change-queries.ts'
import { isTemplateOff } from './template-queries.ts'
import { languageFor, templateMessage, templateOf } from './templates.ts'

interface Context {
  now: () => number
  publicUrl: string
}

/** A message as the API takes it, but for the mark by which its statuses are known. */
export interface Written {
  message: { to?: string; recipient?: string; type: string }
}

/** Tells of no appointment, though it stands with the last one: it goes to the person of its card. */
const BIRTHDAY = 'reminder_whatsapp_birthday'

/** The template of each kind, and whether it carries a link. */
export const KINDS: Record<string, { template: string; link: 'portal' | 'page' | undefined }> = {
  whatsapp_booked: { template: 'cita_confirmada_v1', link: 'portal' },
  whatsapp_changed: { template: 'cita_cambiada_v1', link: 'portal' },
  whatsapp_cancelled: { template: 'cita_cancelada_v1', link: 'page' },
  reminder_whatsapp_advance: { template: 'recordatorio_v1', link: undefined },
  reminder_whatsapp_two_hours: { template: 'recordatorio_v1', link: undefined },
  reminder_whatsapp_birthday: { template: 'cumpleanos_v1', link: undefined },
}

/**
 * Writes a message from the present state of the database, so that one that waited is still correct; or says why it is no
 * longer needed. Without the reader's consent none is written.
 * @throws Error for an unknown kind, or an appointment that does not exist.
 */
export async function composeWhatsApp(
  db: Db,
  row: DueMessage,
  context: Context,
): Promise<Written | { skip: string }> {
  if (row.kind === 'whatsapp_answer') return answer(row)
  const kind = Object.hasOwn(KINDS, row.kind) ? KINDS[row.kind] : undefined
  if (!kind) throw new Error(`Unknown kind of message: ${row.kind}`)
  const [[told], reading, greeted] = await Promise.all([
    appointmentFacts(db, [row]),
    readerFacts(db, row),
    row.kind === BIRTHDAY ? greetedOf(db, row) : undefined,
  ])
  if (!told || !reading) throw new Error('The appointment of this message does not exist')
  if (row.kind === BIRTHDAY && !greeted) return { skip: 'overtaken by a later change' }
  const typed = { ...told, ...greeted }
  const facts = withoutLinks(typed, typed)
  const reader = { ...reading, ...greeted }
  const skip = await skipped(db, row, facts, reader, context.now())
  if (skip) return { skip }
  const language = languageFor(templateOf(kind.template), reader.language)
  if (await isTemplateOff(db, kind.template, language)) return { skip: 'template' }
  // Every business writes by the same number: nothing in WhatsApp tells a bank's name from the bank.
  if ((await unapprovedBrands(db, [typed], context.now())).size > 0) return { skip: 'name' }
  const to = facts.client_phone.replace(/\D/g, '')
  const all = valuesOf(facts, reader.language)
  const said = row.kind === BIRTHDAY ? all.slice(0, 2) : all
  const values = [...said, ...(await linkOf(db, facts, kind.link, context))]
  const payloads = kind.template === 'recordatorio_v1' ? await replies(db, facts) : []
  return {
    message: { to, ...templateMessage(kind.template, { language: reader.language, values, payloads }) },
  }
}

async function skipped(
  db: Db,
  row: DueMessage,
  facts: AppointmentFacts,
  reader: ReaderFacts,
  now: number,
): Promise<string | undefined> {
  if (!reader.is_on) return 'off'
  if (!reader.takes_whatsapp) return reader.is_missing ? 'no_whatsapp' : 'no_consent'
  if (row.kind === BIRTHDAY) return facts.is_suspended ? 'suspended' : undefined
  if (row.kind.startsWith('reminder_')) {
    const kind = row.kind.replace('reminder_whatsapp_', '') as ReminderKind
    return skipReason(kind, facts, row.data['starts_at'], now)
  }
  if ((row.kind === 'whatsapp_cancelled') !== (facts.status === 'cancelled'))
    return 'overtaken by a later change'
  if (facts.ends_at <= now) return 'the appointment is over'
  if (await isOvertaken(db, row)) return 'overtaken by a later change'
  return row.kind === 'whatsapp_changed' && (await tellsNothing(db, row)) ? 'nothing to tell' : undefined
}

function valuesOf(facts: AppointmentFacts, language: string | null): string[] {
  const [date, time] = whenIn(language, facts)
  return [
    facts.client_name.trim().split(/\s+/)[0] || facts.client_name,
    facts.business_name,
    facts.service_name,
    facts.professional_name,
    date,
    inZone(time, zoneName(facts, language)),
  ]
}

/** Date and time in the words of a language: 'sábado 21 de noviembre', '3:00 pm'. */
function whenIn(
  language: string | null,
  { appointment_date, appointment_time }: { appointment_date: IsoDate; appointment_time: string },
): [date: string, time: string] {
  const locale = { en: 'en-US', pt: 'pt-BR' }[language?.slice(0, 2) ?? 'es']
  if (!locale) return [mediumDate(appointment_date), amPm(appointment_time)]
  const at = new Date(`${appointment_date}T${appointment_time.slice(0, 5)}:00Z`)
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(at)
  return [
    words({ weekday: 'long', day: 'numeric', month: 'long' }),
    words({ hour: 'numeric', minute: '2-digit' }),
  ]
}

async function linkOf(
  db: Db,
  facts: AppointmentFacts,
  link: 'portal' | 'page' | undefined,
  { publicUrl }: Context,
): Promise<string[]> {
  // The page of a suspended business, or of one that its owner deletes, is not there; the portal is.
  if (link === 'portal' || (link === 'page' && facts.is_suspended))
    return [`${publicUrl}/client?token=${await phoneToken(db, facts)}`]
  return link === 'page' ? [`${publicUrl}/negocio/${facts.slug}`] : []
}

async function replies(db: Db, { business_id, id }: AppointmentFacts): Promise<string[]> {
  const sequence = await lastChange(db, business_id, id)
  const payload = (act: 'confirm' | 'change' | 'cancel') =>
    payloadFor(db, { act, business_id, appointment_id: id, sequence })
  return Promise.all([payload('confirm'), payload('change'), payload('cancel')])
}

/** What is answered to a client who wrote: the whole message stands in the row. */
function answer({ data, recipient }: DueMessage): Written {
  const who = /^\d+$/.test(recipient) ? { to: recipient } : { recipient }
  return { message: { ...who, ...(data['message'] as { type: string }) } }
}

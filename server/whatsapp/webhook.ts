import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { WhatsAppSettings } from '../settings/whatsapp.ts'
import { TEMPLATES } from './templates.ts'

/** Whether a body was signed by Meta: `sha256=` and the HMAC of its bytes with the app's secret. */
export function isSigned(body: Buffer, header: unknown, secret: string): boolean {
  const given = typeof header === 'string' ? /^sha256=([0-9a-f]{64})$/.exec(header)?.[1] : undefined
  if (!given) return false
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', secret).update(body).digest())
}

/** Compares in a time that says nothing of how much is right. */
export function isSame(given: unknown, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(right))
}

/** What became of a message, as WhatsApp tells it. */
export interface Status {
  id: string
  status: string
  timestamp?: string
  recipient_id?: string
  recipient_user_id?: string
  biz_opaque_callback_data?: string
  errors?: { code?: number; title?: string }[]
}

/** What a client wrote or tapped. */
export interface Reply {
  id: string
  timestamp?: string
  type?: string
  from?: string
  from_user_id?: string
  context?: { id?: string }
  button?: { payload?: string; text?: string }
  interactive?: { button_reply?: { id?: string; title?: string } }
  text?: { body?: string }
  image?: Captioned
  video?: Captioned
  document?: Captioned
  /** Without an emoji it was taken back. */
  reaction?: { message_id?: string; emoji?: string }
}

interface Captioned {
  caption?: string
}

/** Our number as its web-hooks name it, digits alone; undefined where they do not. */
export function numberOf(body: unknown, { phoneNumberId }: Pick<WhatsAppSettings, 'phoneNumberId'>) {
  for (const entry of list(body, 'entry'))
    for (const change of list(entry, 'changes')) {
      const about = Object(Object(Object(change)['value'])['metadata']) as Record<string, unknown>
      const digits = String(about['display_phone_number'] ?? '').replace(/\D/g, '')
      if (about['phone_number_id'] === phoneNumberId && /^\d{7,15}$/.test(digits)) return digits
    }
  return undefined
}

/** What Meta says of a template: whether it may be sent, or what it takes it for. */
export interface TemplateEvent {
  kind: 'status' | 'category'
  name: string
  language: string
  /** Epoch milliseconds; 0 when it does not say. */
  at: number
  status?: string | undefined
  reason?: string | undefined
  category?: string | undefined
  /** What it is to become within a day. */
  next_category?: string | undefined
}

export type HookEvent = { status: Status } | { reply: Reply } | { template: TemplateEvent }

/** The events in the body of a web-hook, about this number and account alone; what is unknown is left out. */
export function eventsOf(
  body: unknown,
  { phoneNumberId, accountId }: Pick<WhatsAppSettings, 'phoneNumberId' | 'accountId'>,
): HookEvent[] {
  const all: HookEvent[] = []
  for (const entry of list(body, 'entry'))
    for (const change of list(entry, 'changes')) {
      const value = Object(Object(change)['value']) as Record<string, unknown>
      const template = templateOf(Object(change)['field'], value, Number(Object(entry)['time']))
      if (template && (!accountId || Object(entry)['id'] === accountId)) all.push({ template })
      // It is signed: what names no number is ours.
      const number = Object(value['metadata'])['phone_number_id'] as unknown
      if (number !== undefined && String(number) !== phoneNumberId) continue
      for (const status of list(value, 'statuses'))
        if (isNamed(status)) all.push({ status: status as Status })
      for (const reply of list(value, 'messages')) if (isNamed(reply)) all.push({ reply: reply as Reply })
    }
  return all
}

/** Undefined for what is about no template of ours. */
function templateOf(
  field: unknown,
  value: Record<string, unknown>,
  seconds: number,
): TemplateEvent | undefined {
  const text = (name: string, most = 40) => {
    const found = value[name]
    return typeof found === 'string' && found !== '' && found !== 'NONE' ? found.slice(0, most) : undefined
  }
  const name = text('message_template_name', 100)
  const language = text('message_template_language', 20)?.replace('-', '_')
  if (!language || !TEMPLATES.some((one) => one.name === name)) return undefined
  const about = { name: name!, language, at: seconds > 0 ? seconds * 1000 : 0 }
  if (field === 'message_template_status_update' && text('event'))
    return { kind: 'status', ...about, status: text('event'), reason: text('reason', 200) }
  if (field === 'template_category_update' && text('new_category'))
    return {
      kind: 'category',
      ...about,
      category: text('new_category'),
      next_category: text('correct_category'),
    }
  return undefined
}

const list = (holder: unknown, name: string): unknown[] => {
  const found = Object(holder)[name] as unknown
  return Array.isArray(found) ? found : []
}
const isNamed = (one: unknown) => {
  const { id } = Object(one) as { id?: unknown }
  return typeof id === 'string' && id !== '' && id.length <= 300
}

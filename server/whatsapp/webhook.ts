import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

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
}

export type HookEvent = { status: Status } | { reply: Reply }

/** The events in the body of a web-hook, about this number alone; what is unknown is left out. */
export function eventsOf(body: unknown, phoneNumberId: string): HookEvent[] {
  const all: HookEvent[] = []
  for (const entry of list(body, 'entry'))
    for (const change of list(entry, 'changes')) {
      const value = Object(Object(change)['value']) as Record<string, unknown>
      if (Object(value['metadata'])['phone_number_id'] !== phoneNumberId) continue
      for (const status of list(value, 'statuses'))
        if (isNamed(status)) all.push({ status: status as Status })
      for (const reply of list(value, 'messages')) if (isNamed(reply)) all.push({ reply: reply as Reply })
    }
  return all
}

const list = (holder: unknown, name: string): unknown[] => {
  const found = Object(holder)[name] as unknown
  return Array.isArray(found) ? found : []
}
const isNamed = (one: unknown) => {
  const { id } = Object(one) as { id?: unknown }
  return typeof id === 'string' && id !== '' && id.length <= 300
}

import type { ReturningClient } from '#domain/api/calls/remembered.ts'

/** Step 2 as typed, by field name. */
export interface Client {
  client_phone_country: string
  client_phone: string
  client_name: string
  client_email: string
  /** 'on' where somebody wants no messages, and so leaves no e-mail. */
  no_messages: string
  /** 'on' where somebody asks to be told by WhatsApp. */
  whatsapp_consent: string
  /** 'on' where somebody agrees to advertising. */
  marketing_consent: string
  notes: string
  client_id: string
  /** 'on' when ticked. */
  terms: string
  /** Whom this browser remembers, whose details only the server has; null: somebody types. */
  known?: ReturningClient | null | undefined
}

export function clientOf(form: FormData): Client {
  const text = (name: Exclude<keyof Client, 'known'>) => String(form.get(name) ?? '')
  return {
    client_phone_country: text('client_phone_country'),
    client_phone: text('client_phone'),
    client_name: text('client_name'),
    client_email: text('no_messages') ? '' : text('client_email'),
    no_messages: text('no_messages'),
    whatsapp_consent: text('no_messages') ? '' : text('whatsapp_consent'),
    marketing_consent: text('marketing_consent'),
    // Browsers send a line break as two characters, but people typed one.
    notes: text('notes').replaceAll('\r\n', '\n'),
    client_id: text('client_id'),
    terms: text('terms'),
    known: null,
  }
}

/** What stands in the form that the server drew, if somebody typed in it before the page's script was awake. */
export function typedEarly(): Client | undefined {
  const form = document.querySelector<HTMLFormElement>('form.form')
  const typed = form && clientOf(new FormData(form))
  const isTyped =
    typed?.client_phone || typed?.client_name || typed?.client_email || typed?.notes || typed?.client_id
  return typed && isTyped ? typed : undefined
}

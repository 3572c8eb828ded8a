import type { ReturningClient } from '#domain/api/calls/remembered.ts'
import { namedCountry } from '#domain/named-country.ts'

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
    client_phone_country: namedCountry(text('client_phone_country'), text('client_phone')),
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

const WHO = ['client_phone', 'client_name', 'client_email', 'client_id'] as const
const TEXTS = [...WHO, 'notes'] as const

/**
 * What stands in the form that the server drew, if somebody typed in it before the page's script was awake. What they left empty
 * is put there as it was drafted, unless that is of somebody else.
 */
export function typedEarly(draft: Client | undefined): Client | undefined {
  const form = document.querySelector<HTMLFormElement>('form.form')
  const typed = form && clientOf(new FormData(form))
  if (!typed || TEXTS.every((name) => !typed[name])) return undefined
  if (draft && WHO.every((name) => !draft[name] || draft[name].startsWith(typed[name])))
    fillIn(form, typed, draft)
  return clientOf(new FormData(form))
}

/** Into the fields themselves, which are uncontrolled: to draw the form anew would take the focus from whoever types. */
function fillIn(form: HTMLFormElement, typed: Client, draft: Client) {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!
  if (draft.client_phone && !typed.client_phone)
    field('client_phone_country').value = draft.client_phone_country
  for (const name of TEXTS) {
    if (typed[name] || !draft[name]) continue
    field(name).value = draft[name]
    field(name).dispatchEvent(new Event('input', { bubbles: true }))
    field(name).closest('details')?.setAttribute('open', '')
  }
  for (const box of ['terms', 'marketing_consent'] as const) if (draft[box]) field(box).checked = true
}

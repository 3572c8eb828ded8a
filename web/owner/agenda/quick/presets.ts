import { isSamePhone } from '#domain/quick/phones.ts'
import type { BlockPreset } from '../block/values.ts'
import { isMaskedClient, type Preset } from '../form/values.ts'
import { capitals, type QuickState } from './use-quick.ts'

/** What the sentence says of an appointment, as its form begins. */
export function presetOf(state: QuickState): Preset {
  const { date, time, service, professional } = state.values
  const client = clientOf(state)
  return {
    ...(date && { date }),
    ...(time && date && { time }),
    ...(service && { service_id: Number(service) }),
    ...(professional && { professional_id: Number(professional) }),
    // Nobody dictates an e-mail at the counter.
    walk_in: !client?.client_email,
    client,
  }
}

/** The card with what was typed, which was said last and counts. */
function clientOf({ quick, client }: QuickState): NonNullable<Preset['client']> {
  const { phone, email } = quick
  if (client && !email && (!phone || isSamePhone(phone, client.client_phone))) return client
  // A form that leaves the contacts to the card would drop what was typed.
  const card = isMaskedClient(client) ? { ...client, client_phone: '', client_email: '' } : client
  return {
    ...(quick.client && { client_name: capitals(quick.client.text) }),
    ...card,
    ...(phone && !isSamePhone(phone, card?.client_phone ?? '') && { client_phone: phone }),
    ...(email && { client_email: email }),
  }
}

/** What the sentence says of blocked time, as its form begins. */
export const blockOf = ({ values: { date, time, professional }, until, last }: QuickState): BlockPreset => ({
  ...(date && { date }),
  ...(last && { last }),
  ...(date && !time && !until && { isWhole: true }),
  ...(time && { time }),
  ...(until && { until }),
  ...(professional && { professional_id: Number(professional) }),
})

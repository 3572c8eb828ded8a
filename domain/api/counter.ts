/** What the owner alone may say of a new appointment, in calls. Its rules: domain/counter.ts. */
import { z } from 'zod'
import { ownDurationError, ownPriceError, SHORTEST_MINUTES } from '../counter.ts'
import { idOf, isBlank, numberOf } from '../fields.ts'
import { failure } from './answer.ts'
import { field, flag } from './request.ts'

export const atTheCounter = {
  starts_now: flag('True: on the minute, off the grid, and back to the start of today').default(false),
  anyway: flag(
    'True: outside the hours too. Never over another appointment or blocked time, nor on a date that was closed',
  ).default(false),
  duration_minutes: field<number | undefined, number | string | null | undefined>({
    error: ownDurationError,
    read: (value) => (isBlank(value) ? undefined : numberOf(value)),
    json: { type: 'integer', minimum: SHORTEST_MINUTES, description: 'Its own, instead of the service’s' },
  }).optional(),
  price: field<number | undefined, number | string | null | undefined>({
    error: ownPriceError,
    read: (value) => (isBlank(value) ? undefined : numberOf(value)),
    json: { type: 'number', minimum: 0, description: 'Its own, instead of the service’s' },
  }).optional(),
}

const said = z.object(atTheCounter)
export type AtTheCounter = z.output<typeof said>

/** Whose it is, chosen from the business's own cards. */
export const ofCard = {
  card_id: field<number>({
    error: (value) => (idOf(value) === undefined ? 'Cliente no encontrado' : undefined),
    read: (value) => idOf(value)!,
    json: {
      type: 'integer',
      description:
        'The client’s card, whose appointment it is; without it a card is found by telephone, e-mail and name',
    },
  }).optional(),
  as_on_card: flag(
    'True, with `card_id`: name, telephone, e-mail and document are those of the card, whatever else is sent; for who sees them masked',
  ).default(false),
}

/** The refusal of a time that the owner may book anyway. */
export const warnedTime = failure.extend({
  anyway: z.boolean().optional().meta({ description: 'With `anyway` it is booked all the same' }),
})

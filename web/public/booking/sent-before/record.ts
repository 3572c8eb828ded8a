import type { WholeChoice } from '../../business/types.ts'
import type { Attempt } from '../attempt.ts'
import { isSame } from '../choose/use-days.ts'
import type { Client } from '../client/client.ts'
import { stored } from '../stored.ts'

/** A booking that was sent and has no answer yet, or none that was seen. Holds nothing of the person. */
export interface Sent {
  key: string
  choice: WholeChoice
  /** Sent for whom the browser remembers: by the other door a key is another one. */
  isKnown: boolean
  /** When it was last sent by a press, in epoch milliseconds of this device. */
  at: number
  /** Its key books no more: who wants the time is booked under a new one. */
  isRefused?: boolean
  /** It was answered, and its confirmation may not have been seen yet. */
  isBooked?: boolean
}

const MOST = 3
/** The server knows a key for that long. */
const DAY_MS = 24 * 3_600_000

/** What this browser sent to a business, for a page that is opened after its tab was closed. */
export function sentTo(business: number) {
  const inBrowser = stored<Sent[]>('enviadas', business, { isKept: true })
  const all = () => (inBrowser.get() ?? []).filter(({ at }) => Math.abs(Date.now() - at) < DAY_MS)
  const others = (key: string) => all().filter((one) => one.key !== key)

  return {
    all,

    /** The same time by the same door, unless it was answered. */
    find: (choice: WholeChoice, { known }: Client): Sent | undefined =>
      all().find(
        (one) =>
          !one.isRefused && !one.isBooked && isSame(one.choice, choice) && one.isKnown === Boolean(known),
      ),

    put({ key, choice, client, at }: Attempt) {
      inBrowser.set([...others(key), { key, choice, isKnown: Boolean(client.known), at }].slice(-MOST))
    },

    refused: (key: string) =>
      inBrowser.set(all().map((one) => (one.key === key ? { ...one, isRefused: true } : one))),

    drop: (key: string) => inBrowser.set(others(key)),

    /** It is booked: nothing else that was sent is in doubt. */
    booked: (key: string) =>
      inBrowser.set(all().flatMap((one) => (one.key === key ? [{ ...one, isBooked: true }] : []))),

    forget(date: string, time: string) {
      const others = all().filter(({ choice }) => choice.date !== date || choice.time !== time)
      if (others.length > 0) inBrowser.set(others)
      else inBrowser.clear()
    },
  }
}

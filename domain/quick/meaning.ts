/** What a sentence is read with, and what it means. */
import type { IsoDate, Minute } from '../dates.ts'
import type { Opening } from './times.ts'

export interface Named {
  id: number
  name: string
}
export interface KnownClient {
  name: string
}

export interface QuickFacts<Client extends KnownClient = KnownClient> {
  now: { date: IsoDate; minute: Minute }
  services: readonly Named[]
  professionals: readonly Named[]
  clients: readonly Client[]
  /** The hours of a date, or the usual ones without a date. */
  openingOf: (date: IsoDate | undefined) => Opening | undefined
}

export type QuickAction = 'book' | 'block' | 'move'
export type QuickPart = 'client' | 'date' | 'time' | 'service' | 'professional'

export interface Quick<Client extends KnownClient = KnownClient> {
  action: QuickAction
  date?: IsoDate
  /** The last day of a block of several. */
  last?: IsoDate
  time?: Minute
  /** Of a block; of an appointment only as a doubt about its time. */
  until?: Minute
  service?: Named
  professional?: Named
  /** As it was typed, and the clients that it may mean: none is a new one. */
  client?: { text: string; known: Client[] }
  phone?: string
  email?: string
  /** What may be meant otherwise, with the other meanings where they are few. */
  doubts: Partial<Record<QuickPart, readonly Named[]>>
  /** The words that nothing was made of. */
  rest: string
}

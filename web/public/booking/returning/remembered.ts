import type { Client } from '../client/client.ts'
import { stored } from '../stored.ts'

/** What a client asked this phone to keep: nobody else has it. */
export interface Remembered {
  client: Client
  service: number
  variant?: number
  addons?: number[]
  professional: number
}

export const remembered = (business: number) => stored<Remembered>('recordado', business, { isKept: true })

/** What is chosen of a list of appointments, besides what its columns are. */
import type { DateOrder } from './when.ts'

/** What somebody said a name of the file is; null: nothing, its rows are left out. */
export interface ChosenName {
  name: string
  id: number | null
}

/** A name of the file, and which of the business's it is taken for. */
export interface FoundName {
  name: string
  rows: number
  id: number | null
  /** Whether it is the same, or was chosen; a likeness is to be looked at. */
  is_sure: boolean
}

export interface AgendaChoices {
  /** Null: as the file seems to have it. */
  order: DateOrder | null
  services: ChosenName[]
  professionals: ChosenName[]
  /** Also what lies outside of the hours. */
  outside_hours: boolean
  /** Whether each client is mailed a confirmation. */
  tells_clients: boolean
}

export interface AgendaSettings extends AgendaChoices {
  found: {
    order: DateOrder
    order_is_sure: boolean
    services: FoundName[]
    professionals: FoundName[]
  }
}

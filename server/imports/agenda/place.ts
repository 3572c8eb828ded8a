import type { AgendaTarget } from '#domain/import/agenda-columns.ts'
import { readAppointment, typedAppointment, type TypedAppointment } from '#domain/import/agenda-row.ts'
import type { AgendaChoices, AgendaSettings, ChosenName, FoundName } from '#domain/import/agenda.ts'
import { fileName, matchName, MOST_NAMES, nameKey, type Named } from '#domain/import/names.ts'
import { orderOf, type DateOrder } from '#domain/import/when.ts'
import { countryOfPhone } from '#domain/phone.ts'
import type { BusinessId } from '../../accounts/owner.ts'
import { timezoneOf } from '../../appointments/owner-queries.ts'
import { phoneOf } from '../../businesses/owner-queries.ts'
import type { Db, Tx } from '../../database/db.ts'
import { rowsAfter, type StoredRow } from '../queries.ts'
import { offerOf, type Offer } from './offer-queries.ts'

/** By what the rows of a list of appointments are read. */
export interface Place {
  owner: BusinessId
  nowMs: number
  timezone: string
  /** Whose telephones they are that name no country. */
  iso: string
  headings: string[]
  mapping: AgendaTarget[]
  order: DateOrder
  outside_hours: boolean
  offer: Offer
  /** The ids of names, by `nameKey`. */
  services: ReadonlyMap<string, number | null>
  professionals: ReadonlyMap<string, number | null>
}

interface Found {
  columns: string[]
  mapping: readonly string[] | null
  agenda: AgendaSettings | null
}

/** The place of a list whose columns and names are known. */
export async function placeOf(
  db: Db | Tx,
  owner: BusinessId,
  { columns, mapping, agenda }: Found,
  nowMs: number,
): Promise<Place> {
  const settings = agenda!
  const [timezone, phone, offer] = [
    await timezoneOf(db, owner),
    await phoneOf(db, owner),
    await offerOf(db, owner),
  ]
  return {
    owner,
    nowMs,
    timezone,
    iso: countryOfPhone(phone),
    headings: columns,
    mapping: mapping as AgendaTarget[],
    order: settings.order ?? settings.found.order,
    outside_hours: settings.outside_hours,
    offer,
    services: idsOf(settings.found.services, offer.services),
    professionals: idsOf(settings.found.professionals, offer.professionals),
  }
}

/** Names with what they are; what the business has no more is nothing. */
const idsOf = (names: readonly FoundName[], known: readonly Named[]) =>
  new Map(names.map(({ name, id }) => [nameKey(name), known.some((each) => each.id === id) ? id : null]))

/** What a name of the file is; a name that nobody was asked about has to be the same. */
export function idOf(kind: 'services' | 'professionals', name: string, place: Place): number | undefined {
  const key = nameKey(name)
  const known = place[kind].get(key)
  if (known !== undefined) return known ?? undefined
  const match = matchName(name, place.offer[kind])
  return match?.is_sure ? match.id : undefined
}

export const typedOfRow = (
  { cells, typed }: StoredRow,
  columns: { mapping: AgendaTarget[]; headings: string[]; iso: string },
): TypedAppointment => ({
  ...typedAppointment(cells, columns.mapping, columns),
  ...typed,
})

export const readOfRow = (row: StoredRow, place: Place) => readAppointment(typedOfRow(row, place), place)

const AT_ONCE = 1000

/** Reads the whole list once for its names and the order of its dates. */
export async function settle(
  tx: Tx,
  owner: BusinessId,
  import_id: number,
  columns: { mapping: AgendaTarget[]; headings: string[]; iso: string },
  choices: AgendaChoices,
): Promise<AgendaSettings> {
  const offer = await offerOf(tx, owner)
  const dates: string[] = []
  const services = new Map<string, { name: string; rows: number }>()
  const professionals = new Map<string, { name: string; rows: number }>()
  for (let reached = 0; ;) {
    const rows = await rowsAfter(tx, owner, import_id, reached, AT_ONCE)
    if (rows.length === 0) break
    for (const row of rows) {
      const typed = typedOfRow(row, columns)
      dates.push(typed.date)
      count(services, typed.service)
      count(professionals, typed.professional)
    }
    reached = rows.at(-1)!.n
  }
  const { order, isSure } = orderOf(dates)
  return {
    ...choices,
    found: {
      order,
      order_is_sure: isSure,
      services: matched(services, offer.services, choices.services),
      professionals: matched(professionals, offer.professionals, choices.professionals),
    },
  }
}

function count(names: Map<string, { name: string; rows: number }>, typed: string) {
  const name = fileName(typed)
  const key = nameKey(name)
  const known = names.get(key)
  if (known) known.rows++
  else names.set(key, { name, rows: 1 })
}

/** What was chosen of each name, or else what it seems to be; of one only, nobody needs to be named. */
function matched(
  names: ReadonlyMap<string, { name: string; rows: number }>,
  known: readonly Named[],
  chosen: readonly ChosenName[],
): FoundName[] {
  const said = new Map(chosen.map(({ name, id }) => [nameKey(name), id]))
  return [...names]
    .sort(([, a], [, b]) => b.rows - a.rows)
    .slice(0, MOST_NAMES)
    .map(([key, { name, rows }]) => {
      const id = said.get(key)
      if (id !== undefined) {
        const is_there = id !== null && known.some((each) => each.id === id)
        return { name, rows, id: is_there ? id : null, is_sure: true }
      }
      const match =
        key === '' && known.length === 1 ? { id: known[0]!.id, is_sure: true } : matchName(name, known)
      return { name, rows, id: match?.id ?? null, is_sure: match?.is_sure ?? false }
    })
}

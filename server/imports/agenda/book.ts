import { sorter, type Person } from '#domain/import/match.ts'
import type { BusinessId } from '../../accounts/owner.ts'
import { lockProfessionals } from '../../appointments/change-queries.ts'
import { cancelExpiredHolds } from '../../appointments/hold-queries.ts'
import { joinBookings } from '../../businesses/queries.ts'
import type { Tx } from '../../database/db.ts'
import { countBatch, fillCards, FULL, hasRoom, makeCards, type nextAtWork } from '../card-queries.ts'
import { lockedCards } from '../match-queries.ts'
import { rowsAfter, updateImport } from '../queries.ts'
import { judging, tookMeanwhile, type Ready } from './judge.ts'
import { placeOf } from './place.ts'
import {
  announce,
  dropCards,
  finishAppointments,
  insertImported,
  lockForBooking,
  mayBook,
  tellClients,
  type FinishedAppointment,
  type Imported,
} from './write-queries.ts'

type AtWork = NonNullable<Awaited<ReturnType<typeof nextAtWork>>>

/** Who books a time of a batch waits for the whole of it: it is short. */
const BATCH = 200

/** Books the next rows of an import, in one transaction with the row up to which it came. */
export async function bookBatch(tx: Tx, found: AtWork, nowMs: number): Promise<void> {
  const { id, created_by } = found
  const owner = found.business_id as BusinessId
  const at = new Date(nowMs).toISOString()
  const rows = await rowsAfter(tx, owner, id, found.reached, BATCH)
  if (rows.length === 0) {
    await updateImport(tx, owner, id, { state: 'done', ended_at: at })
    return
  }
  // Before anything is read that appointments are made from: zone, hours, who works and what is offered.
  await joinBookings(tx, owner)
  if (!(await mayBook(tx, owner))) return
  const place = await placeOf(tx, owner, found, nowMs)
  await lockForBooking(tx, owner)
  const professionals = [...new Set(place.professionals.values())].filter((one) => one !== null)
  for (const professional_id of professionals.sort((a, b) => a - b)) {
    await lockProfessionals(tx, owner, professional_id)
    await cancelExpiredHolds(tx, nowMs, { business_id: owner, professional_id })
  }
  const { ready, wrong, known } = await judging(tx, place)(rows)
  const by = { import_id: id, user_id: created_by, at, tells: found.agenda!.tells_clients }
  const finished: FinishedAppointment[] = [
    ...wrong.map((row) => ({ ...row, done: 'failed' as const })),
    ...known.map(({ n, card_id }) => ({ n, card_id, done: 'known' as const })),
    ...(await written(tx, owner, ready, by)),
  ]
  await finishAppointments(tx, owner, id, finished)
  const count = (what: FinishedAppointment['done']) => finished.filter(({ done }) => done === what).length
  await countBatch(tx, owner, id, {
    reached: rows.at(-1)!.n,
    made: count('made'),
    updated: 0,
    known: count('known'),
    failed: count('failed'),
  })
  if (count('made') > 0) await announce(tx, owner)
}

interface By {
  import_id: number
  user_id: number
  at: string
  tells: boolean
}

/** Writes the appointments, with cards for clients who have none; those of known clients get what they lack. */
async function written(
  tx: Tx,
  owner: BusinessId,
  ready: Ready[],
  { import_id, user_id, at, tells }: By,
): Promise<FinishedAppointment[]> {
  if (ready.length === 0) return []
  const people = ready.map(({ n, row }) => ({ n, row: row.client }))
  const cards = await lockedCards(tx, owner, people)
  const sort = sorter()
  const sorted = people.map(({ n, row }) => sort(row, cards.get(n)))
  const made = new Map<Person, number>()
  for (const each of sorted) if (each.outcome === 'new') made.set(each.person, 0)
  if (made.size > 0 && !(await hasRoom(tx, owner, made.size)))
    return ready.map(({ n }) => ({ n, done: 'failed', field: 'client_name', error: FULL }))
  const persons = [...made.keys()]
  const ids = await makeCards(
    tx,
    owner,
    persons.map(({ row }) => row),
    { at, import_id },
  )
  for (const [index, person] of persons.entries()) made.set(person, ids[index]!)

  const booked = await insertImported(
    tx,
    owner,
    ready.map((each, index): Imported => {
      const of = sorted[index]!
      const card_id = 'person' in of ? made.get(of.person)! : of.card
      return { ...rowOf(each), n: each.n, card_id, booked_by_user_id: user_id, created_at: at }
    }),
  )
  const byRow = new Map(booked.map((row) => [row.n, row]))
  const used = new Set(booked.map(({ card_id }) => card_id))
  await dropCards(
    tx,
    owner,
    ids.filter((card) => !used.has(card)),
  )
  if (tells)
    await tellClients(
      tx,
      owner,
      booked.map(({ id }) => id),
    )
  // Only by what is booked; by then and not by the job of the cards, so that it can be taken back.
  const fill = sorter()
  const filled = people.flatMap(({ n, row }) => {
    const known = byRow.has(n) ? cards.get(n) : undefined
    const of = known && fill(row, known)
    return of?.outcome === 'update' ? [{ n, card: of.card, filled: of.filled }] : []
  })
  await fillCards(tx, owner, filled, at)
  const filledBy = new Map(filled.map((each) => [each.n, each.filled]))
  const fresh = new Set(ids)
  return ready.map(({ n, professional_name }): FinishedAppointment => {
    const row = byRow.get(n)
    if (!row) return { n, done: 'failed', field: 'time', error: tookMeanwhile(professional_name) }
    const { id, card_id, version } = row
    return {
      n,
      done: 'made',
      card_id,
      made_card: fresh.has(card_id),
      filled: filledBy.get(n),
      appointment_id: id,
      appointment_version: version,
    }
  })
}

function rowOf({ row, terms, startsMs, key, ...each }: Ready) {
  const { client_name, client_phone, client_email, client_id } = row.client
  return {
    client_name,
    client_phone,
    client_email,
    client_id,
    service_id: each.service_id,
    service_name: terms.service_name,
    professional_id: each.professional_id,
    professional_name: each.professional_name,
    appointment_date: each.appointment_date,
    appointment_time: each.appointment_time,
    duration_minutes: terms.duration_minutes,
    starts_at: new Date(startsMs).toISOString(),
    ends_at: new Date(startsMs + terms.duration_minutes * 60_000).toISOString(),
    occupied: each.occupied,
    price: terms.price,
    price_kind: terms.price_kind,
    notes: row.notes,
    booked_by: 'owner' as const,
    idempotency_key: key,
  }
}

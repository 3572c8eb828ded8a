import { occupiedOf } from '#server/database/occupied.ts'
import type { Tx } from '#server/database/db.ts'
import type { Planned } from './appointments.ts'
import { PROFESSIONALS, SERVICES } from './salon.ts'

/** The rows that the plan's positions stand for. */
export interface SalonIds {
  business_id: number
  user_id: number
  services: number[]
  professionals: number[]
}

/** PostgreSQL takes 65,535 parameters in a statement. */
const AT_ONCE = 500

/** Inserts them with their history, without messages. */
export async function insertAppointments(tx: Tx, ids: SalonIds, plan: Planned[]) {
  const cards = await insertCards(tx, ids, plan)
  for (let from = 0; from < plan.length; from += AT_ONCE) {
    const some = plan.slice(from, from + AT_ONCE)
    const rows = await tx
      .insertInto('appointments')
      .values(some.map((one) => ({ ...rowOf(ids, one), card_id: cards.get(clientOf(one))! })))
      .returning('id')
      .execute()
    const changes = some.flatMap((one, i) => changeOf(ids, rows[i]!.id, one) ?? [])
    if (changes.length > 0) await tx.insertInto('appointment_history').values(changes).execute()
  }
}

/** What tells one client of the plan from another. */
const clientOf = (one: Planned) => `${one.client_phone} ${one.client_email} ${one.client_name}`

/**
 * The card of each client, by `clientOf`. Bookings find theirs one after the other; many in one statement would not see those
 * that it makes.
 */
async function insertCards(tx: Tx, { business_id }: SalonIds, plan: Planned[]): Promise<Map<string, number>> {
  const first = new Map<string, Planned>()
  for (const one of plan.toSorted((a, b) => a.booked - b.booked))
    if (!first.has(clientOf(one))) first.set(clientOf(one), one)
  if (first.size === 0) return new Map()
  const rows = await tx
    .insertInto('client_cards')
    .values(
      [...first.values()].map(({ client_name, client_phone, client_email, booked }) => ({
        business_id,
        client_name,
        client_phone,
        client_email,
        created_at: iso(booked),
      })),
    )
    .returning('id')
    .execute()
  return new Map([...first.keys()].map((client, i) => [client, rows[i]!.id]))
}

function rowOf({ business_id, user_id, services, professionals }: SalonIds, one: Planned) {
  const [service_name, , duration_minutes, price] = SERVICES[one.service]!
  const { outcome } = one
  return {
    business_id,
    client_name: one.client_name,
    client_phone: one.client_phone,
    client_email: one.client_email,
    service_id: services[one.service]!,
    service_name,
    duration_minutes,
    price,
    professional_id: professionals[one.professional]!,
    professional_name: PROFESSIONALS[one.professional]![0],
    appointment_date: one.appointment_date,
    appointment_time: one.appointment_time,
    starts_at: iso(one.starts),
    ends_at: iso(one.ends),
    occupied: occupiedOf(one.starts, one.ends),
    created_at: iso(one.booked),
    booked_by: one.booked_by,
    booked_by_user_id: one.booked_by === 'owner' ? user_id : null,
    status: STATUS[outcome],
    attendance_status: outcome === 'attended' || outcome === 'no_show' ? outcome : ('pending' as const),
    client_confirmed_at: outcome === 'confirmed' ? iso(one.settled) : null,
    cancellation_reason: outcome === 'cancelled' ? 'Se me presentó un imprevisto' : null,
  }
}

const STATUS = {
  scheduled: 'scheduled',
  confirmed: 'scheduled',
  attended: 'completed',
  no_show: 'completed',
  cancelled: 'cancelled',
} as const

const pending = { status: 'scheduled', attendance_status: 'pending' }
const OLD = {
  confirmed: { client_confirmed_at: null },
  attended: pending,
  no_show: pending,
  cancelled: { status: 'scheduled', cancellation_reason: null },
}

function changeOf({ business_id, user_id }: SalonIds, appointment_id: number, one: Planned) {
  const { outcome } = one
  if (outcome === 'scheduled') return undefined
  const isOwners = outcome === 'attended' || outcome === 'no_show'
  return {
    business_id,
    appointment_id,
    change: outcome,
    actor: isOwners ? ('owner' as const) : ('client' as const),
    user_id: isOwners ? user_id : null,
    at: iso(one.settled),
    old: JSON.stringify(OLD[outcome]),
  }
}

const iso = (ms: number) => new Date(ms).toISOString()

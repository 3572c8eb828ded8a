import { setTimeout as sleep } from 'node:timers/promises'
import { briefly, inLineOf, waitsUntil } from '../turns/business-turns.ts'
import { sqlState, type Db } from '../database/db.ts'
import { insertAppointment, insertAppointments, type NewBooking } from './queries.ts'

/** Bookings in one statement: what they share of it is spared, and they hold each other's locks until it ends. */
const MOST_TOGETHER = 16
/** After so long the next ones are written beside those that still wait for the database. */
const PATIENCE_MS = 100

interface Waiting extends NewBooking {
  resolve: (id: number | undefined) => void
  reject: (error: unknown) => void
}
type Line = Waiting[]

const lines = new WeakMap<Db, Map<number, Line>>()

/**
 * Writes a booking as `insertAppointment` does. Those of one business that come while others of it are being written are written
 * together, in one statement and with one commit; those of other businesses never wait for them.
 * @throws Refusal 503 when it waits for too long.
 */
export function writeBooking(db: Db, booking: NewBooking): Promise<number | undefined> {
  const { business_id } = booking.appointment
  let ofDb = lines.get(db)
  if (!ofDb) lines.set(db, (ofDb = new Map<number, Line>()))
  const line = ofDb.get(business_id)
  return new Promise((resolve, reject) => {
    const waiting = { ...booking, resolve, reject }
    if (line) return void line.push(waiting)
    const opened = [waiting]
    ofDb.set(business_id, opened)
    // Whoever comes in the same turn of the event loop is written with it.
    setImmediate(() => void writeLine(db, opened).finally(() => ofDb.delete(business_id)))
  })
}

async function writeLine(db: Db, line: Line): Promise<void> {
  let answer: Answer = () => {}
  while (line.length > 0) {
    const written = writeAll(db, strangers(line))
    // Answering takes this process as long as writing takes the database: so the next ones are sent first.
    setImmediate(answer)
    const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => () => void written.then(answerNow))
    answer = await Promise.race([written, late])
  }
  answer()
}

/** Tells those of a batch what became of them. */
type Answer = () => void
const answerNow = (answer: Answer) => answer()

/** Takes the first ones out of a line, each of another person: what one writes, the statement itself does not see. */
function strangers(line: Line): Waiting[] {
  const known = new Set<string>()
  const batch: Waiting[] = []
  const others: Waiting[] = []
  for (const waiting of line) {
    const names = namesOf(waiting)
    const isStranger = batch.length < MOST_TOGETHER && !names.some((name) => known.has(name))
    if (isStranger) batch.push(waiting)
    else others.push(waiting)
    // Also of one who stays: of two with something in common, the earlier one is written first.
    for (const name of names) known.add(name)
  }
  line.splice(0, line.length, ...others)
  return batch
}

const namesOf = ({ appointment }: Waiting) => {
  const { idempotency_key, client_email, client_phone, client_id, card_id = null } = appointment
  return [
    `key ${idempotency_key}`,
    ...(client_email === null ? [] : [`e-mail ${client_email.toLowerCase()}`]),
    ...(client_phone === '' ? [] : [`phone ${client_phone}`]),
    ...(client_id === null ? [] : [`document ${client_id}`]),
    ...(card_id === null ? [] : [`card ${card_id}`]),
  ]
}

async function writeAll(db: Db, batch: Waiting[]): Promise<Answer> {
  const until = waitsUntil()
  try {
    const ids =
      batch.length > 1 ? await insertAll(db, batch, until) : [await insertAlone(db, batch[0]!, until)]
    return () => batch.forEach(({ resolve }, i) => resolve(ids[i]))
  } catch (error) {
    if (batch.length === 1 || !isOfOne(error)) return () => batch.forEach(({ reject }) => reject(error))
    // Of what the database refused nothing is written: each hears alone what it is refused for, and waits for no other.
    await Promise.all(batch.map((waiting) => writeAlone(db, waiting, until)))
    return () => {}
  }
}

/** Whether the database refused a statement for what is in it: a value, a promise, a lock. Otherwise it cannot take any at the moment. */
const isOfOne = (error: unknown) => /^(22|23|40|55|P0)/.test(sqlState(error) ?? '')

const writeAlone = (db: Db, waiting: Waiting, until: number) =>
  insertAlone(db, waiting, until).then(waiting.resolve, waiting.reject)

const insertAll = (db: Db, batch: Waiting[], until: number) =>
  briefly(
    db,
    batch[0]!.appointment.business_id,
    (lockTimeoutMs) => insertAppointments(db, batch, lockTimeoutMs),
    until,
  )

const insertAlone = (db: Db, { appointment, by }: Waiting, until: number) =>
  inLineOf(
    db,
    appointment.business_id,
    (lockTimeoutMs) => insertAppointment(db, appointment, by, lockTimeoutMs),
    until,
  )

import { setTimeout as sleep } from 'node:timers/promises'
import { atMost } from '../at-most.ts'
import { sqlState, type Db } from '../db.ts'
import { busy } from '../in-turn.ts'
import { insertAppointment, insertAppointments, type NewBooking } from './queries.ts'

/** Bookings in one statement: what they share of it is spared, and they hold each other's locks until it ends. */
const MOST_TOGETHER = 16
/** After so long the next ones are written beside those that still wait for the database. */
const PATIENCE_MS = 100
/** Longer than a booking takes; who waits for more is written alone. */
const LOCK_TIMEOUT_MS = 250
/** Of one business: each of them may hold a connection as long as a lock of it is held by somebody else. */
const MOST_ALONE = 3
/** As long as a statement may take: nobody waits for more than those ahead. */
const MOST_WAIT_MS = 7_000

interface Waiting extends NewBooking {
  resolve: (id: number | undefined) => void
  reject: (error: unknown) => void
}
type Line = Waiting[]

const lines = new WeakMap<Db, Map<number, Line>>()

/**
 * Writes a booking as `insertAppointment` does. Those of one business that come while others of it are being written are written
 * together, in one statement and with one commit; those of other businesses never wait for them.
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
  try {
    const ids =
      batch.length > 1
        ? await insertAppointments(db, batch, LOCK_TIMEOUT_MS)
        : [await insertAlone(db, batch[0]!)]
    return () => batch.forEach(({ resolve }, i) => resolve(ids[i]))
  } catch (error) {
    if (batch.length === 1 || !isOfOne(error)) return () => batch.forEach(({ reject }) => reject(error))
    // Of what the database refused nothing is written: each hears alone what it is refused for, and waits for no other.
    await Promise.all(batch.map((waiting) => writeAlone(db, waiting)))
    return () => {}
  }
}

/** Whether the database refused a statement for what is in it: a value, a promise, a lock. Otherwise it cannot take any at the moment. */
const isOfOne = (error: unknown) => /^(22|23|40|55|P0)/.test(sqlState(error) ?? '')

const writeAlone = (db: Db, waiting: Waiting) =>
  insertAlone(db, waiting).then(waiting.resolve, waiting.reject)

interface Turns {
  inTurn: ReturnType<typeof atMost>
  count: number
}
const turns = new WeakMap<Db, Map<number, Turns>>()

/**
 * Writes one in a statement of its own, a few of a business at once: whatever it waits for, connections are left for others.
 * @throws Refusal 503 when those ahead take too long.
 */
async function insertAlone(db: Db, { appointment, by }: NewBooking): Promise<number | undefined> {
  const { business_id } = appointment
  let ofDb = turns.get(db)
  if (!ofDb) turns.set(db, (ofDb = new Map<number, Turns>()))
  let own = ofDb.get(business_id)
  if (!own) ofDb.set(business_id, (own = { inTurn: atMost(MOST_ALONE), count: 0 }))
  own.count++
  const since = performance.now()
  try {
    return await own.inTurn(async () => {
      if (performance.now() - since > MOST_WAIT_MS) throw busy()
      return insertAppointment(db, appointment, by)
    })
  } finally {
    if (--own.count === 0) ofDb.delete(business_id)
  }
}

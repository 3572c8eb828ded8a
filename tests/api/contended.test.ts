/**
 * Bookings with and without preference, moves, resizes, cancellations and time off of a few professionals at once, at
 * random: nothing overlaps, nothing lies in a time off that was not told of it, and of two requests with one key comes one
 * appointment. CONTENDED_TRIES=300000 tries for longer, CONTENDED_SEED=2 something else; the last line says how many
 * were tried, done and refused.
 */
import { book } from '#server/appointments/book.ts'
import { cancel } from '#server/appointments/cancel.ts'
import { edit } from '#server/appointments/move.ts'
import { resize } from '#server/appointments/resize.ts'
import type { BusinessId } from '#server/accounts/session.ts'
import { Refusal } from '#server/http/refusal.ts'
import { ANY } from '#domain/choice.ts'
import { addTimeOff, deleteTimeOff } from '#server/time-off/save.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { database, NOW, salon } from '../helper.ts'

const TRIES = Number(process.env.CONTENDED_TRIES ?? 600)
const SEED = Number(process.env.CONTENDED_SEED ?? 20261122)
const AT_ONCE = 16
const LIMIT = 6
const DATES = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26']
const db = await database()

/** The same run for the same seed, but for what meets when. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state >>> 0) % 1_000_003) % below
  }
}

test(
  'many tries over book, move, resize, cancel and block: nothing overlaps or slips through',
  { timeout: 600_000 + 60 * TRIES },
  async () => {
    const place = await salon(db)
    const { business_id, service_id, user_id } = place
    const owner = business_id as BusinessId
    // One with preparation and cleaning, one with a pause.
    await sql`update businesses set max_future_appointments = 100 where id = ${owner}`.execute(db)
    await sql`update services set buffer_before = 5, buffer_after = 10 where id = ${service_id}`.execute(db)
    const services = [service_id]
    const { rows: dye } = await sql<{ id: number }>`
    insert into services (business_id, service_name, duration_minutes, gap_from, gap_minutes)
    values (${owner}, 'Tinte', 120, 30, 60) returning id`.execute(db)
    services.push(dye[0]!.id)
    const professionals = [place.professional_id]
    for (const daily_limit of [null, LIMIT]) {
      const { rows } = await sql<{ id: number }>`
      insert into professionals (business_id, professional_name, daily_limit)
      values (${owner}, ${`P${daily_limit}`}, ${daily_limit}) returning id`.execute(db)
      professionals.push(rows[0]!.id)
    }
    const pick = random(SEED)
    const one = <T>(list: readonly T[]): T => list[pick(list.length)]!
    const clock = () => `${String(9 + pick(8)).padStart(2, '0')}:${pick(2) ? '30' : '00'}`
    const by = { user_id, nowMs: NOW }
    const booked: number[] = []
    const blocks = new Map<number, Set<number>>()
    const count = { tried: 0, done: 0, refused: 0, withoutPreference: 0 }
    const wish = () => {
      const n = count.tried
      return {
        business_id,
        service_id: one(services),
        client_name: 'Ana',
        client_phone: `+57310${String(n).padStart(7, '0')}`,
        client_email: `c${n}@correo.example`,
        client_id: null,
        notes: null,
        appointment_date: one(DATES),
        appointment_time: clock(),
      }
    }
    const author = () =>
      pick(4)
        ? { actor: 'client' as const, consentVersion: null }
        : { actor: 'owner' as const, user_id, consentVersion: null }

    const acts: (() => Promise<unknown>)[] = [
      async () => {
        const input = { ...wish(), professional_id: one(professionals) }
        const { appointment } = await book(db, NOW, input, { ...author(), key: undefined })
        booked.push(appointment.id)
      },
      async () => {
        const to = {
          appointment_date: one(DATES),
          appointment_time: clock(),
          professional_id: one(professionals),
        }
        await edit(db, { business_id, id: one(booked) }, to, { ...by, seesContacts: true })
      },
      () => resize(db, { business_id, id: one(booked) }, { duration_minutes: 15 + 15 * pick(12) }, by),
      async () => {
        const from = 9 + pick(8)
        const { time_off, conflicts } = await addTimeOff(
          db,
          owner,
          {
            professional_id: pick(3) ? one(professionals) : null,
            kind: 'block',
            first_date: one(DATES),
            last_date: '',
            from_time: `${String(from).padStart(2, '0')}:00`,
            to_time: `${String(from + 1).padStart(2, '0')}:00`,
            reason: null,
            show_reason: false,
            repeat_weeks: null,
            repeat_until: null,
          },
          { ...by, limit: 100, isOwn: false },
        )
        blocks.set(time_off.id, new Set(conflicts.map(({ id }) => id)))
      },
      async () => {
        // So that there is room again.
        const oldest = blocks.keys().next().value
        if (oldest === undefined || blocks.size < 6) return
        blocks.delete(oldest)
        await db
          .transaction()
          .execute((tx) => deleteTimeOff(tx, owner, oldest, { ...by, following: false, mayWrite() {} }))
      },
      async () => {
        // Cancelled for good: what comes later meets those that are left.
        const [id] = booked.splice(pick(booked.length), 1)
        await cancel(db, { business_id, id: id! }, { actor: 'owner', ...by })
      },
      async () => {
        // Whoever hears nothing sends the same once more, while the first may still be under way.
        const input = { ...wish(), professional_id: ANY } as const
        const request = { ...author(), key: `any-${count.tried}` }
        const sent = await Promise.allSettled(
          Array.from({ length: 1 + pick(2) }, () => book(db, NOW, input, request)),
        )
        const failed = sent.find((each) => each.status === 'rejected')
        if (failed) {
          assert.ok(
            sent.every(({ status }) => status === 'rejected'),
            'one key, booked and refused',
          )
          throw failed.reason
        }
        const ids = sent.flatMap((each) => (each.status === 'fulfilled' ? each.value.appointment.id : []))
        assert.equal(new Set(ids).size, 1, 'one key, two appointments')
        booked.push(ids[0]!)
        count.withoutPreference++
      },
    ]
    const weights = [0, 0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 6]

    async function check() {
      const { rows: overlaps } = await sql`
      select a.id from appointments a join appointments b on b.business_id = a.business_id
        and b.professional_id = a.professional_id and b.id > a.id and b.occupied && a.occupied and b.status <> 'cancelled'
      where a.business_id = ${owner} and a.status <> 'cancelled'`.execute(db)
      assert.deepEqual(overlaps, [], 'overlaps')
      const { rows: inside } = await sql<{ id: number; block: number }>`
      select a.id, t.id as block from appointments a join time_off t on t.business_id = a.business_id
        and (t.professional_id is null or t.professional_id = a.professional_id)
        and a.occupied && tstzrange(t.starts_at, t.ends_at)
      where a.business_id = ${owner} and a.status <> 'cancelled'`.execute(db)
      assert.deepEqual(
        inside.filter(({ id, block }) => blocks.has(block) && !blocks.get(block)!.has(id)),
        [],
        'slipped into a time off',
      )
      const { rows: twice } = await sql`
      select idempotency_key from appointments where business_id = ${owner} and idempotency_key is not null
      group by idempotency_key having count(*) > 1`.execute(db)
      assert.deepEqual(twice, [], 'one key, two appointments')
      const { rows: mails } = await sql`
      select a.id from appointments a left join messages m on m.business_id = a.business_id and m.appointment_id = a.id
        and m.kind in ('booked_client', 'booked_owner')
      where a.business_id = ${owner} group by a.business_id, a.id
      having count(m.id) <> case when a.booked_by = 'client' then 2 else 1 end`.execute(db)
      assert.deepEqual(mails, [], 'not one set of mails')
    }

    let next = 0
    async function attempt() {
      next++
      count.tried++
      const act = booked.length === 0 ? acts[0]! : acts[one(weights)]!
      try {
        await act()
        count.done++
      } catch (error) {
        if (!(error instanceof Refusal) || ![400, 409].includes(error.status)) throw error
        count.refused++
      }
    }
    while (next < TRIES) {
      const until = Math.min(TRIES, next + 5000)
      const worker = async () => {
        while (next < until) await attempt()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      await check()
      if (next < TRIES) console.log(`contended so far: ${JSON.stringify(count)}`)
    }
    assert.ok(count.done > TRIES / 20 && count.refused > TRIES / 20, JSON.stringify(count))
    assert.ok(count.withoutPreference > TRIES / 100, JSON.stringify(count))
    console.log(
      `contended (seed ${SEED}): ${JSON.stringify(count)}, no overlap, nothing slipped into a time off`,
    )
  },
)

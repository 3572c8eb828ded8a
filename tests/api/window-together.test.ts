import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { addDays } from '#domain/dates.ts'
import { slotsOfWindow } from '#server/schedules/availability.ts'
import { professionalOnDates } from '#server/schedules/window-queries.ts'
import { together } from '#server/turns/together.ts'
import { api, booking, database, NOW, salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)

test('what is asked at once is answered as if each had been asked alone', async () => {
  const places = [await salon(db), await salon(db, { duration_minutes: 90 }), await salon(db)]
  for (const [n, place] of places.entries()) {
    const body = booking(place, { appointment_date: '2026-11-24', appointment_time: `1${n}:00` })
    assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
  }
  const today = new Date(NOW).toISOString().slice(0, 10)
  const asked = places.flatMap(({ professional_id, service_id }) => [
    { professional_id, service_id, from: undefined },
    { professional_id, service_id: null, from: addDays(today, 20) },
    // A service of somebody else, and nobody at all.
    { professional_id, service_id: places[0]!.service_id, from: undefined },
    { professional_id: professional_id + 1_000_000, service_id, from: undefined },
  ])
  const ask = ({ from, ...of }: (typeof asked)[number]) => slotsOfWindow(db, NOW, of, from)
  const alone: Awaited<ReturnType<typeof ask>>[] = []
  for (const one of asked) alone.push(await ask(one))
  const atOnce = await Promise.all(asked.map(ask))
  assert.deepEqual(atOnce, alone)
  // More than one statement reads.
  const many = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(asked[n % asked.length]!)))
  many.forEach((answer, n) => assert.deepEqual(answer, alone[n % asked.length]))
  assert.equal(atOnce.filter((one) => one === undefined).length, places.length)
  const [first, , , , second] = atOnce
  const on = (days: typeof first) => days!.find(({ date }) => date === '2026-11-24')!.times
  assert.ok(on(first).length > 0 && !on(first).includes('10:00') && on(first).includes('12:00'))
  assert.ok(on(second).length > 0 && !on(second).includes('11:00'))
})

test('what is asked while others are answered shares a statement, and few run at the same moment', async () => {
  const groups: number[][] = []
  const open: (() => void)[] = []
  const ask = together(
    async (numbers: number[]) => {
      groups.push(numbers)
      await new Promise<void>((resolve) => open.push(resolve))
      if (numbers.includes(3)) throw new Error('refused')
      return numbers.map((number) => number * 10)
    },
    { most: 3, groups: 2 },
  )
  const answers = []
  for (let n = 0; n < 6; n++) {
    answers.push(ask(n).catch(() => 'refused'))
    await turn()
  }
  assert.deepEqual(groups, [[0], [1]])
  open[0]!()
  await turn()
  assert.deepEqual(groups, [[0], [1], [2, 3, 4]])
  open.slice(1).forEach((answer) => answer())
  await turn()
  // A refusal is of its group alone, and makes room as well.
  assert.deepEqual(groups.at(-1), [5])
  open.at(-1)!()
  assert.deepEqual(await Promise.all(answers), [0, 10, 'refused', 'refused', 'refused', 50])
})

test('within a transaction its own changes are seen', async () => {
  const { business_id, professional_id, service_id } = await salon(db)
  const asked = { professional_id, service_id, dates: ['2026-11-24', '2026-11-25'] as const }
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('businesses').set({ horizon_days: 7 }).where('id', '=', business_id).execute()
    const [within, outside] = await Promise.all([
      professionalOnDates(tx, NOW, asked),
      professionalOnDates(db, NOW, asked),
    ])
    assert.deepEqual([within?.horizon_days, outside?.horizon_days], [7, 30])
  })
})

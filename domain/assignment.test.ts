import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Assignment, ASSIGNMENTS, type Candidate, inTurn } from './assignment.ts'

const DAY = 86_400_000
const MONDAY = Date.parse('2026-11-23T05:00:00Z')
const WEEK = [MONDAY, MONDAY + 7 * DAY] as const

const one = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  weight: 1,
  minutes: 0,
  joinedMs: 0,
  assignedMs: null,
  ...more,
})
const turn = (assignment: Assignment, key = 'key') => ({ assignment, week: WEEK, key })
const order = (candidates: Candidate[], assignment: Assignment = 'fair', key?: string) =>
  inTurn(candidates, turn(assignment, key)).map(({ id }) => id)

test('fair: who has the fewest minutes that week, beside the weight', () => {
  assert.deepEqual(
    order([one(1, { minutes: 90 }), one(2, { minutes: 30 }), one(3, { minutes: 60 })]),
    [2, 3, 1],
  )
  // Twice the weight may have twice as much.
  assert.deepEqual(order([one(1, { minutes: 70 }), one(2, { minutes: 120, weight: 2 })]), [2, 1])
  assert.deepEqual(order([one(1, { minutes: 50 }), one(2, { minutes: 120, weight: 2 })]), [1, 2])
})

test('fair: of equally busy ones, who was chosen longest ago, and first who never was', () => {
  const chosen = [
    one(1, { assignedMs: 300 }),
    one(2, { assignedMs: 100 }),
    one(3),
    one(4, { assignedMs: 200 }),
  ]
  assert.deepEqual(order(chosen), [3, 2, 4, 1])
})

test('fair: of equals each gets about as many, and a key that is repeated the same one', () => {
  const counts = [0, 0, 0, 0]
  for (let i = 0; i < 4000; i++) {
    const first = order([one(1), one(2), one(3), one(4)], 'fair', `key ${i}`)
    assert.deepEqual(first, order([one(4), one(3), one(2), one(1)], 'fair', `key ${i}`))
    counts[first[0]! - 1]!++
  }
  for (const count of counts) assert.ok(count > 880 && count < 1120, String(counts))
})

test('fair: someone new is not flooded, because a part of the week counts as its part', () => {
  const joinedMs = MONDAY + 6 * DAY
  // An hour on the one day is as much as seven in the week.
  assert.deepEqual(order([one(1, { minutes: 400 }), one(2, { minutes: 60, joinedMs })]), [1, 2])
  assert.deepEqual(order([one(1, { minutes: 440 }), one(2, { minutes: 60, joinedMs })]), [2, 1])
  // Whoever joined before the week, or (a clock that was wrong) after it, has had all of it.
  for (const joinedMs of [MONDAY - 1, MONDAY, MONDAY + 7 * DAY, MONDAY + 8 * DAY])
    assert.deepEqual(order([one(1, { minutes: 90 }), one(2, { minutes: 60, joinedMs })]), [2, 1])
})

test('first: as the page lists them; random: in proportion to the weights', () => {
  assert.deepEqual(order([one(3), one(1, { minutes: 900 }), one(2)], 'first'), [1, 2, 3])
  let heavy = 0
  for (let i = 0; i < 4000; i++)
    if (order([one(1), one(2, { weight: 3, minutes: 900 })], 'random', `k${i}`)[0] === 2) heavy++
  assert.ok(heavy > 2880 && heavy < 3120, String(heavy))
})

test('properties: all with a weight, each once, nobody without; less to do is never worse', () => {
  const candidate = fc.record({
    weight: fc.integer({ min: 0, max: 10 }),
    minutes: fc.integer({ min: 0, max: 5000 }),
    joinedMs: fc.integer({ min: MONDAY - 30 * DAY, max: MONDAY + 9 * DAY }),
    assignedMs: fc.option(fc.integer({ min: 0, max: MONDAY })),
  })
  fc.assert(
    fc.property(
      fc.array(candidate, { maxLength: 8 }),
      fc.constantFrom(...ASSIGNMENTS),
      fc.string(),
      fc.integer({ min: 0, max: 7 }),
      (rows, assignment, key, which) => {
        const all = rows.map((row, i) => ({ ...row, id: i + 1 }))
        const list = order(all, assignment, key)
        assert.deepEqual(
          list.toSorted(),
          all
            .filter(({ weight }) => weight > 0)
            .map(({ id }) => id)
            .toSorted(),
        )
        if (assignment !== 'fair') return
        const id = which + 1
        const idler = all.map((row) => (row.id === id ? { ...row, minutes: 0, assignedMs: null } : row))
        if (list.includes(id)) assert.ok(order(idler, assignment, key).indexOf(id) <= list.indexOf(id))
      },
    ),
    { numRuns: 1000 },
  )
})

test('properties: whoever is booked fairly for weeks ends with about the share of the weight', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (weights, seed) => {
        const people = weights.map((weight, i) => one(i + 1, { weight }))
        for (let i = 0; i < 300; i++) {
          const [chosen] = inTurn(people, turn('fair', `${seed} ${i}`))
          chosen!.minutes += 30
          chosen!.assignedMs = i
        }
        const total = weights.reduce((a, b) => a + b)
        for (const { minutes, weight } of people)
          assert.ok(Math.abs(minutes / 30 - (300 * weight) / total) <= 2, JSON.stringify(people))
      },
    ),
    { numRuns: 50 },
  )
})

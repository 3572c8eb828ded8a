/**
 * Compares availability with a naive model that reads the clock minute by minute, on ordinary days and those
 * of clock changes.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { closestRule, daysOfAny, explainAny, startsOfAny } from './any.ts'
import { availability } from './availability.ts'
import type { Absence, Busy } from './availability-facts.ts'
import { addDays, clockTime, dayOfWeek, daysBetween, minutesOf } from './dates.ts'
import type { BusinessDay, ProfessionalDay } from './week.ts'
import { partsOf } from './occupied.ts'
import { slotStep } from './slots.ts'
import { termsOf } from './terms.ts'
import { wallClock, zoneClock } from './zone.ts'

const DAYS = [
  '2026-03-08',
  '2026-11-01',
  '2026-03-29',
  '2026-10-25',
  '2026-10-04',
  '2026-04-05',
  '2026-11-20',
  '2010-03-14',
  '2010-11-07',
  '1986-01-01',
]
const ZONES = [
  'Asia/Kathmandu',
  'America/St_Johns',
  'Europe/Madrid',
  'America/New_York',
  'America/Los_Angeles',
  'America/Bogota',
  'Australia/Lord_Howe',
]

const minute = fc.oneof(
  fc.integer({ min: 0, max: 1439 }),
  fc.integer({ min: 0, max: 95 }).map((n) => n * 15),
)
// Often around midnight, where clocks change and appointments cross the date.
const span = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
const hours = fc.oneof(span(0, 1439), span(0, 300), span(1200, 1439)).chain(([from, to]) =>
  fc
    .option(span(from, to))
    .map((lunch) => ({ from, to, lunch: lunch && lunch[0] < lunch[1] ? lunch : null }))
    .chain((day) =>
      fc.array(span(from, to), { maxLength: 3 }).map((breaks) => ({
        ...day,
        breaks: breaks.filter(([first, last]) => first < last),
      })),
    ),
)
type Span = readonly [number, number]
type Hours = { from: number; to: number; lunch: Span | null; breaks: Span[] }

const time = (m: number): string => clockTime(m)
const lunchOf = ({ lunch, breaks }: Hours) => ({
  breaks: breaks.map(([from, to]) => ({ start_time: time(from), end_time: time(to) })),
  lunch_start_time: lunch && time(lunch[0]),
  lunch_end_time: lunch && time(lunch[1]),
})
const businessDay = (h: Hours, day_of_week: number): BusinessDay => ({
  day_of_week,
  is_open: true,
  open_time: time(h.from),
  close_time: time(h.to),
  ...lunchOf(h),
})
const professionalDay = (h: Hours, day_of_week: number): ProfessionalDay => ({
  day_of_week,
  is_available: true,
  start_time: time(h.from),
  end_time: time(h.to),
  ...lunchOf(h),
})

/** The epoch minutes of a day with the local minute of each, read one by one from Temporal. */
const walls = new Map<string, { start: number; shown: number[] }>()
function wallOf(date: string, zone: string): { start: number; shown: number[] } {
  const key = date + zone
  let day = walls.get(key)
  if (!day) {
    const start = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds / 60_000
    const end = Temporal.PlainDate.from(addDays(date, 1)).toZonedDateTime(zone).epochMilliseconds / 60_000
    // Some clocks go back across midnight: minutes of the date before are negative.
    const shown = Array.from({ length: end - start }, (_, i) => {
      const wall = wallClock(start + i, zone)
      return minutesOf(wall.time) + daysBetween(date, wall.date) * 1440
    })
    walls.set(key, (day = { start, shown }))
  }
  return day
}

test('availability: the same as a naive model, minute by minute, and it explains every start', () => {
  const begin = fc.oneof(minute, fc.integer({ min: -180, max: 60 }), fc.integer({ min: 1200, max: 1500 }))
  const stretch = fc.tuple(begin, fc.integer({ min: 1, max: 180 }))
  const length = fc.oneof(fc.constantFrom(15, 30, 45, 60, 90, 120), fc.integer({ min: 1, max: 300 }))
  const person = {
    professional: fc.option(hours),
    /** Each appointment has one part or two. */
    booked: fc.array(fc.array(stretch, { minLength: 1, maxLength: 2 }), { maxLength: 6 }),
    absences: fc.array(stretch, { maxLength: 2 }),
    /** The minutes that the service takes with them, where they are their own. */
    ownMinutes: fc.option(length, { freq: 2 }),
  }
  const scenario = fc.record({
    date: fc.constantFrom(...DAYS),
    zone: fc.constantFrom(...ZONES),
    business: hours,
    ...person,
    /** Colleagues who do the service too. */
    others: fc.array(fc.record(person), { maxLength: 2 }),
    moving: fc.option(fc.integer({ min: 1, max: 6 })),
    /** The service's minutes, those of its variants and add-ons, and which of them are chosen. */
    minutes: length,
    variants: fc.oneof(fc.constant<number[]>([]), fc.array(length, { minLength: 1, maxLength: 3 })),
    variant: fc.option(fc.nat(2), { freq: 6 }),
    addons: fc.array(fc.constantFrom(0, 5, 15, 40), { maxLength: 3 }),
    added: fc.uniqueArray(fc.nat(2)),
    interval: fc.constantFrom(5, 10, 15, 20, 30, 60),
    before: fc.constantFrom(0, 0, 5, 30, 120),
    after: fc.constantFrom(0, 0, 10, 120),
    /** A pause within the service, in parts of it. */
    gap: fc.option(fc.tuple(fc.integer({ min: 1, max: 299 }), fc.integer({ min: 1, max: 299 })), { freq: 3 }),
    ofService: fc.constantFrom(null, null, 5, 20, 45, 90),
    now: fc.option(fc.integer({ min: -60, max: 1500 }), { freq: 2 }),
    daysAhead: fc.constantFrom(0, 0, 1, 5),
    horizon: fc.constantFrom(0, 1, 4, 5, 30, 365),
    notice: fc.constantFrom(0, 0, 60, 600, 1500),
    limit: fc.option(fc.integer({ min: 0, max: 7 }), { freq: 3 }),
    /** Whether what is before and after lies within the hours too. */
    inside: fc.boolean(),
    jitterMs: fc.constantFrom(0, 0, 1, 30_000),
  })
  type Drawn = typeof scenario extends fc.Arbitrary<infer S> ? Omit<S, 'others'> : never
  type Scenario = Drawn & { duration: number }
  fc.assert(
    fc.property(scenario, ({ others, ...s }) => {
      const chosen = s.variants.length > 0 && s.variant !== null ? s.variant % s.variants.length : null
      const added = s.added.filter((i) => i < s.addons.length)
      /** What it takes with somebody, said by hand and by the rules. */
      const lasting = ({ ownMinutes }: { ownMinutes: number | null }): number => {
        let minutes = s.minutes
        if (s.variants.length === 0 && ownMinutes !== null) minutes = ownMinutes
        if (chosen !== null) minutes = s.variants[chosen]!
        for (const i of added) minutes += s.addons[i]!
        const option = (duration_minutes: number, id: number) => ({
          id,
          name: '',
          duration_minutes,
          price: 0,
        })
        const service = {
          service_name: '',
          duration_minutes: s.minutes,
          price: 0,
          price_kind: 'from' as const,
          variants: s.variants.map(option),
          addons: s.addons.map(option),
        }
        const own = ownMinutes === null ? null : { duration_minutes: ownMinutes, price: null }
        const terms = termsOf(service, { variant_id: chosen, addon_ids: added }, own)
        assert.equal(terms.duration_minutes, minutes)
        return minutes
      }
      const comparedWith = (one: Drawn) => compared({ ...one, duration: lasting(one) })
      const first = comparedWith(s)
      // Without naming anybody, one can book what can be booked with one of them.
      const all = [first, ...others.map((other) => comparedWith({ ...s, ...other }))]
      const people = all.map(({ rules }) => rules)
      const union = [...new Set(all.flatMap(({ naive }) => naive))].sort()
      assert.deepEqual(startsOfAny(people, s.date), union)
      if (s.horizon <= 5)
        assert.deepEqual(daysOfAny(people).find(({ date }) => date === s.date)?.times ?? [], union)
      // Each start of anybody's grid is free, or taken by exactly one rule.
      const taken = explainAny(people, s.date).flatMap(({ times }) => times)
      assert.deepEqual(
        [...union, ...taken].sort(),
        [...new Set(all.flatMap(({ said }) => said))].sort(),
        'without preference',
      )
      for (const time of first.said) {
        const against = people.flatMap(({ refusal }) => refusal(s.date, time) ?? [])
        assert.equal(union.includes(time), against.length < people.length, time)
        // A time of theirs that somebody has taken is never said to be outside the hours.
        if (against.includes('busy') && !union.includes(time))
          assert.ok(['busy', 'limit'].includes(closestRule(against)), time)
      }
    }),
    { numRuns: 3000 },
  )

  /** One professional's starts, by the model and by the rules, which are the same. */
  function compared(s: Scenario) {
    const { start, shown } = wallOf(s.date, s.zone)
    const works = (h: Hours | null, m: number): boolean =>
      !h ||
      (h.from <= m &&
        m < h.to &&
        ![...h.breaks, ...(h.lunch ? [h.lunch] : [])].some(([from, to]) => from <= m && m < to))
    const open = (m: number): boolean => works(s.business, m) && works(s.professional, m)
    const instants = ([at, length]: readonly [number, number]) => [start + at, start + at + length] as const
    const busy = s.booked.flatMap((parts, i) => parts.map((part): Busy => [...instants(part), i + 1]))
    const absences = s.absences.map(instants).map(([from, to]): Absence => ({ from, to }))
    const nowMs = (start - s.daysAhead * 1440 + (s.now ?? 0)) * 60_000 + s.jitterMs
    const step = slotStep(s.duration, s.interval, s.ofService)

    const today = wallClock(Math.floor(nowMs / 60_000), s.zone).date
    const ahead = daysBetween(today, s.date)
    const others = s.booked.map((parts, i) => ({ id: i + 1, parts })).filter(({ id }) => id !== s.moving)
    const dateOf = ({ parts }: { parts: Span[] }) =>
      wallClock(start + Math.min(...parts.map(([at]) => at)), s.zone).date
    const begunOn = (list: { parts: Span[] }[]) => list.filter((one) => dateOf(one) === s.date).length
    // One that moves within the date keeps its place.
    const hasPlace = begunOn(s.booked.map((parts) => ({ parts }))) > begunOn(others)
    const isFull = s.limit !== null && begunOn(others) >= s.limit && !hasPlace
    const isOver = ahead < 0 || ahead > s.horizon || isFull
    const isTaken = (e: number): boolean =>
      busy.some(([from, to, id]) => id !== s.moving && from <= e && e < to)
    const isAway = (e: number): boolean => absences.some(({ from, to }) => from <= e && e < to)
    const gap = s.gap && s.gap[0] + s.gap[1] < s.duration ? s.gap : null
    const isPause = (i: number): boolean => gap !== null && gap[0] <= i && i < gap[0] + gap[1]

    const naive: string[] = []
    const candidates: string[] = []
    let gridFrom = -1
    for (let m = 0; m < 1440; m++) {
      if (!open(m)) continue
      if (m === 0 || !open(m - 1)) gridFrom = m
      if ((m - gridFrom) % step !== 0) continue
      candidates.push(time(m))
      let closed = m
      while (closed < 1440 && open(closed)) closed++
      const at = shown.indexOf(m)
      const endOfDay = shown.findIndex((w) => w >= closed)
      const end = endOfDay === -1 ? shown.length : endOfDay
      if (isOver || at === -1 || at + s.duration > end) continue
      const startMs = (start + at) * 60_000
      if (startMs <= nowMs || startMs < nowMs + s.notice * 60_000) continue
      // The hours go on while the clock shows some of their minutes a second time.
      const begin = shown.findIndex((w) => w >= gridFrom && w < closed)
      const isWithin = (i: number): boolean => at + i >= begin && at + i < end
      const minutes = Array.from({ length: s.before + s.duration + s.after }, (_, i) => i - s.before)
      const isTakenOrAway = (i: number): boolean =>
        isAway(start + at + i) || (!isPause(i) && isTaken(start + at + i))
      if (s.inside && !minutes.every(isWithin)) continue
      if (!minutes.some(isTakenOrAway)) naive.push(time(m))
    }

    const weekday = dayOfWeek(s.date)
    const rules = availability({
      business_week: [businessDay(s.business, weekday)],
      professional_week: s.professional ? [professionalDay(s.professional, weekday)] : [],
      duration_minutes: s.duration,
      parts: partsOf(s.duration, {
        buffer_before: s.before,
        buffer_after: s.after,
        gap_from: gap?.[0] ?? null,
        gap_minutes: gap?.[1] ?? null,
      }),
      slot_interval_minutes: s.interval,
      service_interval_minutes: s.ofService,
      busy,
      absences,
      movingId: s.moving ?? undefined,
      noticeMinutes: s.notice,
      horizonDays: s.horizon,
      dailyLimit: s.limit ?? undefined,
      begun: s.booked.map((parts, i) => [dateOf({ parts }), i + 1] as const),
      buffersInsideHours: s.inside,
      nowMs,
      clock: zoneClock(s.zone),
    })
    const { starts, refusal, explain, days } = rules
    const found = starts(s.date)
    assert.deepEqual(found, naive)
    if (s.horizon <= 5) {
      assert.equal(days().length, s.horizon + 1)
      assert.deepEqual(days().find(({ date }) => date === s.date)?.times ?? [], naive)
    }

    // Offered starts are not refused, and each other start is explained by exactly one rule.
    const explained = explain(s.date)
    for (const { rule, times } of explained)
      for (const time of times) assert.equal(refusal(s.date, time), rule, time)
    for (const time of found) assert.equal(refusal(s.date, time), undefined, time)
    const all = [...found, ...explained.flatMap(({ times }) => times)]
    assert.equal(new Set(all).size, all.length, 'a start that is taken twice')
    for (const time of candidates) assert.ok(all.includes(time), `nothing is said of ${time}`)
    const inHours = all.filter((time) => open(minutesOf(time))).sort()
    assert.deepEqual(inHours, candidates)

    // On a day without clock change, the result can be checked directly against the hours.
    if (shown.length === 1440 && shown[0] === 0)
      for (const at of found) {
        for (let i = 0; i < s.duration; i++)
          assert.ok(open(minutesOf(at) + i), `${at} + ${i} is outside the hours`)
      }
    return { naive, rules, said: all }
  }
})

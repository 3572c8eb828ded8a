/** Slots against a naive model that reads the clock minute by minute, on ordinary days and days of clock changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, clockTime, daysBetween, minutesOf } from './dates.ts'
import type { BusinessDay, ProfessionalDay } from './week.ts'
import { bookableRanges } from './schedule.ts'
import type { Busy } from './slots.ts'
import { slotStep, startsOfDay } from './slots.ts'
import { dayClock, wallClock } from './zone.ts'

const DAYS = [
  ...['2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-10-04', '2026-04-05'],
  ...['2026-11-20', '2010-03-14', '2010-11-07', '1986-01-01'],
]
const ZONES = [
  ...['Asia/Kathmandu', 'America/St_Johns', 'Europe/Madrid', 'America/New_York', 'America/Los_Angeles'],
  ...['America/Bogota', 'Australia/Lord_Howe'],
]

const minute = fc.oneof(
  fc.integer({ min: 0, max: 1439 }),
  fc.integer({ min: 0, max: 95 }).map((n) => n * 15),
)
// Half of the time around the night, where clocks change.
const span = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
const hours = fc
  .oneof(span(0, 1439), span(0, 300))
  .chain(([from, to]) =>
    fc
      .option(span(from, to))
      .map((lunch) => ({ from, to, lunch: lunch && lunch[0] < lunch[1] ? lunch : null })),
  )
type Hours = { from: number; to: number; lunch: readonly [number, number] | null }

const time = (m: number): string => clockTime(m)
const lunchOf = ({ lunch }: Hours) => ({
  lunch_start_time: lunch && time(lunch[0]),
  lunch_end_time: lunch && time(lunch[1]),
})
const businessDay = (h: Hours): BusinessDay => ({
  ...{ day_of_week: 0, is_open: true, open_time: time(h.from), close_time: time(h.to) },
  ...lunchOf(h),
})
const professionalDay = (h: Hours): ProfessionalDay => ({
  ...{ day_of_week: 0, is_available: true, start_time: time(h.from), end_time: time(h.to) },
  ...lunchOf(h),
})

/** Every epoch minute of a day with the minute its clocks show, read one by one from Temporal. */
const walls = new Map<string, { start: number; shown: number[] }>()
function wallOf(date: string, zone: string): { start: number; shown: number[] } {
  const key = date + zone
  let day = walls.get(key)
  if (!day) {
    const start = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds / 60_000
    const end = Temporal.PlainDate.from(addDays(date, 1)).toZonedDateTime(zone).epochMilliseconds / 60_000
    // Some clocks have gone back over midnight: the minutes of the date before count below zero.
    const shown = Array.from({ length: end - start }, (_, i) => {
      const wall = wallClock(start + i, zone)
      return minutesOf(wall.time) + daysBetween(date, wall.date) * 1440
    })
    walls.set(key, (day = { start, shown }))
  }
  return day
}

test('slots: the same as a naive model, minute by minute', () => {
  const scenario = fc.record({
    date: fc.constantFrom(...DAYS),
    zone: fc.constantFrom(...ZONES),
    business: hours,
    professional: fc.option(hours),
    busy: fc.array(fc.tuple(minute, fc.integer({ min: 1, max: 180 })), { maxLength: 8 }),
    duration: fc.oneof(fc.constantFrom(15, 30, 45, 60, 90, 120), fc.integer({ min: 1, max: 300 })),
    interval: fc.constantFrom(5, 10, 15, 20, 30, 60),
    now: fc.option(fc.integer({ min: -60, max: 1500 }), { freq: 2 }),
    notice: fc.constantFrom(0, 0, 60),
    jitterMs: fc.constantFrom(0, 0, 1, 30_000),
  })
  fc.assert(
    fc.property(scenario, (s) => {
      const { start, shown } = wallOf(s.date, s.zone)
      const works = (h: Hours | null, m: number): boolean =>
        !h || (h.from <= m && m < h.to && !(h.lunch && h.lunch[0] <= m && m < h.lunch[1]))
      const open = (m: number): boolean => works(s.business, m) && works(s.professional, m)
      const busy: Busy[] = s.busy.map(([at, length]) => [start + at, start + at + length])
      const nowMs = s.now === null ? 0 : (start + s.now) * 60_000 + s.jitterMs
      const step = slotStep(s.duration, s.interval)

      const naive: number[] = []
      let gridFrom = -1
      for (let m = 0; m < 1440; m++) {
        if (!open(m)) continue
        if (m === 0 || !open(m - 1)) gridFrom = m
        if ((m - gridFrom) % step !== 0) continue
        let closed = m
        while (closed < 1440 && open(closed)) closed++
        const at = shown.indexOf(m)
        const endOfDay = shown.findIndex((w) => w >= closed)
        const end = endOfDay === -1 ? shown.length : endOfDay
        if (at === -1 || at + s.duration > end) continue
        const startMs = (start + at) * 60_000
        if (startMs <= nowMs || startMs < nowMs + s.notice * 60_000) continue
        const minutes = Array.from({ length: s.duration }, (_, i) => start + at + i)
        if (minutes.every((e) => !busy.some(([from, to]) => from <= e && e < to))) naive.push(m)
      }

      const found = startsOfDay({
        ranges: bookableRanges(businessDay(s.business), s.professional && professionalDay(s.professional)),
        instant: dayClock(s.date, s.zone).instant,
        busy,
        durationMinutes: s.duration,
        stepMinutes: step,
        nowMs,
        noticeMinutes: s.notice,
      })
      assert.deepEqual(found, naive)

      // On a day like any other the promise can be read straight off the clock.
      if (shown.length !== 1440 || shown[0] !== 0) return
      for (const m of found) {
        for (let i = 0; i < s.duration; i++)
          assert.ok(open(m + i), `${clockTime(m)} + ${i} is outside the hours`)
      }
    }),
    { numRuns: 3000 },
  )
})

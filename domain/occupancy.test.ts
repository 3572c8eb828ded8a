import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Absence, Busy } from './availability-facts.ts'
import { addDays, clockTime, dayOfWeek } from './dates.ts'
import { occupancyPercent, minutesUsed, type Worked } from './occupancy.ts'
import { hoursOn, type DayHours } from './schedule.ts'
import type { BusinessDay, ProfessionalDay } from './week.ts'
import { wallClock, zoneClock } from './zone.ts'

/** Numbers that look random and are the same in each run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}
type Pick = ReturnType<typeof numbers>

/** Quarters of an hour, none of them in the hours that clocks repeat. */
const quarter = (pick: Pick, from: number, to: number) => from * 60 + 15 * pick((to - from) * 4 + 1)
const interval = (pick: Pick, from: number, to: number) => {
  const times = [quarter(pick, from, to), quarter(pick, from, to)].sort((a, b) => a - b)
  return { start_time: clockTime(times[0]!), end_time: clockTime(times[1]! + 15) }
}

function businessWeek(pick: Pick): BusinessDay[] {
  return [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => {
    const { start_time, end_time } = pick(3)
      ? interval(pick, 4, 22)
      : { start_time: '00:00', end_time: '23:45' }
    const lunch = pick(2) ? interval(pick, 11, 14) : undefined
    return {
      day_of_week,
      is_open: pick(5) > 0,
      open_time: start_time,
      close_time: end_time,
      lunch_start_time: lunch?.start_time ?? null,
      lunch_end_time: lunch?.end_time ?? null,
      breaks: pick(3) ? [] : [interval(pick, 8, 20)],
    }
  })
}

function professionalWeek(pick: Pick): ProfessionalDay[] {
  if (pick(2)) return []
  return businessWeek(pick).map(({ is_open, open_time, close_time, ...day }) => ({
    ...day,
    is_available: is_open,
    start_time: open_time,
    end_time: close_time,
  }))
}

const FIRST = '2026-10-29'
const LAST = '2026-11-03'

function person(pick: Pick, startEpoch: number): Worked {
  const somewhere = () => startEpoch - 600 + pick(8 * 1440)
  const special_hours: Record<string, Partial<DayHours>> = {}
  if (pick(2)) special_hours[addDays(FIRST, pick(6))] = { open: [] }
  if (pick(2))
    special_hours[addDays(FIRST, pick(6))] = {
      works: [
        [480, 720],
        [840, 1200],
      ],
    }
  return {
    business_week: businessWeek(pick),
    professional_week: professionalWeek(pick),
    special_hours,
    absences: Array.from({ length: pick(4) }, (): Absence => {
      const from = somewhere()
      return { from, to: from + 1 + pick(2000) }
    }),
    busy: Array.from({ length: pick(25) }, (): Busy => {
      const from = somewhere()
      return [from, from + 15 + pick(300)]
    }),
  }
}

/** The same, minute by minute, by the clock on the wall. */
function counted(one: Worked, zone: string, from: number, to: number) {
  const use = { open: 0, taken: 0 }
  const within = (minute: number, ranges: readonly (readonly [number, number])[]) =>
    ranges.some(([begin, end]) => begin <= minute && minute < end)
  for (let at = from; at < to; at++) {
    const { date, time } = wallClock(at, zone)
    const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    const { open, works, breaks } = hoursOn(one, date)
    const isOpen =
      within(minute, open) && (works === null || within(minute, works)) && !within(minute, breaks)
    if (!isOpen || one.absences.some((absence) => absence.from <= at && at < absence.to)) continue
    use.open++
    if (one.busy.some(([begin, end]) => begin <= at && at < end)) use.taken++
  }
  return use
}

describe('the use of hours is what minutes counted one by one say', () => {
  // New York's night of 25 hours lies within, and Kathmandu's clocks are 45 minutes off.
  for (const zone of ['America/Bogota', 'America/New_York', 'Asia/Kathmandu'])
    for (let seed = 1; seed <= 6; seed++)
      test(`${zone}, ${seed}`, () => {
        const clock = zoneClock(zone)
        const [from, to] = [clock.day(FIRST).startEpoch, clock.day(addDays(LAST, 1)).startEpoch]
        const one = person(numbers(seed * 7919), from)
        assert.deepEqual(minutesUsed(one, [FIRST, LAST], clock), counted(one, zone, from, to))
      })
})

test('the rules one by one', () => {
  const clock = zoneClock('America/Bogota')
  const monday = '2026-11-23'
  const day = {
    day_of_week: dayOfWeek(monday),
    is_open: true,
    open_time: '09:00',
    close_time: '18:00',
    lunch_start_time: '12:00',
    lunch_end_time: '13:00',
  }
  const at = (hour: number) => clock.day(monday).instant(hour * 60)!
  const use = (more: Partial<Worked> = {}, last = monday) =>
    minutesUsed(
      { business_week: [day], professional_week: [], absences: [], busy: [], ...more },
      [monday, last],
      clock,
    )
  assert.deepEqual(use(), { open: 480, taken: 0 })
  // A day that the week leaves out is closed.
  assert.deepEqual(use({}, addDays(monday, 6)), { open: 480, taken: 0 })
  assert.deepEqual(use({ special_hours: { [monday]: { open: [] } } }), { open: 0, taken: 0 })
  assert.deepEqual(use({ absences: [{ from: at(13), to: at(20) }] }), { open: 180, taken: 0 })
  // What reaches into lunch and past closing counts as far as the hours go.
  assert.deepEqual(
    use({
      busy: [
        [at(11.5), at(12.5)],
        [at(17), at(19)],
      ],
    }),
    { open: 480, taken: 90 },
  )
  // Booked before the time off was written.
  assert.deepEqual(use({ busy: [[at(10), at(12)]], absences: [{ from: at(11), to: at(12) }] }), {
    open: 420,
    taken: 60,
  })
  assert.deepEqual(
    use({ professional_week: [{ ...day, is_available: false, start_time: null, end_time: null }] }),
    {
      open: 0,
      taken: 0,
    },
  )
})

test('in per cent', () => {
  assert.equal(occupancyPercent([]), null)
  assert.equal(occupancyPercent([{ open: 0, taken: 0 }]), null)
  assert.equal(occupancyPercent([{ open: 480, taken: 0 }]), 0)
  assert.equal(
    occupancyPercent([
      { open: 200, taken: 100 },
      { open: 100, taken: 100 },
    ]),
    66.7,
  )
  assert.equal(occupancyPercent([{ open: 480, taken: 480 }]), 100)
})

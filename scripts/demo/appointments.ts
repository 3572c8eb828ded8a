/** The appointments of the demo salon: which there are depends on the moment alone. */
import { addDays, clockTime, dayOfWeek, type IsoDate, minutesOf } from '#domain/dates.ts'
import { epochMinutes, today } from '#domain/zone.ts'
import { type Client, man, woman } from './clients.ts'
import { BEARD, HOURS, OWN_HOURS, PROFESSIONALS, SERVICES, TIMEZONE } from './salon.ts'

export interface Planned extends Client {
  /** Positions in SERVICES and PROFESSIONALS. */
  service: number
  professional: number
  appointment_date: IsoDate
  appointment_time: string
  starts: number
  ends: number
  booked: number
  booked_by: 'client' | 'owner'
  outcome: 'scheduled' | 'confirmed' | 'attended' | 'no_show' | 'cancelled'
  /** When it got that outcome. */
  settled: number
}

/** How many days behind and ahead have appointments. */
export const [BEHIND, AHEAD] = [92, 13]

const DAY = 86_400_000
const [MINUTE, HOUR] = [60_000, 3_600_000]
/** The clients who come again and again. */
const REGULARS = 26

/**
 * Three months that are past, with who came, and two weeks to come, on every open day. A professional serves
 * one client at a time, and a client comes once a day.
 */
export function salonsAppointments(nowMs: number): Planned[] {
  const random = numbers()
  const first = today(TIMEZONE, nowMs)
  const plan: Planned[] = []
  for (let ahead = -BEHIND; ahead <= AHEAD; ahead++) {
    const taken = new Set<string>()
    for (let professional = 0; professional < PROFESSIONALS.length; professional++)
      plan.push(...dayOf(professional, ahead, first, nowMs, random, taken))
  }
  return withUnmarked(plan)
}

/**
 * A few appointments in the coming week, at most one a day for each professional: a salon of which tests and
 * pictures make what they need.
 */
export function fewAppointments(nowMs: number): Planned[] {
  const random = numbers()
  const first = today(TIMEZONE, nowMs)
  const plan: Planned[] = []
  for (let ahead = 0; ahead < 7; ahead++) {
    const [date, taken] = [addDays(first, ahead), new Set<string>()]
    for (const [professional, [, , does]] of PROFESSIONALS.entries()) {
      const starts = startsOn(professional, date, does[0]).filter((minute) => instant(date, minute) > nowMs)
      if (starts.length === 0) continue
      const minute = starts[Math.floor(random() * starts.length)]!
      const client = someone(does[0], ahead, random, taken)
      plan.push(planned({ professional, service: does[0], date, minute, client }, nowMs, nowMs, random))
    }
  }
  return plan
}

/** One professional's appointments on a date, one after the other with gaps between them. */
function dayOf(
  professional: number,
  ahead: number,
  first: IsoDate,
  nowMs: number,
  random: () => number,
  taken: Set<string>,
): Planned[] {
  const date = addDays(first, ahead)
  const does = PROFESSIONALS[professional]![2]
  // The days near today are full, later ones have room.
  const gap = ahead <= 1 ? 45 : ahead <= 5 ? 120 : 300
  const made: Planned[] = []
  let from = minutesOf('09:00') + Math.floor(random() * gap)
  for (;;) {
    const service = does[Math.floor(random() * does.length)]!
    const minute = startsOn(professional, date, service).find((one) => one >= from)
    if (minute === undefined) return made
    const client = someone(service, ahead + BEHIND, random, taken)
    const latest = Math.min(nowMs - HOUR, instant(date, minute) - 2 * HOUR)
    const booked = latest - Math.floor(random() * 8 * DAY)
    made.push(planned({ professional, service, date, minute, client }, nowMs, booked, random))
    from = minute + SERVICES[service]![2] + Math.floor(random() * 2 * gap)
  }
}

interface Wanted {
  professional: number
  service: number
  date: IsoDate
  minute: number
  client: Client
}

function planned(
  { professional, service, date, minute, client }: Wanted,
  nowMs: number,
  booked: number,
  random: () => number,
): Planned {
  const starts = instant(date, minute)
  const ends = starts + SERVICES[service]![2] * MINUTE
  const chance = random()
  const outcome = outcomeOf(chance, ends <= nowMs, starts > nowMs && starts < nowMs + 2 * DAY)
  const whenCancelled = booked + (Math.min(starts, nowMs) - booked) / 2
  return {
    ...client,
    service,
    professional,
    appointment_date: date,
    appointment_time: clockTime(minute),
    starts,
    ends,
    booked,
    booked_by: random() < 0.7 ? 'client' : 'owner',
    outcome,
    settled: outcome === 'attended' || outcome === 'no_show' ? ends : whenCancelled,
  }
}

const outcomeOf = (chance: number, isOver: boolean, isNear: boolean): Planned['outcome'] => {
  if (chance < 0.07 && isOver) return 'cancelled'
  if (isOver) return chance < 0.12 ? 'no_show' : 'attended'
  return isNear && chance > 0.6 ? 'confirmed' : 'scheduled'
}

/** The owner has not yet said of the last two whether their clients came. */
function withUnmarked(plan: Planned[]): Planned[] {
  const last = plan
    .filter(({ outcome }) => outcome === 'attended')
    .sort((a, b) => b.ends - a.ends)
    .slice(0, 2)
  return plan.map((one) => (last.includes(one) ? { ...one, outcome: 'scheduled' as const } : one))
}

/** The minutes of a date at which a professional can begin a service, every half hour. */
function startsOn(professional: number, date: IsoDate, service: number): number[] {
  const hours = (professional === 0 ? OWN_HOURS : HOURS)[dayOfWeek(date)]
  if (!hours) return []
  const { open, close, lunch = [close, close] } = hours
  const duration = SERVICES[service]![2]
  const starts: number[] = []
  for (let minute = minutesOf(open); minute + duration <= minutesOf(close); minute += 30) {
    const isOverLunch = minute < minutesOf(lunch[1]) && minute + duration > minutesOf(lunch[0])
    if (!isOverLunch) starts.push(minute)
  }
  return starts
}

/**
 * Most are regulars, the others new: on later days later ones come for the first time. Nobody comes twice on
 * one day.
 */
function someone(service: number, day: number, random: () => number, taken: Set<string>): Client {
  for (;;) {
    const isRegular = random() < 0.7
    const n = isRegular
      ? Math.floor(random() * REGULARS)
      : REGULARS + Math.floor(day * (service === BEARD ? 0.6 : 1.6)) + Math.floor(random() * 8)
    const client = service === BEARD ? man(n) : woman(n)
    if (taken.has(client.client_email)) continue
    taken.add(client.client_email)
    return client
  }
}

const instant = (date: IsoDate, minute: number) => epochMinutes(date, clockTime(minute), TIMEZONE)! * MINUTE

/** The same pseudo-random numbers from 0 to 1 each time. */
function numbers() {
  let state = 20261120
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

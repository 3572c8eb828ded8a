import type { HolidayChoice } from '#domain/api/special-day.ts'
import { addDays, daysBetween } from '#domain/dates.ts'
import { ASK_DAYS_BEFORE, holidayOn, holidaysBetween, holidaysOf } from '#domain/holidays.ts'
import { holidayLabel, holidayQuestion } from '#domain/special-days.ts'
import { businessDayOn, type SpecialDay } from '#domain/special-hours.ts'
import { today } from '#domain/zone.ts'
import type { FastifyRequest } from 'fastify'
import { noteActivity } from '../activity.ts'
import { byOf, ownerOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { scopeOf } from '../accounts/scope.ts'
import { changeHours } from '../businesses/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { hoursBy } from '../schedules/left-outside.ts'
import { chooseForHoliday, takeBackChoice } from './choose.ts'
import { keptOf, stillLeft } from './left-without.ts'
import * as queries from './queries.ts'
import { dateOf } from './routes.ts'
import { settingsOf } from './settings.ts'

const read = { needs: 'hours:read' } as const
const write = { needs: 'hours:write' } as const
const NO_HOLIDAY = 'Ese día no es festivo'

export function holidayRoutes(api: Api, { db, now, config, live }: Deps) {
  const by = (request: FastifyRequest) => byOf(request, now())

  route(api, 'GET /api/holidays', { access: 'public' }, async ({ query: { year, country } }, reply) => {
    reply.header('cache-control', 'public, max-age=86400')
    return { success: true, country, year, holidays: holidaysOf(country, year) }
  })

  route(api, 'GET /api/businesses/holidays', read, async (request) => {
    const owner = ownerOf(request)
    const { country, policy, timezone } = await settingsOf(db, owner)
    const first = today(timezone, now())
    const year = [first, addDays(first, 365)] as const
    const [days, scheduled] = await Promise.all([
      queries.specialDaysBetween(db, owner, year),
      queries.scheduledByDate(db, scopeOf(request), year),
    ])
    const holidays = (country === null ? [] : holidaysBetween(country, ...year)).map((holiday) => {
      const day = days.find((one) => one.professional_id === null && one.date === holiday.date)
      // A yearly day may stand for it, of which nothing is taken back here.
      const standing = businessDayOn(days, holiday.date)
      const isDue = policy === 'ask' && !standing && daysBetween(first, holiday.date) <= ASK_DAYS_BEFORE
      return {
        ...holiday,
        choice: day ? choiceOf(day) : null,
        intervals: [...(standing?.intervals ?? [])],
        is_closed: standing ? !standing.is_open : policy === 'closed',
        question: isDue ? holidayQuestion(holiday) : null,
        appointments: scheduled.get(holiday.date) ?? 0,
      }
    })
    return { success: true, country, policy, holidays }
  })

  route(api, 'PUT /api/businesses/holidays', write, async (request) => {
    const owner = ownerOf(request)
    const { country: holiday_country, policy: holiday_policy } = request.body
    const saved = await onceBy({ db, now }, request, async (tx) => {
      await changeHours(tx, owner)
      const before = await settingsOf(tx, owner)
      const first = today(before.timezone, now())
      const year = [first, addDays(first, 365)] as const
      const wasInside = await hoursBy(tx, owner, year)
      await queries.setHolidays(tx, owner, {
        ...(holiday_policy && { holiday_policy }),
        ...(holiday_country !== undefined && { holiday_country }),
        // What the owner was shown is what is meant.
        ...(holiday_policy && holiday_country === undefined && { holiday_country: before.country }),
      })
      const { policy, guessed } = await settingsOf(tx, owner)
      // Free times know of no guess.
      if (policy === 'closed' && guessed !== null) await queries.keepCountry(tx, owner, guessed)
      const { country } = await settingsOf(tx, owner)
      if (country !== before.country || policy !== before.policy)
        await noteActivity(tx, {
          business_id: owner,
          ...by(request),
          act: 'holidays_changed',
          detail: {
            before: { country: before.country, policy: before.policy },
            after: { country, policy },
          },
        })
      const isInside = await hoursBy(tx, owner, year)
      const closed = policy === 'closed' && country !== null ? holidaysBetween(country, ...year) : []
      // A day of its own stands before the policy, which changes nothing there.
      const days = await queries.specialDaysBetween(tx, owner, year)
      const dates = closed.map(({ date }) => date).filter((date) => !businessDayOn(days, date))
      const ahead = await queries.aheadOn(tx, owner, dates, now())
      return { country, policy, ...keptOf(ahead.filter((row) => wasInside(row) && !isInside(row))) }
    })
    live.changed(owner)
    const { country, policy } = saved
    return { success: true, country, policy, conflicts: await stillLeft(db, owner, saved, now()) }
  })

  route(api, 'PUT /api/holidays/:date', write, async (request) => {
    const [owner, date] = [ownerOf(request), dateOf(request.params)]
    const { choice, intervals } = request.body
    const { country } = await settingsOf(db, owner)
    const holiday = country === null ? undefined : holidayOn(country, date)
    if (!holiday) throw notFound(NO_HOLIDAY)
    // A country that was guessed has been answered for: the page says the holiday's name by it.
    await queries.keepCountry(db, owner, country!)
    const said = {
      is_open: choice !== 'closed',
      intervals: choice === 'special' ? intervals : [],
      label: holidayLabel(holiday.name),
    }
    const who = { ...by(request), limit: config.timeOffLimit }
    const saved = await db.transaction().execute((tx) => chooseForHoliday(tx, owner, date, said, who))
    live.changed(owner)
    return { success: true, ...saved }
  })

  route(api, 'DELETE /api/holidays/:date', write, async (request) => {
    const [owner, date] = [ownerOf(request), dateOf(request.params)]
    const taken = await onceBy({ db, now }, request, async (tx) => {
      const taken = await takeBackChoice(tx, owner, date, by(request))
      if (taken.removed === 0) throw notFound('No habías dicho nada de ese festivo')
      return taken
    })
    live.changed(owner)
    const conflicts = await stillLeft(db, owner, taken, now())
    return { success: true, removed: taken.removed, conflicts }
  })
}

const choiceOf = ({ is_open, intervals }: Pick<SpecialDay, 'is_open' | 'intervals'>): HolidayChoice =>
  !is_open ? 'closed' : intervals.length > 0 ? 'special' : 'open'

import { addDays } from '#domain/dates.ts'
import { dateError } from '#domain/special-days.ts'
import { today } from '#domain/zone.ts'
import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { timezoneOf } from '../appointments/owner-queries.ts'
import type { Api, Deps } from '../deps.ts'
import { invalid, notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { shownSpecialDays } from './queries.ts'
import { stillLeft } from './left-without.ts'
import { saveSpecialDay, takeBackDay } from './save.ts'
import { holidaysOfBusiness } from './settings.ts'

const read = { needs: 'hours:read' } as const
const write = { needs: 'hours:write' } as const
const NO_SPECIAL_DAY = 'Ese día no tiene un horario especial'

export function specialDayRoutes(api: Api, { db, now, config, live }: Deps) {
  route(api, 'GET /api/special-days', read, async (request) => {
    const owner = ownerOf(request)
    const from = request.query.from ?? today(await timezoneOf(db, owner), now())
    const to = request.query.to ?? addDays(from, 366)
    const special_days = await shownSpecialDays(db, owner, [from, to])
    return { success: true, special_days, holidays: await holidaysOfBusiness(db, owner, from, to) }
  })

  route(api, 'PUT /api/special-days/:date', write, async (request) => {
    const [owner, date] = [ownerOf(request), dateOf(request.params)]
    const by = { nowMs: now(), limit: config.timeOffLimit, user_id: sessionOf(request).user_id }
    const saved = await db.transaction().execute((tx) => saveSpecialDay(tx, owner, date, request.body, by))
    live.changed(owner)
    return { success: true, ...saved }
  })

  route(api, 'DELETE /api/special-days/:date', write, async (request) => {
    const [owner, date] = [ownerOf(request), dateOf(request.params)]
    const { professional_id = null, version } = request.query
    const which = { date, professional_id, ...(version !== undefined && { version }) }
    const by = { user_id: sessionOf(request).user_id, nowMs: now() }
    const taken = await onceBy({ db, now }, request, async (tx) => {
      const taken = await takeBackDay(tx, owner, which, by)
      if (taken.removed === 0) throw notFound(NO_SPECIAL_DAY)
      return taken
    })
    live.changed(owner)
    const conflicts = await stillLeft(db, owner, taken, now())
    return { success: true, removed: taken.removed, conflicts }
  })
}

/** The date in an address. @throws Refusal 400 when it is none. */
export function dateOf({ date }: { date: string }): string {
  const error = dateError(date)
  if (error) throw invalid({ date: error })
  return date
}

import type { Appointment } from '#domain/api/appointment.ts'
import type { TimeOff } from '#domain/api/time-off.ts'
import { addDays } from '#domain/dates.ts'
import { today } from '#domain/zone.ts'
import type { FastifyRequest } from 'fastify'
import { byOf, FORBIDDEN, ownerOf, sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { covers, keyIn, scopeOf } from '../accounts/scope.ts'
import { cancelMany } from '../appointments/cancel-many.ts'
import { timezoneOf } from '../appointments/owner-queries.ts'
import type { Api, Deps } from '../deps.ts'
import { keyOf, once } from '../once.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { conflictsOf } from './preview.ts'
import { appointmentsIn, historyOfTimeOff, ownTimeOff, timeOffBetween } from './queries.ts'
import { addTimeOff, changeTimeOff, deleteTimeOff, NO_TIME_OFF } from './save.ts'

const NOBODY = 0
const access = { needs: 'time_off:own' } as const
/** A form asks once whoever types has paused. */
const asking = { ...access, rateLimit: { max: 120, timeWindow: '1 minute' } } as const

/** Who may block whose time: those who may not block everybody's, their own. */
interface Reach {
  /** Undefined: everybody's. */
  professional_id: number | undefined
  mayWrite: (row: { professional_id: number | null }) => void
  /** The same of one that is stored: another's answers as one that is not there. */
  mayChange: (row: { professional_id: number | null }) => void
}

const isOthers = (row: { professional_id: number | null }, own: number) =>
  row.professional_id !== null && row.professional_id !== own

export function timeOffRoutes(api: Api, { db, now, config, live, messagesQueued }: Deps) {
  const by = (request: FastifyRequest) => byOf(request, now())

  async function reachOf(request: FastifyRequest): Promise<Reach> {
    const { permissions, professional_id: own } = sessionOf(request)
    if (permissions.includes('time_off:all'))
      return { professional_id: undefined, mayWrite() {}, mayChange() {} }
    // Who is no professional has nobody's time: the business's shows, and none can be written.
    const professional_id = own ?? NOBODY
    const mayWrite: Reach['mayWrite'] = (row) => {
      if (row.professional_id !== professional_id) throw new Refusal(403, FORBIDDEN)
    }
    return {
      professional_id,
      mayWrite,
      mayChange(row) {
        if (isOthers(row, professional_id)) throw notFound(NO_TIME_OFF)
        mayWrite(row)
      },
    }
  }

  /** Those that the member sees. */
  const shown = (request: FastifyRequest, conflicts: Appointment[]) =>
    conflicts.filter((row) => covers(scopeOf(request), row))

  route(api, 'GET /api/time-off', access, async (request) => {
    const owner = ownerOf(request)
    const { professional_id: only } = await reachOf(request)
    const { professional_id, ...query } = request.query
    const zone = await timezoneOf(db, owner)
    const from = query.from ?? today(zone, now())
    const startOf = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
    const [fromMs, toMs] = [startOf(from), startOf(addDays(query.to ?? addDays(from, 366), 1))]
    const time_off = await timeOffBetween(db, owner, {
      fromMs,
      toMs,
      professional_id: only ?? professional_id,
    })
    return { success: true, time_off }
  })

  route(api, 'GET /api/time-off/conflicts', asking, async (request) => {
    const { professional_id = null } = request.query
    ;(await reachOf(request)).mayWrite({ professional_id })
    const how = { nowMs: now(), sendsWhatsApp: config.whatsapp !== undefined }
    const { conflicts, told, ...found } = await conflictsOf(db, ownerOf(request), request.query, how)
    const seen = shown(request, conflicts)
    const ids = new Set(seen.map(({ id }) => id))
    return {
      success: true,
      ...found,
      conflicts: seen,
      told: told.filter(({ appointment_id }) => ids.has(appointment_id)),
    }
  })

  const readable = async (request: FastifyRequest, id: number): Promise<TimeOff> => {
    const { professional_id: only } = await reachOf(request)
    const row = await ownTimeOff(db, ownerOf(request), id)
    if (!row || (only !== undefined && isOthers(row, only))) throw notFound(NO_TIME_OFF)
    return row
  }

  route(api, 'GET /api/time-off/:id', access, async (request) => {
    const [owner, { id }] = [ownerOf(request), request.params]
    const time_off = await readable(request, id)
    const { professional_id: only } = await reachOf(request)
    const [conflicts, changes] = await Promise.all([
      appointmentsIn(db, scopeOf(request), [id], now()),
      historyOfTimeOff(db, owner, id),
    ])
    // It may have been another's before, whose absences are seen by who may block everybody's time.
    const isTheirs = ({ professional_id = null }: { professional_id?: unknown }) =>
      only === undefined || professional_id === null || professional_id === only
    const history = changes.map((each) => (isTheirs(each.old) ? each : { ...each, old: {} }))
    return { success: true, time_off, conflicts, history }
  })

  route(api, 'POST /api/time-off', access, async (request) => {
    const owner = ownerOf(request)
    const { professional_id: only, mayWrite } = await reachOf(request)
    mayWrite(request.body)
    const key = keyOf(request, 'time off')
    const how = { ...by(request), limit: config.timeOffLimit, isOwn: only !== undefined }
    const { ids, ...saved } = await once(db, { business_id: owner, key, nowMs: now() }, async (tx) => {
      // What lies in it is read anew: nothing of clients is kept with the answer.
      const { conflicts: _, ...added } = await addTimeOff(tx, owner, request.body, how)
      return added
    })
    live.changed(owner)
    const conflicts = await appointmentsIn(db, scopeOf(request), ids ?? [saved.time_off.id], now())
    return { success: true, ...saved, conflicts }
  })

  route(api, 'PUT /api/time-off/:id', access, async (request) => {
    const [owner, { id }] = [ownerOf(request), request.params]
    const { mayWrite, mayChange } = await reachOf(request)
    mayWrite(request.body)
    const following = request.query.scope === 'following'
    const how = { ...by(request), following, mayWrite: mayChange }
    const saved = await changeTimeOff(db, owner, id, request.body, how)
    live.changed(owner)
    return { success: true, ...saved, conflicts: shown(request, saved.conflicts) }
  })

  route(api, 'DELETE /api/time-off/:id', access, async (request) => {
    const [owner, { id }] = [ownerOf(request), request.params]
    const { mayChange: mayWrite } = await reachOf(request)
    const following = request.query.scope === 'following'
    const { removed } = await onceBy({ db, now }, request, async (tx) => ({
      removed: await deleteTimeOff(tx, owner, id, { ...by(request), following, mayWrite }),
    }))
    live.changed(owner)
    return { success: true, removed }
  })

  route(api, 'POST /api/time-off/:id/cancel-conflicts', access, async (request) => {
    const [owner, { id }] = [ownerOf(request), request.params]
    if (!sessionOf(request).permissions.includes('appointments:own-write')) throw new Refusal(403, FORBIDDEN)
    await readable(request, id)
    const key = keyOf(request, `cancel conflicts ${id}`)
    const { cancellation_reason: reason, chosen } = request.body ?? {}
    const wasSeen = ({ id }: Appointment) => !chosen || chosen.some((one) => one.id === id)
    const { cancelled } = await once(db, { business_id: owner, key, nowMs: now() }, async (tx) => {
      const inside = await appointmentsIn(tx, scopeOf(request), [id], now())
      const ahead = inside.filter(
        (row) => row.status === 'scheduled' && row.starts_at > now() && wasSeen(row),
      )
      // What somebody else changed meanwhile may not be cancelled any more.
      const { cancelled } = await cancelMany(
        tx,
        (one) => keyIn(scopeOf(request), one),
        ahead.map((row) => row.id),
        { actor: 'owner', ...by(request), reason, tell: true, chosen },
      )
      return { cancelled: cancelled.length }
    })
    messagesQueued()
    live.changed(owner)
    const conflicts = await appointmentsIn(db, scopeOf(request), [id], now())
    return { success: true, cancelled, conflicts }
  })
}

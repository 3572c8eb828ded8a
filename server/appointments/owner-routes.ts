import type { Appointment } from '#domain/api/appointment.ts'
import { calls } from '#domain/api/calls.ts'
import { withoutContacts } from '#domain/masked.ts'
import { today } from '#domain/zone.ts'
import { FORBIDDEN, ownerOf, sessionOf } from '../accounts/owner.ts'
import { covers, keyIn, scopeOf, type Scope, wholeOf } from '../accounts/scope.ts'
import { noteExport } from '../activity.ts'
import { phoneOf } from '../businesses/owner-queries.ts'
import type { Api, Deps } from '../deps.ts'
import { sendFile, sendRows } from '../http/download.ts'
import { limitedMailOf } from '../messages/limited-queries.ts'
import { repliesOf, toldOf } from '../messages/told/queries.ts'
import { undeliveredOf } from '../messages/undelivered-queries.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { slotsOfWindow } from '../schedules/availability.ts'
import { appointmentsCsv, styleOf } from './csv.ts'
import { cardIdOf, marksOf } from './clients.ts'
import { freeProfessionals } from './free-professionals.ts'
import {
  bookerOf,
  countUnconfirmed,
  historyOf,
  latestBooked,
  latestHappenings,
  listAppointments,
  ownAppointment,
  pageOfAppointments,
  pagesOfAppointments,
  timezoneOf,
  unconfirmedAppointments,
} from './owner-queries.ts'
import { currentSlotOf } from './queries.ts'

const read = { needs: 'appointments:own' } as const

/** So many rows are answered in one piece; more of them are sent while they are read, and never all in memory. */
const AT_ONCE = 1_000
const MOST_UNCONFIRMED = 1_000
const many = calls['GET /api/appointments'].answer

/** The pages as a call would answer them. */
async function* shown(scope: Scope, pages: AsyncGenerator<Appointment[]>) {
  for await (const rows of pages) {
    const { appointments } = many.encode({ success: true, appointments: rows } as never)
    yield scope.seesContacts ? appointments : (withoutContacts(appointments) as typeof appointments)
  }
}

/** The owner's reading calls; those that change an appointment are in change-routes.ts. */
export function appointmentOwnerRoutes(api: Api, { db, now }: Deps) {
  route(api, 'GET /api/appointments', read, async (request, reply) => {
    const scope = scopeOf(request)
    const { limit, offset = 0, sort, ...filter } = request.query
    if (!limit) {
      const appointments = await listAppointments(db, scope, filter, AT_ONCE + 1)
      if (appointments.length <= AT_ONCE) return { success: true, appointments }
      return sendRows(reply, 'appointments', shown(scope, pagesOfAppointments(db, scope, filter)))
    }
    const pageOf = sort === 'booked' ? latestBooked : pageOfAppointments
    return { success: true, ...(await pageOf(db, scope, filter, { limit, offset })) }
  })

  route(api, 'GET /api/appointments/unconfirmed', read, async (request) => {
    const scope = scopeOf(request)
    const { limit } = request.query
    const most = limit ?? MOST_UNCONFIRMED
    const date = today(await timezoneOf(db, scope.business_id), now())
    const [appointments, total] = await Promise.all([
      unconfirmedAppointments(db, scope, date, most),
      limit ? countUnconfirmed(db, scope, date) : undefined,
    ])
    return { success: true, appointments, ...(total !== undefined && { total }) }
  })

  route(api, 'GET /api/appointments/marks', read, async (request) => ({
    success: true,
    marks: await marksOf(db, scopeOf(request), request.query),
  }))

  route(api, 'GET /api/appointments/latest', read, async (request) => ({
    success: true,
    happenings: await latestHappenings(db, scopeOf(request), 20),
  }))

  route(
    api,
    'GET /api/appointments/export.csv',
    { needs: 'clients:export', isDear: true },
    async (request, reply) => {
      await noteExport(db, sessionOf(request), 'la lista de citas', now())
      const pages = pagesOfAppointments(db, wholeOf(ownerOf(request)), request.query)
      const style = styleOf(await phoneOf(db, ownerOf(request)))
      return sendFile(reply, 'citas.csv', 'text/csv', appointmentsCsv(pages, style))
    },
  )

  route(api, 'GET /api/appointments/:id', read, async (request) => {
    const scope = scopeOf(request)
    const appointment = await ownAppointment(db, scope, request.params.id)
    if (!appointment) throw notFound('Cita no encontrada')
    const mine = keyIn(scope, appointment.id)
    const you = sessionOf(request).user_id
    const [changes, booker, undelivered, limited_mail, messages, replies, marks, card_id] = await Promise.all(
      [
        historyOf(db, scope, appointment.id),
        bookerOf(db, scope, appointment.id),
        undeliveredOf(db, mine),
        limitedMailOf(db, mine),
        toldOf(db, mine, you),
        repliesOf(db, mine),
        marksOf(db, scope, { id: appointment.id }),
        cardIdOf(db, scope, appointment.id),
      ],
    )
    const { booked_by: actor, created_at: at } = appointment
    const { id: user_id = null, name: user_name = null, role: user_role = null } = booker ?? {}
    const booked = { change: 'booked', actor, user_id, user_name, user_role, at, old: {} }
    const history = [booked, ...changes].map((change) => ({ ...change, is_you: change.user_id === you }))
    const mark = marks[0] ?? null
    const of = { appointment, card_id, history, undelivered, limited_mail, mark, messages, replies }
    return { success: true, ...of }
  })

  route(api, 'GET /api/appointments/:id/free-professionals', read, async (request) => ({
    success: true,
    professionals: await freeProfessionals(db, now(), scopeOf(request), request.params.id),
  }))

  route(api, 'GET /api/appointments/:id/free-times', read, async (request) => {
    const scope = scopeOf(request)
    const moving = await currentSlotOf(db, keyIn(scope, request.params.id))
    if (!moving) throw notFound('Cita no encontrada')
    const { professional_id = moving.professional_id, service_id = moving.service_id } = request.query
    if (!covers(scope, { professional_id })) throw new Refusal(403, FORBIDDEN)
    const { variant_id, addon_ids, from } = request.query
    const owner = scope.business_id
    const asked = { professional_id, service_id, variant_id, addon_ids, moving, owner }
    const days = await slotsOfWindow(db, now(), asked, from)
    if (!days) throw notFound('Profesional no encontrado')
    return { success: true, days }
  })
}

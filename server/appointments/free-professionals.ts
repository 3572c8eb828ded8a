import { waivedWhereItIs } from '#domain/counter.ts'
import { covers, keyIn, type Scope } from '../accounts/scope.ts'
import type { Db } from '../database/db.ts'
import { notFound } from '../http/refusal.ts'
import { freeAt } from '../schedules/any.ts'
import { ordered } from './bookable.ts'
import { currentSlotOf } from './queries.ts'

/**
 * Who else is free at the time of an appointment, in the order in which the system would choose; of those to whom it can
 * be given by whoever asks.
 * @throws Refusal 404.
 */
export async function freeProfessionals(db: Db, nowMs: number, scope: Scope, id: number) {
  const moving = await currentSlotOf(db, keyIn(scope, id))
  if (!moving) throw notFound('Cita no encontrada')
  const { appointment_date: date, appointment_time: time, service_id } = moving
  const { business_id } = scope
  const asked = { business_id, service_id, moving, owner: business_id }
  const { free } = await freeAt(db, nowMs, { date, time, waived: waivedWhereItIs(false) }, asked)
  const others = free.filter((one) => one.professional_id !== moving.professional_id && covers(scope, one))
  const turns = await ordered(db, nowMs, others, date, String(id))
  return turns.map(({ professional_id, professional_name }) => ({ id: professional_id, professional_name }))
}

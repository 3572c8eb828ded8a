import assert from 'node:assert/strict'
import { booking, type api } from './helper.ts'
import { owner, withOffer } from './owner.ts'

type Call = Awaited<ReturnType<typeof api>>['call']

/** A business with two professionals, each with a client and an appointment of their own. */
export async function twoProfessionals(call: Call) {
  const who = await owner(call)
  const { service_id, professional_id } = await withOffer(who)
  const second = await who.as('POST', '/api/professionals', { professional_name: 'Otra Profesional' })
  const other_id = second.body.professional.id as number
  const place = { business_id: who.business_id, slug: who.slug, service_id, professional_id }
  const book = async (more: Record<string, unknown>) => {
    const body = booking(place, { ...more, send_confirmation: true })
    const answer = await call('POST', '/api/appointments/public', { body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.appointment.id as number
  }
  const mine = await book({ client_name: 'Marina Propia', client_email: 'marina@propia.example' })
  const others = await book({
    professional_id: other_id,
    appointment_time: '11:00',
    client_name: 'Ajena Secreta',
    client_phone: '+573109998877',
    client_email: 'ajena@secreta.example',
    client_id: '99887766',
    notes: 'Nota-de-otra',
  })
  const away = await who.as('POST', '/api/time-off', {
    first_date: '2026-12-24',
    professional_id: other_id,
    note: 'Motivo-de-otra',
  })
  assert.equal(away.status, 201, JSON.stringify(away.body))
  return { who, place, mine, others, other_id, time_off: away.body.time_off.id as number }
}
export type TwoProfessionals = Awaited<ReturnType<typeof twoProfessionals>>

/** The addresses of a business's rows; `appointment` is the one that appointments' calls are about. */
export const idsOf =
  ({ who, place, time_off }: TwoProfessionals, appointment: number) =>
  (url: string) =>
    url
      .replace(/(\/services?\/):id|(\/services?\/):\w+/, `$1$2${place.service_id}`)
      .replace(/(\/(?:professionals?|available-days|available-slots)\/):\w+/, `$1${place.professional_id}`)
      .replace(/(\/business(?:es)?\/):\w+/, `$1${who.business_id}`)
      .replace(/(\/appointments\/):\w+/, `$1${appointment}`)
      .replace(/(\/time-off\/):\w+/, `$1${time_off}`)
      .replace(/:date$/, '2026-12-24')

export const bodyFor = ({ place }: TwoProfessionals) => ({
  ...booking(place, { appointment_time: '15:00' }),
  service_name: 'Robado',
  professional_name: 'Robada',
  schedules: [],
  ids: [1],
  cancellation_reason: 'x',
  first_date: '2026-12-25',
  attendance_status: 'attended',
  step: 'arrived',
  move_id: 1,
})

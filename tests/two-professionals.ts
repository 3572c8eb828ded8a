import { insertedImport } from './imports.ts'
import type { Db } from '#server/database/db.ts'
import assert from 'node:assert/strict'
import { booking, type api } from './helper.ts'
import { confirmEmailOf } from './roles.ts'
import { owner, PASSWORD, withOffer } from './owner.ts'

type Call = Awaited<ReturnType<typeof api>>['call']

/** A business with two professionals, each with a client and an appointment of their own. */
export async function twoProfessionals(call: Call, db: Db) {
  const who = await owner(call)
  const user_id = (await who.as('GET', '/api/auth/verify')).body.user.id as number
  await confirmEmailOf(db, who.business_id)
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
  const invited = await who.as('POST', '/api/members/invite', {
    email: `laura${user_id}@correo.example`,
    role: 'reception',
  })
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  const cards = await db
    .selectFrom('appointments')
    .select(['id', 'card_id'])
    .where('business_id', '=', who.business_id)
    .execute()
  const time_off = away.body.time_off.id as number
  const fed = await who.as('POST', '/api/feeds', {})
  assert.equal(fed.status, 201, JSON.stringify(fed.body))
  const asked = await db
    .insertInto('data_requests')
    .values({
      business_id: who.business_id,
      appointment_id: others,
      kind: 'consult',
      client_name: 'Ajena Secreta',
      received_at: '2026-11-20T15:00:00Z',
      due_date: '2026-12-04',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const grouped = await who.as('POST', '/api/service-categories', { category_name: 'Color' })
  const category = grouped.body.category.id as number
  const { id: tag } = await db
    .insertInto('client_tags')
    .values({ business_id: who.business_id, label: 'VIP', colour: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    who,
    tag,
    user_id,
    place,
    mine,
    others,
    import_id: await insertedImport(db, { business_id: who.business_id, user_id }),
    cards: new Map(cards.map(({ id, card_id }) => [id, card_id])),
    other_id,
    time_off,
    category,
    data_request: asked.id,
    feed: fed.body.feed.id as number,
    invitation: invited.body.invitation.id as number,
  }
}
export type TwoProfessionals = Awaited<ReturnType<typeof twoProfessionals>>

/** The addresses of a business's rows; `appointment` is the one that appointments' calls are about. */
export const idsOf =
  (
    {
      who,
      place,
      time_off,
      category,
      data_request,
      feed,
      invitation,
      user_id,
      cards,
      import_id,
      tag,
    }: TwoProfessionals,
    appointment: number,
  ) =>
  (url: string) =>
    url
      .replace(/(\/services?\/):id|(\/services?\/):\w+/, `$1$2${place.service_id}`)
      .replace(/(\/(?:professionals?|available-days|available-slots)\/):\w+/, `$1${place.professional_id}`)
      .replace(/(\/business(?:es)?\/):\w+/, `$1${who.business_id}`)
      .replace(/(\/appointments\/):\w+/, `$1${appointment}`)
      .replace(/(\/import\/):\w+/, `$1${import_id}`)
      .replace(/(\/rows\/):\w+/, '$1' + '2')
      .replace(/(\/tags\/):\w+/, `$1${tag}`)
      .replace(/(\/clients?\/):\w+/, `$1${cards.get(appointment)}`)
      .replace(/(\/files\/):\w+/, '$1' + '1')
      .replace(/(\/notes\/):\w+/, '$1' + '1')
      .replace(/(\/health\/):\w+/, '$1' + '1')
      .replace(/(\/service-categories\/):\w+/, `$1${category}`)
      .replace(/(\/data-requests\/):id/, `$1${data_request}`)
      .replace(/(\/feeds\/):id/, `$1${feed}`)
      .replace(/(\/invitations\/):\w+/, `$1${invitation}`)
      .replace(/(\/members\/):\w+/, `$1${user_id}`)
      .replace(/(\/time-off\/):\w+/, `$1${time_off}`)
      .replace(/:date$/, '2026-12-24')

export const bodyFor = ({ place }: TwoProfessionals, url = '') => ({
  ...booking(place, { appointment_time: '15:00' }),
  service_name: 'Robado',
  category_name: 'Robada',
  label: 'Robada',
  professional_name: 'Robada',
  schedules: [],
  ids: [1],
  cancellation_reason: 'x',
  first_date: '2026-12-25',
  duration_minutes: 45,
  attendance_status: 'attended',
  step: 'arrived',
  message: 'reminder',
  starts_at: '2026-11-23T15:00:00.000Z',
  role: 'reception',
  email: 'nadie@correo.example',
  currentPassword: PASSWORD,
  move_id: 1,
  body: 'Una nota',
  agreed: true,
  outcome: 'done',
  answer: 'Listo',
  reason: 'Inventario',
  mapping: url.includes('/appointments/import/') ? ['date', 'client_name'] : ['client_name'],
})

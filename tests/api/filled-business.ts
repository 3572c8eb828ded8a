import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Db } from '#server/database/db.ts'
import { noteActivity } from '#server/activity.ts'
import { foldFigures } from '#server/metrics/fold.ts'
import { appointmentRow, booking, type api } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

/** By then all appointments of a filled business are over, and the owner's session is still valid. */
export const LATER = Date.parse('2026-11-20T22:30:00Z')

export const CLIENT = {
  client_name: 'Zoraida Quintanar',
  client_email: 'zoraida.quintanar@correo.example',
  client_phone: '+573009998877',
  client_id: '9988776655',
}

/** Matches only the data of CLIENT. */
export const MARKS = /zoraida|quintanar|3009998877|9988776655/i

/**
 * Fills every table with rows of one business; where a table can hold a client's data, they are those of
 * CLIENT.
 */
export async function filledBusiness(db: Db, { call, clock }: Awaited<ReturnType<typeof api>>) {
  const place = await owner(call)
  const { business_id } = place
  const offer = await withOffer(place)
  const shop = { business_id, slug: place.slug, ...offer }
  const ok = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer
    assert.ok(status < 300, JSON.stringify(body))
    return body
  }
  const week = [1, 2, 3, 4, 5].map((day_of_week) => ({
    day_of_week,
    is_available: true,
    start_time: '09:00',
    end_time: '18:00',
  }))
  await ok(place.as('PUT', `/api/schedules/professional/${offer.professional_id}`, { schedules: week }))

  const book = async (time: string) => {
    const body = booking(shop, {
      ...CLIENT,
      appointment_date: '2026-11-20',
      appointment_time: time,
      notes: 'Zoraida vive en la 5',
    })
    return (await ok(call('POST', '/api/appointments/public', { body }))).appointment.id as number
  }
  const [cancelled, moved, missed] = [await book('12:00'), await book('13:00'), await book('14:00')]
  const identity = { client_id: CLIENT.client_id, client_email: CLIENT.client_email }
  const byClient = (path: string, key: string, body: object) =>
    ok(
      call('POST', `/api/appointments/client/${path}`, {
        headers: { 'idempotency-key': key },
        body: { ...identity, recaptcha_token: 'dev-token', ...body },
      }),
    )
  await byClient(`cancel/${cancelled}`, 'a', { cancellation_reason: 'Zoraida no puede' })
  await byClient(`reschedule/${moved}`, 'b', { new_date: '2026-11-20', new_time: '16:00' })
  await ok(
    place.as('POST', `/api/appointments/${moved}/message-sent`, {
      message: 'reminder',
      starts_at: '2026-11-20T21:00:00.000Z',
    }),
  )
  await ok(
    place.as('PUT', `/api/appointments/${missed}`, {
      ...booking(shop, { ...CLIENT, appointment_date: '2026-11-20', appointment_time: '14:00' }),
      client_name: 'Zoraida Q.',
    }),
  )
  clock.now = LATER
  await ok(
    place.as('POST', `/api/appointments/${missed}/attendance`, {
      attendance_status: 'no_show',
      no_show_reason: 'Zoraida olvidó la cita',
    }),
  )

  await ok(place.as('POST', '/api/service-categories', { category_name: 'Cabello' }))
  const by_professional = [{ professional_id: offer.professional_id, price: 45_000 }]
  await ok(place.as('PATCH', `/api/services/${offer.service_id}`, { by_professional }))
  await ok(place.as('PUT', '/api/messages/texts', { kind: 'reminder', text: 'Hola {nombre}, te esperamos.' }))
  await ok(place.as('PUT', '/api/special-days/2026-12-31', { is_open: false }))
  await ok(place.as('POST', '/api/time-off', { first_date: '2026-12-24', kind: 'vacation' }))

  const now = new Date(clock.now).toISOString()
  const message = await db
    .updateTable('messages')
    .set({ last_error: `550 ${CLIENT.client_email} unknown` })
    .where('business_id', '=', business_id)
    .where('kind', 'like', '%\\_client')
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('handovers').values({ business_id, message_id: message.id }).execute()
  await db
    .insertInto('digest_items')
    .values({ business_id, message_id: message.id, recipient: CLIENT.client_email })
    .execute()
  const token_hash = randomBytes(32)
  await db
    .insertInto('portal_tokens')
    .values({ business_id, token_hash, client_email: CLIENT.client_email })
    .execute()
  const token = { business_id, token_hash, expires_at: now }
  await db
    .insertInto('remembered_clients')
    .values({ ...token, appointment_id: moved })
    .execute()
  const { user } = await ok(place.as('GET', '/api/auth/verify'))
  await db
    .insertInto('password_resets')
    .values({ ...token, user_id: user.id })
    .execute()
  await db
    .insertInto('credit_movements')
    .values({ business_id, kind: 'paid', amount: 10, reason: 'package', reference: 'r1' })
    .execute()
  await db
    .insertInto('credit_accounts')
    .values({ business_id, month: '2026-11-01', free: 30 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('reviews')
    .values({ business_id, rating: 5, author_name: 'Zoraida Q.', comment: 'Muy bien' })
    .execute()
  await db
    .insertInto('images')
    .values({ business_id, name: '0123456789abcdef0123456789abcdef', width: 640 })
    .execute()
  await db
    .insertInto('share_pictures')
    .values({ business_id, version: '0123456789abcdef', made_at: now })
    .execute()
  await db
    .insertInto('undelivered')
    .values({ business_id, appointment_id: moved, address: CLIENT.client_email, reason: 'refused', at: now })
    .execute()
  await db
    .insertInto('invitations')
    .values({
      business_id,
      email: 'nueva@correo.example',
      role: 'reception',
      professional_id: null,
      token_hash,
      invited_by: user.id,
      created_at: now,
      expires_at: now,
    })
    .execute()
  const { id: to_user_id } = await db
    .insertInto('users')
    .values({ email: 'gerente-lleno@correo.example', password_hash: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('memberships')
    .values({ business_id, user_id: to_user_id, role: 'manager', professional_id: null })
    .execute()
  await db
    .insertInto('ownership_offers')
    .values({ business_id, to_user_id, by_user_id: user.id, created_at: now, expires_at: now })
    .execute()
  await db.insertInto('former_members').values({ business_id, user_id: to_user_id }).execute()
  await db
    .insertInto('calendar_feeds')
    .values({
      business_id,
      user_id: user.id,
      professional_id: null,
      shows: 'full',
      token_hash,
      created_at: now,
    })
    .execute()
  const { token_hash: session_hash } = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('business_id', '=', business_id)
    .limit(1)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('push_subscriptions')
    .values({
      business_id,
      user_id: user.id,
      session_hash,
      created_at: now,
      endpoint: 'https://push.example.com/1',
      endpoint_hash: token_hash,
      p256dh: 'B'.repeat(87),
      auth: 'a'.repeat(22),
    })
    .execute()
  await noteActivity(db, { business_id, user_id: user.id, act: 'login', nowMs: clock.now })
  const { card_id } = await db
    .selectFrom('appointments')
    .select('card_id')
    .where('id', '=', missed)
    .executeTakeFirstOrThrow()
  const told = { business_id, appointment_id: missed, at: now }
  await db
    .insertInto('consents')
    .values({
      ...told,
      card_id: card_id!,
      purpose: 'whatsapp',
      given: true,
      channel: 'page',
      evidence: '{"network":"Zoraida"}',
    })
    .execute()
  await db
    .insertInto('inbound_messages')
    .values({
      ...told,
      provider_id: 'wamid.1',
      from_phone: CLIENT.client_phone,
      kind: 'text',
      text: 'Zoraida llega tarde',
      handled: 'read',
    })
    .execute()
  await byClient(`data-request/${missed}`, 'c', { kind: 'correct', details: 'Soy Zoraida con zeta' })
  await ok(
    call('POST', `/api/clients/${card_id}/notes`, {
      headers: { ...place.headers, 'idempotency-key': 'd' },
      body: { body: 'A Zoraida le gusta el tinto' },
    }),
  )
  await ok(place.as('POST', `/api/clients/${card_id}/health`, { body: 'Zoraida es asmática', agreed: true }))
  const image = 'fedcba9876543210fedcba9876543210'
  await db.insertInto('images').values({ business_id, name: image, width: 640, is_private: true }).execute()
  await db
    .insertInto('client_files')
    .values({
      business_id,
      card_id: card_id!,
      image,
      width: 640,
      kind: 'after',
      written_by: user.id,
      at: now,
    })
    .execute()
  await ok(
    place.as('PATCH', `/api/clients/${card_id}`, {
      alert: 'Zoraida es alérgica al amoníaco',
      birthday: '1991-05-14',
    }),
  )
  await ok(place.as('POST', `/api/clients/${card_id}/tags`, { label: 'Color' }))
  const apart = await ok(place.as('POST', '/api/clients', { client_name: 'Y' }))
  await ok(place.as('POST', '/api/clients/duplicates/dismiss', { cards: [card_id, apart.client.id] }))
  const kept = await ok(place.as('POST', '/api/clients', { client_name: 'Z' }))
  await ok(place.as('POST', '/api/clients/merge', { keep: kept.client.id, merge: [card_id] }))
  const { id: import_id } = await db
    .insertInto('client_imports')
    .values({
      business_id,
      file_name: 'clientes.csv',
      file_hash: token_hash,
      columns: '["Nombre"]',
      guesses: '[{"target":"client_name","is_sure":true}]',
      row_count: 2,
      created_by: user.id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('client_import_rows')
    .values([
      { business_id, import_id, n: 2, cells: '["Zoraida"]', card_id },
      // Not looked at yet.
      { business_id, import_id, n: 3, cells: `["Zoraida","${CLIENT.client_email.toUpperCase()}"]` },
      { business_id, import_id, n: 4, cells: '["Zoraida","300 999 88-77"]' },
    ])
    .execute()
  await db
    .insertInto('kept_consents')
    .values({ business_id, appointment_id: moved, consent_version: '1', consented_at: now, keep_until: now })
    .execute()
  await db
    .insertInto('page_reports')
    .values({ business_id, reason: 'fraud', network: token_hash, at: now })
    .execute()
  await db.insertInto('page_hidings').values({ business_id, hidden_at: now, seen_at: now }).execute()
  await db
    .insertInto('business_deletions')
    .values({
      business_id,
      requested_by: user.id,
      requested_at: now,
      erase_at: new Date(clock.now + 30 * 24 * 3_600_000).toISOString(),
    })
    .execute()
  await db.insertInto('sender_names').values({ business_id, name: 'Nequi' }).execute()
  await db.insertInto('audit_log').values({ act: 'suspend', business_id }).execute()
  await foldFigures({ db })
  // As a process of the version before makes them.
  await sql`
    insert into figures_by_client (business_id, client, appointments, first_date, last_date, client_name, client_phone,
      client_email, last_booked_at, names, phones)
    select business_id, lower(client_email), 1, appointment_date, appointment_date, client_name, client_phone, client_email,
      created_at, plain(client_name), client_phone
    from appointments where business_id = ${business_id} and client_email = ${CLIENT.client_email} limit 1`.execute(
    db,
  )
  // A change that is not folded into the figures yet.
  await db
    .insertInto('appointments')
    .values({ ...appointmentRow(shop, '2026-11-10', '10:00'), ...CLIENT })
    .execute()
  return place
}

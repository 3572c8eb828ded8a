import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { policyName } from '#domain/policy-name.ts'
import { presentPolicy } from '#server/businesses/policy.ts'
import { sql } from 'kysely'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { call } = await api(db)

async function published(slug: string, version?: number) {
  const query = version === undefined ? '' : `?version=${version}`
  return await call('GET', `/api/businesses/public/slug/${slug}/policy${query}`)
}
const wordsOf = ({ sections }: { sections: { heading: string; text: string[] }[] }) =>
  sections.flatMap(({ heading, text }) => [heading, ...text]).join('\n')

test('the policy names who answers for the data, and each text is a version with its hash', async () => {
  const place = await owner(call)
  const first = (await published(place.slug)).body.policy
  assert.equal(first.version, 1)
  assert.equal(first.since_date, '2026-11-20')
  assert.equal(first.hash, createHash('sha256').update(JSON.stringify(first.sections)).digest('hex'))
  for (const part of [
    /Peluquería Doña Inés/,
    /Cra\. 7 # 12-34, Bogotá/,
    /ines\d+@correo\.example/,
    /300 123 4567/,
  ])
    assert.match(wordsOf(first), part)
  assert.doesNotMatch(wordsOf(first), /NIT|null|undefined|WhatsApp/)

  const changes = {
    legal_name: 'Inés Prada S.A.S.',
    legal_id: '890.903.938-8',
    legal_address: 'Calle 100 # 1-1, Bogotá',
    legal_email: 'datos@ines.example',
  }
  const { status, body } = await place.as('PATCH', '/api/businesses/profile', changes)
  assert.equal(status, 200, body.error)
  assert.equal(body.business.legal_id, '890903938-8')
  const second = (await published(place.slug)).body.policy
  assert.equal(second.version, 2)
  assert.match(
    wordsOf(second),
    /Inés Prada S\.A\.S\., dueño de Peluquería Doña Inés \d+, NIT 890\.903\.938-8 \(el «Negocio»\): dirección Calle 100 # 1-1, Bogotá, correo datos@ines\.example/,
  )
  assert.deepEqual((await published(place.slug, 1)).body.policy, first)
  assert.equal((await published(place.slug, 3)).status, 404)

  // What is not in it makes no version.
  await place.as('PATCH', '/api/businesses/profile', {
    description: 'Cortes',
    legal_email: 'datos@ines.example',
  })
  assert.equal((await published(place.slug)).body.policy.version, 2)
  await db
    .updateTable('businesses')
    .set({ reminder_channel: 'both' })
    .where('id', '=', place.business_id)
    .execute()
  const third = (await published(place.slug)).body.policy
  assert.equal(third.version, 3)
  assert.match(wordsOf(third), /WhatsApp solo si marcas la casilla/)
})

test('a wrong NIT is refused with its sentence', async () => {
  const place = await owner(call)
  const { status, body } = await place.as('PATCH', '/api/businesses/profile', { legal_id: '890903938-1' })
  assert.equal(status, 400)
  assert.equal(body.fields.legal_id, 'El dígito de verificación del NIT no corresponde')
})

test('a consent names the version and the hash that its page showed, an earlier one too', async () => {
  const place = await owner(call)
  const shop = { ...place, ...(await withOffer(place)) }
  const { policy: before } = (await call('GET', `/api/businesses/public/slug/${place.slug}`)).body.business
  await place.as('PATCH', '/api/businesses/profile', { legal_name: 'Inés Prada' })
  const { policy } = (await call('GET', `/api/businesses/public/slug/${place.slug}`)).body.business
  const { hash } = (await published(place.slug)).body.policy
  assert.equal(policy, policyName(2, hash))
  const book = (consent_version: string, time: string) =>
    call('POST', '/api/appointments/public', {
      body: booking(shop, { consent_version, appointment_time: time, appointment_date: '2026-11-23' }),
    })
  for (const [name, time] of [
    [before, '10:00'],
    [policy, '11:00'],
  ]) {
    const { status, body } = await book(name, time)
    assert.equal(status, 201, body.error)
    const row = await db
      .selectFrom('appointments')
      .select('consent_version')
      .where('id', '=', body.appointment.id)
      .executeTakeFirstOrThrow()
    assert.equal(row.consent_version, name)
  }
  const other = await owner(call)
  await other.as('PATCH', '/api/businesses/profile', { legal_name: 'Otra' })
  const foreign = (await call('GET', `/api/businesses/public/slug/${other.slug}`)).body.business.policy
  for (const unknown of [foreign, policyName(1, hash), policyName(7, hash)]) {
    const { status, body } = await book(unknown, '12:00')
    assert.equal(status, 400, unknown)
    assert.equal(
      body.fields.consent_version,
      'La política de datos cambió. Recarga la página para ver la actual.',
    )
  }
})

test('two who make a version at once make one, and what was published is not changed', async () => {
  const { business_id } = await owner(call)
  await db.updateTable('businesses').set({ legal_name: 'Al tiempo' }).where('id', '=', business_id).execute()
  const names = await Promise.all([1, 2, 3, 4, 5].map(() => presentPolicy(db, business_id, Date.now())))
  assert.equal(new Set(names).size, 1)
  assert.match(names[0]!, /^v2-/)
  await assert.rejects(
    sql`update business_policies set hash = repeat('0', 64) where business_id = ${business_id}`.execute(db),
    /not changed/,
  )
})

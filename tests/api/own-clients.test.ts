/** The clients' list of a professional who sees own visits only: filtered and sorted by these, and by nobody else's. */
import { foldCards } from '#server/clients/fold-queries.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, appointmentRow, database } from '../helper.ts'
import { memberOf } from '../roles.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { call } = await api(db)

test('what happened with another professional neither finds nor sorts a shared client', async () => {
  const home = await twoProfessionals(call, db)
  const { place, who, other_id } = home
  let day = 0
  const came = async (client: { name: string; phone: string }, professional_id: number, missed = false) => {
    const date = String(Temporal.PlainDate.from('2026-11-19').subtract({ days: 3 * day++ }))
    await db
      .insertInto('appointments')
      .values({
        ...appointmentRow({ ...place, professional_id }, date, '10:00'),
        client_name: client.name,
        client_phone: client.phone,
        client_email: null,
        status: 'completed',
        attendance_status: missed ? 'no_show' : 'attended',
      })
      .execute()
  }
  // Berta comes to both, four times to the other one; Carla comes twice, here alone.
  const berta = { name: 'Berta Gil', phone: '+573001230011' }
  const carla = { name: 'Carla Paz', phone: '+573001230012' }
  await came(berta, place.professional_id)
  for (let n = 0; n < 3; n++) await came(berta, other_id)
  await came(berta, other_id, true)
  await came(carla, place.professional_id)
  await came(carla, place.professional_id)
  await foldCards({ db })
  const person = await memberOf(db, who.business_id, 'professional', {
    professional_id: place.professional_id,
    // Who sees no figures does not sort by them either.
    switches: { 'figures:own': true },
  })
  const names = async (query: string, headers = person.headers): Promise<string[]> => {
    const { status, body } = await call('GET', `/api/clients${query}`, { headers })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.total, body.clients.length)
    return body.clients.map(({ client_name }: { client_name: string }) => client_name)
  }
  assert.deepEqual(await names('?only=no_shows', who.headers), ['Berta Gil'])
  assert.deepEqual(await names('?only=no_shows'), [])
  assert.deepEqual(await names('?only=frequent', who.headers), ['Berta Gil'])
  assert.deepEqual(await names('?only=frequent'), [])
  assert.deepEqual(await names('?only=new'), ['Marina Propia'])
  for (const sort of ['appointments', 'visits', 'spent']) {
    const sorted = await names(`?sort=${sort}&order=desc`)
    assert.equal(sorted[0], 'Carla Paz', sort)
    assert.equal((await names(`?sort=${sort}&order=desc`, who.headers))[0], 'Berta Gil', sort)
  }
  // The other one sees what they saw.
  const other = await memberOf(db, who.business_id, 'professional', { professional_id: other_id })
  assert.deepEqual(await names('?only=no_shows', other.headers), ['Berta Gil'])
  assert.deepEqual(await names('?only=frequent', other.headers), ['Berta Gil'])
})

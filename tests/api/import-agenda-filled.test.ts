/** What lists of appointments say of known clients: filled in on their cards, and taken back. Now is Friday the 20th of November 2026. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { importingAgenda } from '../imports.ts'

const db = await database()
const served = await api(db)

const HEAD = 'Fecha,Hora,Servicio,Profesional,Cliente,Celular,Correo,Cédula\n'
const row = (day: number, time: string, who: string) => `${day}/11/2026,${time},Corte,Inés Prada,${who}\n`

/** A business whose client says nothing but a telephone, and its cards as they say it. */
async function withAna() {
  const who = await importingAgenda(db, served)
  const ana = { client_name: 'Ana Ruiz', client_phone: '+573001234567' }
  assert.equal((await who.as('POST', '/api/clients', ana)).status, 201)
  const contacts = async () => {
    await who.fold()
    return (await who.cards()).map((card) => [
      card.client_name,
      card.client_phone,
      card.client_email,
      card.client_id,
    ])
  }
  return { ...who, contacts }
}
const ANA = ['Ana Ruiz', '+573001234567', 'ana@correo.example', '1020345678']
const BARE = ['Ana Ruiz', '+573001234567', null, null]
const LIST = `${HEAD}${row(24, '9:00', 'Ana Ruiz,3001234567,ana@correo.example,')}${row(25, '9:00', 'Ana Ruiz,3001234567,ana@correo.example,1020345678')}`

test('what an import of appointments filled in on known cards is emptied when it is taken back', async () => {
  const { imported, undone, contacts } = await withAna()
  const { id } = await imported(LIST)
  assert.deepEqual(await contacts(), [ANA])
  const after = await undone(id)
  assert.deepEqual([after.removed, after.stayed], [2, 0])
  assert.deepEqual(await contacts(), [BARE])
})

test('and where the client was told, so that the appointment stays as cancelled', async () => {
  const { imported, undone, contacts } = await withAna()
  const { id } = await imported(LIST, { tells_clients: true })
  assert.deepEqual(await contacts(), [ANA])
  const after = await undone(id)
  assert.deepEqual([after.restored, after.stayed], [2, 0])
  assert.deepEqual(await contacts(), [BARE])
})

test('what somebody wrote since stays, and so does what an appointment says that stays', async () => {
  const { imported, undone, contacts, as, cards, appointments } = await withAna()
  const { id } = await imported(LIST)
  const [ana] = await cards()
  const email = { client_email: 'otra@correo.example' }
  assert.equal((await as('PATCH', `/api/clients/${ana!.id}`, email)).status, 200)
  const moved = (await appointments())[1]!
  assert.equal(
    (await as('PATCH', `/api/appointments/${moved.id}`, { appointment_time: '11:00' })).status,
    200,
  )
  const after = await undone(id)
  assert.deepEqual([after.removed, after.stayed], [1, 1])
  assert.deepEqual(await contacts(), [['Ana Ruiz', '+573001234567', 'otra@correo.example', '1020345678']])
})

test('a row that finds its time taken fills nothing in', async () => {
  const { looked, act, work, of, contacts, as, professional_id } = await withAna()
  const { id } = await looked(LIST)
  const block = { professional_id, kind: 'block', first_date: '2026-11-25' }
  assert.ok((await as('POST', '/api/time-off', block)).status < 300)
  await act(id, 'run')
  await work()
  assert.equal((await of(id)).failed, 1)
  assert.deepEqual(await contacts(), [['Ana Ruiz', '+573001234567', 'ana@correo.example', null]])
})

test('a card that a list made and filled in later batches goes when the list is taken back', async () => {
  const { imported, undone, contacts } = await importingOf(210)
  const { id } = await imported
  assert.deepEqual((await contacts()).at(-1), ['Eva Mora', '+573025550100', 'eva@correo.example', null])
  const after = await undone(id)
  assert.deepEqual([after.made, after.removed, after.stayed], [210, 210, 0])
  assert.deepEqual(await contacts(), [BARE])
})

/** A list of so many appointments of one new client, whose last row alone says an e-mail. */
async function importingOf(rows: number) {
  const who = await withAna()
  const times = ['9:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']
  const days = Array.from({ length: 60 }, (_, n) => new Date(Date.UTC(2026, 10, 23 + n)))
    .filter((day) => day.getUTCDay() > 0 && day.getUTCDay() < 6)
    .map((day) => day.toISOString().slice(0, 10))
  const list = Array.from({ length: rows }, (_, n) => {
    const [day, time] = [days[Math.floor(n / times.length)], times[n % times.length]]
    return `${day},${time},Corte,Inés Prada,Eva Mora,3025550100,${n === rows - 1 ? 'eva@correo.example' : ''},\n`
  })
  return { ...who, imported: who.imported(HEAD + list.join(''), { outside_hours: true }) }
}

/** Whose appointment stands at the time of a row: the same person's, or another's. Now is Friday the 20th of November 2026, 10:00. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, appointmentRow, database } from '../helper.ts'
import { importingAgenda } from '../imports.ts'

const db = await database()
const served = await api(db)

const HEAD = 'Fecha,Hora,Servicio,Profesional,Cliente,Celular,Correo\n'

test('a similar name with another telephone or e-mail, or a time that is only held, is somebody else’s', async () => {
  const who = await importingAgenda(db, served)
  const stands = (time: string, client_phone: string, client_email: string | null, more = {}) =>
    db
      .insertInto('appointments')
      .values({
        ...appointmentRow(who, '2026-11-24', time),
        client_name: 'Ana Gil',
        client_phone,
        client_email,
        ...more,
      })
      .execute()
  const phone = '+573001234567'
  await stands('09:00', phone, null)
  await stands('10:00', '', 'ana.gil@correo.example')
  await stands('11:00', phone, null, { status: 'held', hold_kind: 'approval' })
  await stands('12:00', phone, null)
  await stands('14:00', phone, null)
  const row = (time: string, more: string) => `24/11/2026,${time},Corte,Inés Prada,${more}\n`
  const { id, counts } = await who.looked(
    HEAD +
      row('9:00', 'Ana Ruiz,3015550199,') +
      row('10:00', 'Ana Ruiz,3015550199,ana.ruiz@correo.example') +
      row('11:00', 'Ana Ruiz,3001234567,') +
      row('12:00', 'Ana Ruiz,3001234567,ana@correo.example') +
      row('14:00', 'Ana,,'),
  )
  assert.deepEqual(await who.errors(id), [
    [2, 'time', 'Inés Prada ya tiene una cita a las 9:00 am.'],
    [3, 'time', 'Inés Prada ya tiene una cita a las 10:00 am.'],
    [4, 'time', 'Inés Prada ya tiene una cita a las 11:00 am.'],
  ])
  assert.deepEqual([counts.known, counts.error], [2, 3])
})

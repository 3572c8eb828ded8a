/** Cards that are merged while a batch of an import waits for them. */
import { mergeCards } from '#server/clients/merge.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { importing, importingAgenda } from '../imports.ts'
import { until } from '../smtp.ts'

const db = await database()
const served = await api(db)

type Who = Pick<Awaited<ReturnType<typeof importing>>, 'as' | 'act' | 'work' | 'cards' | 'business_id'>

const isWaiting = async () => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ 'client_cards'`.execute(db)
  return rows.length > 0
}

/** Two cards of one person, of which the second becomes the first while the import waits for it. */
async function whileMerged(who: Who, start: () => Promise<number>) {
  const made = async (client_name: string, more: object) =>
    (await who.as('POST', '/api/clients', { client_name, ...more })).body.client.id as number
  const keep = await made('Ana María Ruiz', { client_email: 'ana@correo.example' })
  const other = await made('Ana Ruiz', { client_phone: '+573001234567' })
  const id = await start()
  assert.equal((await who.act(id, 'run')).status, 200)
  const { user_id } = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('business_id', '=', who.business_id)
    .executeTakeFirstOrThrow()
  let working = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    const by = { business_id: who.business_id, user_id, nowMs: served.clock.now }
    await mergeCards(tx, { keep, merge: [other] }, by)
    working = who.work()
    await until(isWaiting)
  })
  await working
  return { id, keep }
}

test('a row of a client whose card is merged meanwhile is of the card that is kept', async () => {
  const who = await importing(db, served)
  const { id, keep } = await whileMerged(who, async () => {
    const list = 'Nombre,Celular,Alerta\nAna Ruiz,3001234567,Nueces\n'
    return (await who.looked(list)).id
  })
  const { made, updated } = await who.of(id)
  assert.deepEqual([made, updated], [0, 1])
  const alerts = (await who.cards()).map((card) => [card.id, card.alert])
  assert.deepEqual(
    alerts.find(([card]) => card === keep),
    [keep, 'Nueces'],
  )
  assert.equal(alerts.length, 2)
})

test('and so is an imported appointment', async () => {
  const who = await importingAgenda(db, served)
  const { id, keep } = await whileMerged(who, async () => {
    const row = '24/11/2026,9:00,Corte,Inés Prada,Ana Ruiz,3001234567\n'
    return (await who.looked(`Fecha,Hora,Servicio,Profesional,Cliente,Celular\n${row}`)).id
  })
  assert.equal((await who.of(id)).made, 1)
  assert.deepEqual(
    (await who.appointments()).map(({ card_id }) => card_id),
    [keep],
  )
  assert.equal((await who.cards()).length, 2)
})

test('whom a list names without telephone, e-mail or document is known by the name of a card that was merged, too', async () => {
  const who = await importing(db, served)
  const list = 'Nombre\nAna Ruiz\nAnita R\n'
  await who.imported(list)
  const [keep, other] = (await who.cards()).map(({ id }) => id)
  assert.equal((await who.as('POST', '/api/clients/merge', { keep, merge: [other] })).status, 200)
  const { counts } = await who.looked(list)
  assert.deepEqual([counts.new, counts.known], [0, 2])
  // A card of that name which is none of another comes first.
  const { body } = await who.as('POST', '/api/clients', { client_name: 'Anita R' })
  await who.imported('Nombre,Alerta\nAnita R,Nueces\n')
  assert.equal((await who.cards()).find(({ alert }) => alert === 'Nueces')!.id, body.client.id)
})

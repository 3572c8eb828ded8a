/** Whoever is forgotten is forgotten in the files that were brought along, however many rows those have. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { importing } from '../imports.ts'

const db = await database()
const served = await api(db)

type Who = Awaited<ReturnType<typeof importing>>

async function made(who: Who, body: object): Promise<number> {
  const answer = await who.as('POST', '/api/clients', body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.client.id
}

const cellsOf = async ({ business_id }: Who) => {
  const { rows } = await sql<{ cells: string[] }>`
    select cells from client_import_rows where business_id = ${business_id} order by n`.execute(db)
  return rows.map(({ cells }) => cells[0])
}

test('rows of a draft that name somebody go, however the telephone and the e-mail are written; all others stay', async () => {
  const who = await importing(db, served)
  const keep = await made(who, {
    client_name: 'Ana Ruiz',
    client_phone: '+573001234567',
    client_email: 'ana_r%z@correo.example',
  })
  const merged = await made(who, {
    client_name: 'Ana R.',
    client_phone: '+573107654321',
    client_email: 'a.ruiz+citas@correo.example',
  })
  await made(who, { client_name: 'Sin datos' })
  const lines = [
    'Con espacios,300 123 45 67,',
    'Con guiones,+57 (300) 123-4567,',
    'La otra,57.310.765.43.21,',
    'Con mayúsculas,,ANA_R%Z@Correo.Example',
    'Con signos,,a.ruiz+citas@correo.example',
    'Casi el número,3001234568,',
    'Casi el correo,,anaXrYz@correo.example',
    'Casi el otro,,aXruiz+citas@correo.example',
    'Nadie,,',
  ]
  await who.looked(`Nombre,Celular,Correo\n${lines.join('\n')}\n`)
  assert.equal((await cellsOf(who)).length, lines.length)
  const merging = await who.as('POST', '/api/clients/merge', { keep, merge: [merged] })
  assert.equal(merging.status, 200, JSON.stringify(merging.body))
  assert.equal((await who.as('POST', `/api/clients/${keep}/forget`)).status, 200)
  assert.deepEqual(await cellsOf(who), ['Casi el número', 'Casi el correo', 'Casi el otro', 'Nadie'])
})

test('a card of eleven is forgotten within seconds beside five drafts of 20.000 rows', async () => {
  const who = await importing(db, served)
  const cards: number[] = []
  for (let n = 10; n < 21; n++)
    cards.push(
      await made(who, {
        client_name: `Ana ${n}`,
        client_phone: `+5730011111${n}`,
        client_email: `ana${n}@correo.example`,
      }),
    )
  for (let draft = 0; draft < 5; draft++) {
    const { body } = await who.send(`Nombre,Celular\nAna,30011111${10 + draft}\nDraft ${draft},\n`)
    await sql`
      insert into client_import_rows (business_id, import_id, n, cells)
      select ${who.business_id}, ${body.import_id}::bigint, n, jsonb_build_array('Persona ' || n, (3100000000 + n)::text,
        'persona' || n || '@correo.example', 'Prefiere la mañana, y trae su esmalte')
      from generate_series(10, 20000) n`.execute(db)
  }
  const merging = await who.as('POST', '/api/clients/merge', { keep: cards[0], merge: cards.slice(1) })
  assert.equal(merging.status, 200, JSON.stringify(merging.body))
  const before = performance.now()
  const answer = await who.as('POST', `/api/clients/${cards[0]}/forget`)
  const seconds = (performance.now() - before) / 1000
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.ok(seconds < 6, `${seconds} s`)
  const left = (await cellsOf(who)).filter((name) => name === 'Ana')
  assert.deepEqual(left, [])
})

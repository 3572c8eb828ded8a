import { foldCards } from '#server/clients/fold-queries.ts'
import { workOnImports } from '#server/imports/work.ts'
import type { Db } from '#server/database/db.ts'
import { countGrown } from '#server/database/statistics-queries.ts'
import assert from 'node:assert/strict'
import type { api } from './helper.ts'
import { upload } from './multipart.ts'
import { owner, type Owner, withOffer } from './owner.ts'

type Served = Awaited<ReturnType<typeof api>>

/** A business that imports lists. */
export async function importing(db: Db, { app, call, clock }: Served, who?: Owner) {
  const mine = who ?? (await owner(call))
  const send = (content: string | Buffer, filename = 'clientes.csv') =>
    upload(app, mine, '/api/clients/import', [{ field: 'file', content, filename }])
  // With the job that runs beside it: what PostgreSQL planned for an empty table would read all of it, for a minute.
  const work = async () => {
    let counted = Promise.resolve<unknown>(undefined)
    const counting = setInterval(() => (counted = countGrown({ db })), 1000)
    try {
      await workOnImports({ db, now: () => clock.now })
    } finally {
      clearInterval(counting)
      await counted
    }
  }
  const of = async (id: number) => (await mine.as('GET', `/api/clients/import/${id}`)).body.import
  const act = (id: number, what: string) => mine.as('POST', `/api/clients/import/${id}/${what}`)
  /** Sent and looked at, its columns as they were guessed. */
  const looked = async (content: string | Buffer, filename?: string) => {
    const sent = await send(content, filename)
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    const { import_id, guesses } = sent.body
    const mapping = guesses.map(({ target }: { target: string }) => target)
    const answer = await mine.as('PUT', `/api/clients/import/${import_id}/mapping`, { mapping })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.import
  }
  const imported = async (content: string | Buffer, filename?: string) => {
    const { id } = await looked(content, filename)
    assert.equal((await act(id, 'run')).status, 200)
    await work()
    return of(id)
  }
  const undone = async (id: number) => {
    assert.equal((await act(id, 'undo')).status, 200)
    await work()
    return of(id)
  }
  const cards = () =>
    db
      .selectFrom('client_cards')
      .select(['id', 'client_name', 'client_phone', 'client_email', 'client_id', 'alert', 'source'])
      .where('business_id', '=', mine.business_id)
      .orderBy('id')
      .execute()
  const notes = async () =>
    (
      await db
        .selectFrom('client_notes')
        .select('body')
        .where('business_id', '=', mine.business_id)
        .orderBy('id')
        .execute()
    ).map(({ body }) => body)
  return {
    ...mine,
    send,
    work,
    of,
    act,
    looked,
    imported,
    undone,
    cards,
    notes,
    fold: () => foldCards({ db }),
  }
}

interface Choices {
  services?: { name: string; id: number | null }[]
  professionals?: { name: string; id: number | null }[]
  order?: 'dmy' | 'mdy'
  outside_hours?: boolean
  tells_clients?: boolean
}

/** A business with an offer that imports lists of appointments. */
export async function importingAgenda(db: Db, served: Served, who?: Owner) {
  const mine = await importing(db, served, who)
  const offer = await withOffer(mine)
  const send = (content: string | Buffer, filename = 'citas.csv') =>
    upload(served.app, mine, '/api/appointments/import', [{ field: 'file', content, filename }])
  const say = (id: number, mapping: string[], choices: Choices = {}) =>
    mine.as('PUT', `/api/appointments/import/${id}/mapping`, { mapping, ...choices })
  /** Sent and looked at, its columns as they were guessed. */
  const looked = async (content: string | Buffer, choices?: Choices, filename?: string) => {
    const sent = await send(content, filename)
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    const { import_id, guesses } = sent.body
    const answer = await say(
      import_id,
      guesses.map(({ target }: { target: string }) => target),
      choices,
    )
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.import
  }
  const imported = async (content: string | Buffer, choices?: Choices, filename?: string) => {
    const { id } = await looked(content, choices, filename)
    const run = await mine.act(id, 'run')
    assert.equal(run.status, 200, JSON.stringify(run.body))
    await mine.work()
    return mine.of(id)
  }
  const appointments = () =>
    db
      .selectFrom('appointments')
      .selectAll()
      .where('business_id', '=', mine.business_id)
      .orderBy('starts_at')
      .orderBy('id')
      .execute()
  const errors = async (id: number): Promise<[n: number, field: string, error: string][]> =>
    (await mine.as('GET', `/api/clients/import/${id}/rows?limit=100`)).body.rows.map(
      (row: { n: number; field: string; error: string }) => [row.n, row.field, row.error],
    )
  const messages = async () =>
    (
      await db
        .selectFrom('messages')
        .select(['kind', 'recipient'])
        .where('business_id', '=', mine.business_id)
        .where('appointment_id', 'is not', null)
        .orderBy('id')
        .execute()
    ).map(({ kind, recipient }) => [kind, recipient])
  return { ...mine, ...offer, send, say, looked, imported, appointments, errors, messages }
}

/** A draft of a business, written past the upload, with a row that is wrong. */
export async function insertedImport(
  db: Db,
  place: { business_id: number; user_id: number },
): Promise<number> {
  const { business_id, user_id } = place
  const { id } = await db
    .insertInto('client_imports')
    .values({
      business_id,
      file_name: 'clientes.csv',
      file_hash: Buffer.from(`${business_id}`),
      columns: '["Nombre"]',
      guesses: '[{"target":"client_name","is_sure":true}]',
      mapping: '["client_name"]',
      row_count: 1,
      created_by: user_id,
      created_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { business_id, import_id: id, n: 2, cells: '["Ana"]', outcome: 'new' as const }
  await db.insertInto('client_import_rows').values(row).execute()
  return id
}

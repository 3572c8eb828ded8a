import { sorter, type Person } from '#domain/import/match.ts'
import type { Target } from '#domain/import/columns.ts'
import { tagRoom } from '#domain/import/tags.ts'
import { countryOfPhone } from '#domain/phone.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { phoneOf } from '../businesses/owner-queries.ts'
import type { Db, Tx } from '../database/db.ts'
import {
  countBatch,
  fillCards,
  finishRows,
  FULL,
  hasRoom,
  isAnyAtWork,
  madeHere,
  makeCards,
  nextAtWork,
  writeNotes,
  type Finished,
} from './card-queries.ts'
import { AT_ONCE, readAll, type Sorted } from './look.ts'
import { lockedCards } from './match-queries.ts'
import { rowsAfter, updateImport } from './queries.ts'
import { bookBatch } from './agenda/book.ts'
import { unbookBatch } from './agenda/undo.ts'
import { giveTags, labelsOf } from './tag-queries.ts'
import { inTurns } from '../turns/turns.ts'
import { takeBack } from './undo.ts'

type AtWork = NonNullable<Awaited<ReturnType<typeof nextAtWork>>>

/**
 * Goes on with the imports that are at work, a batch of each in turn. A batch is one transaction with the row up to which it
 * came: whoever dies in between has done whole batches, and the next one goes on after them. One whose batch fails waits for the
 * next time, and holds up no other.
 * @throws what the first that failed failed with, once the others are done.
 */
export async function workOnImports({
  db,
  now,
  signal,
}: {
  db: Db
  now: () => number
  signal?: AbortSignal
}): Promise<void> {
  if (!(await isAnyAtWork(db))) return
  const failed = new Map<number, unknown>()
  for (let after = 0, hasWorked = false; !signal?.aborted;) {
    let id: number | undefined
    const batch = db.transaction().execute(async (tx) => {
      const found = await nextAtWork(tx, after, [...failed.keys()])
      if (!found) return
      id = found.id
      if (found.state === 'booking') await bookBatch(tx, found, now())
      else if (found.state === 'unbooking') await unbookBatch(tx, found, now())
      else if (found.state === 'running') await importBatch(tx, found, now())
      else await takeBack(tx, found, now())
    })
    const isDone = await batch.then(
      () => true,
      (error: unknown) => {
        if (id === undefined) throw error
        failed.set(id, error)
        return false
      },
    )
    if (id !== undefined) [after, hasWorked] = [id, hasWorked || isDone]
    else if (!hasWorked) break
    else [after, hasWorked] = [0, false]
  }
  for (const error of failed.values()) throw error
}

async function importBatch(tx: Tx, { business_id, id, ...found }: AtWork, nowMs: number): Promise<void> {
  const owner = business_id as BusinessId
  const at = new Date(nowMs).toISOString()
  const rows = await rowsAfter(tx, owner, id, found.reached, AT_ONCE)
  if (rows.length === 0) {
    await updateImport(tx, owner, id, { state: 'done', ended_at: at })
    return
  }
  const iso = countryOfPhone(await phoneOf(tx, owner))
  const columns = {
    mapping: found.mapping as Target[],
    headings: found.columns,
    iso,
    order: found.birthday_order ?? ('dmy' as const),
  }
  const { wrong, right } = await readAll(rows, columns, tagRoom(await labelsOf(tx, owner)))
  const known = await lockedCards(tx, owner, right)
  const sort = sorter()
  const sorted: Sorted[] = []
  for await (const { n, row } of inTurns(right)) sorted.push({ n, row, ...sort(row, known.get(n)) })
  const finished = [
    ...wrong.map((row): Finished => ({ ...row, done: 'failed' })),
    ...(await written(tx, owner, id, sorted, { at, user_id: found.created_by })),
  ]
  await finishRows(tx, owner, id, finished)
  const count = (what: Finished['done']) => finished.filter(({ done }) => done === what).length
  await countBatch(tx, owner, id, {
    reached: rows.at(-1)!.n,
    made: count('made'),
    updated: count('updated'),
    known: count('known'),
    failed: count('failed'),
  })
}

/** Writes the new cards, and fills those that are known. */
async function written(
  tx: Tx,
  owner: BusinessId,
  import_id: number,
  sorted: Sorted[],
  { at, user_id }: { at: string; user_id: number },
): Promise<Finished[]> {
  const people = new Map<Person, number>()
  for (const each of sorted) if (each.outcome === 'new') people.set(each.person, 0)
  if (people.size > 0 && !(await hasRoom(tx, owner, people.size)))
    return sorted.map(({ n }) => ({ n, done: 'failed', field: 'client_name', error: FULL }))
  const persons = [...people.keys()]
  const made = await makeCards(
    tx,
    owner,
    persons.map(({ row }) => row),
    { at, import_id },
  )
  for (const [index, person] of persons.entries()) people.set(person, made[index]!)

  const filled = sorted.flatMap((each) => (each.outcome === 'update' ? [each] : []))
  await fillCards(tx, owner, filled, at)
  const notes = sorted.flatMap((each) => {
    if (each.outcome === 'new' && each.person.row.note !== null)
      return [{ n: each.n, card_id: people.get(each.person)!, body: each.person.row.note }]
    if (each.outcome === 'update' && each.filled.note)
      return [{ n: each.n, card_id: each.card, body: each.filled.note }]
    return []
  })
  const noteIds = await writeNotes(tx, owner, notes, { user_id, at })
  const tagged = await giveTags(
    tx,
    owner,
    import_id,
    sorted.flatMap((each) => {
      if (each.outcome === 'new')
        return [{ n: each.n, card_id: people.get(each.person)!, tags: each.person.row.tags }]
      return each.outcome === 'update'
        ? [{ n: each.n, card_id: each.card, tags: each.filled.tags ?? [] }]
        : []
    }),
  )
  // What a later row of the file adds to somebody whom an earlier one made is no change of a client who was there.
  const own = await madeHere(
    tx,
    owner,
    import_id,
    filled.map(({ card }) => card),
  )
  return sorted.map((each): Finished => {
    const note_id = noteIds.get(each.n)
    const tag_ids = tagged.get(each.n)
    if (each.outcome === 'new') {
      const filled = tag_ids && { tag_ids }
      return { n: each.n, done: 'made', card_id: people.get(each.person), note_id, filled }
    }
    if (each.outcome === 'again') return { n: each.n, done: 'known', card_id: people.get(each.person) }
    if (each.outcome === 'known') return { n: each.n, done: 'known', card_id: each.card }
    const { tags: _, ...fields } = each.filled
    const more = { card_id: each.card, filled: { ...fields, ...(tag_ids && { tag_ids }) }, note_id }
    return { n: each.n, done: own.has(each.card) ? 'known' : 'updated', ...more }
  })
}

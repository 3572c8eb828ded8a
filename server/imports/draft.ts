import type { ImportKind } from '#domain/import/state.ts'
import { createHash } from 'node:crypto'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'
import { draftOf, insertDraft, insertRows, removeOldDrafts } from './queries.ts'
import { readFile } from './read/read.ts'

interface Sent {
  kind: ImportKind
  content: Buffer
  name: string
  user_id: number
  nowMs: number
}

/** Reads a file and keeps it as a draft: the same file again is the same draft. @returns its id. */
export async function draft(db: Db, owner: BusinessId, sent: Sent): Promise<number> {
  const file_hash = createHash('sha256').update(sent.content).digest()
  const { kind } = sent
  const earlier = await draftOf(db, owner, kind, file_hash)
  if (earlier) return earlier.id
  const file_name = fileName(sent.name)
  const { batches, count, ...read } = await readFile(sent.content, {
    fileName: file_name,
    kind,
    lane: String(owner),
  })
  const { user_id, nowMs } = sent
  const made = await db.transaction().execute(async (tx) => {
    const row = { ...read, kind, file_name, file_hash, row_count: count, user_id, nowMs }
    const id = await insertDraft(tx, owner, row)
    if (id === undefined) return undefined
    for (const batch of batches) await insertRows(tx, owner, id, batch)
    await removeOldDrafts(tx, owner)
    return id
  })
  if (made !== undefined) return made
  const meanwhile = await draftOf(db, owner, kind, file_hash)
  if (!meanwhile) throw new Refusal(409, 'Ese archivo se acaba de subir. Intenta de nuevo.')
  return meanwhile.id
}

/** What people see of the name, without folders and what cannot be shown. */
function fileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const shown = [...last.toWellFormed().replace(/[\p{C}]/gu, '')].slice(-120).join('').trim()
  return shown || 'clientes'
}

import { NOBODYS_HASH } from '../accounts/passwords.ts'
import { unprovenMembers } from '../accounts/password-queries.ts'
import { shutOutUnproven } from '../accounts/reset.ts'
import { sqlState, type Db, type Tx } from '../database/db.ts'
import type { FileStore } from '../files/files.ts'
import { Refusal } from '../http/refusal.ts'
import type { Secrets } from '../secrets.ts'
import { sealNotes } from './health.ts'
import { Pictures } from './pictures.ts'
import {
  beginImport,
  businessWithEmail,
  erasedPerson,
  idsOf,
  insertBusiness,
  insertPictures,
  insertRows,
  newIds,
  noteFormerMembers,
  noteIds,
  personWith,
  schemaOf,
  setSlug,
  setSuspended,
  takeSlug,
  writableColumns,
  type Row,
} from './queries.ts'
import { unreadable, type Archive } from './read.ts'
import { endOf, numberOf } from './end-queries.ts'
import { ensureSoundBusiness, ensureSoundTexts } from './sound.ts'
import { BUSINESS_LEAVES, PEOPLE, REFERRING, TRANSFERRED, type Transferred } from './tables.ts'

interface Place {
  db: Db
  files: FileStore
  secrets: Secrets
  nowMs: number
}

export interface Imported {
  business_id: number
  slug: string
}

/**
 * Brings the business of an archive: all of it in one transaction, or nothing; until it ends nobody sees it. Its pictures are
 * stored meanwhile, and go again when it fails.
 * @param done is called at the end, in the transaction.
 * @throws Refusal 400 for an archive that does not hold a whole business, 409 for a newer one, or when its e-mail has an account.
 */
export async function importArchive(
  { db, files, secrets, nowMs }: Place,
  archive: Archive,
  done: (tx: Tx, imported: Imported) => Promise<void>,
): Promise<Imported> {
  const { schema } = await archive.manifest()
  if (schema > (await schemaOf(db)))
    throw new Refusal(409, 'La copia es de una versión más nueva de enpunto: actualiza esta primero')
  const pictures = new Pictures(archive, { db, files, nowMs })
  let whole: { imported: Imported; number: string } | undefined
  try {
    return await db.transaction().execute(async (tx) => {
      await beginImport(tx)
      const { suspended_at, ...imported } = await addBusiness(tx, archive, pictures, nowMs)
      await addPeople(tx, archive)
      const from = { archive, pictures, secrets }
      for (const each of TRANSFERRED) await addTable(tx, from, each, imported.business_id)
      for (const user_id of await unprovenMembers(tx, imported.business_id))
        await shutOutUnproven(tx, nowMs, { business_id: imported.business_id, user_id })
      await noteFormerMembers(tx, imported.business_id)
      await insertPictures(tx, imported.business_id, pictures.taken, nowMs)
      await setSuspended(tx, imported.business_id, suspended_at)
      await done(tx, imported)
      whole = { imported, number: await numberOf(tx) }
      return imported
    })
  } catch (error) {
    // Of a commit the answer alone may have been lost. Where that cannot be learned, the pictures stay: of one that was
    // not done they go a day later.
    const end = whole ? await endOf(db, whole) : 'aborted'
    if (whole && end === 'committed') return whole.imported
    if (end === 'aborted') await pictures.remove()
    // What the database does not take of a row: a kind, a check, a row that is referred to and not there.
    if (/^2[23]/.test(sqlState(error) ?? '')) throw unreadable('tiene datos que no cuadran')
    throw error
  }
}

async function addBusiness(tx: Tx, archive: Archive, pictures: Pictures, nowMs: number) {
  const [row] = await all(archive.rows('businesses'))
  const { email, slug: wanted, suspended_at } = row ?? {}
  if (!row || typeof email !== 'string' || typeof wanted !== 'string' || !/^[a-z0-9-]{1,100}$/.test(wanted))
    throw unreadable('no trae el negocio')
  if (await businessWithEmail(tx, email)) throw new Refusal(409, `Ya hay un negocio con el correo ${email}`)
  ensureSoundBusiness(row)
  ensureSoundTexts([row])
  const own = Object.fromEntries(Object.entries(row).filter(([name]) => !BUSINESS_LEAVES.includes(name)))
  await pictures.take('businesses', own)
  // Off until all of it is there.
  const off = new Date(0).toISOString()
  const arrived_at = toldUntil(suspended_at, nowMs)
  const business_id = await insertBusiness(tx, { ...own, slug: wanted, suspended_at: off, arrived_at })
  const slug = await takeSlug(tx, business_id, wanted)
  if (slug !== wanted) await setSlug(tx, business_id, slug)
  return { business_id, slug, suspended_at }
}

/**
 * Until when its clients were told where it comes from: of one that was suspended there, until then, and what fell due since is
 * told here; of another one, until now.
 */
const toldUntil = (suspended_at: unknown, nowMs: number): string =>
  typeof suspended_at === 'string' && Date.parse(suspended_at) <= nowMs
    ? suspended_at
    : new Date(nowMs).toISOString()

/** The e-mail of who was erased. */
const ERASED = /^cuenta-eliminada-\d+@invalid$/i

/**
 * Who is here already by e-mail is the same person; the others ask for a password when they come, and so does a member whose e-mail
 * here may be a stranger's.
 */
async function addPeople(tx: Tx, archive: Archive) {
  for await (const people of archive.rows(PEOPLE)) {
    ensureSoundTexts(people)
    const pairs: [number, number][] = []
    for (const { id, email, name, created_at } of people) {
      if (!Number.isSafeInteger(id) || typeof email !== 'string' || !email.includes('@'))
        throw unreadable('tiene personas que no cuadran')
      const person = {
        name: typeof name === 'string' ? name : null,
        created_at: String(created_at),
        password_hash: NOBODYS_HASH,
      }
      const here = ERASED.test(email) ? erasedPerson(tx, person) : personWith(tx, { email, ...person })
      pairs.push([Number(id), await here])
    }
    await noteIds(tx, PEOPLE, pairs)
  }
}

async function addTable(
  tx: Tx,
  { archive, pictures, secrets }: { archive: Archive; pictures: Pictures; secrets: Secrets },
  each: Transferred,
  business_id: number,
) {
  const { table, hasId, isSealed, leaves = [] } = each
  const columns = (await writableColumns(tx, table)).filter((name) => !leaves.includes(name))
  for await (const rows of archive.rows(table)) {
    ensureSoundTexts(rows)
    if (hasId) await giveIds(tx, table, rows)
    const wanted = rows.flatMap((row) => referred(each, row))
    const found = await idsOf(tx, wanted)
    for (const row of rows) {
      row['business_id'] = business_id
      refer(each, row, found)
      await pictures.take(table, row)
    }
    if (isSealed) await sealNotes(tx, business_id, rows, secrets)
    const present = columns.filter((name) => name in rows[0]!)
    await insertRows(tx, table, present, rows)
  }
}

async function giveIds(tx: Tx, table: string, rows: Row[]) {
  const old = rows.map(({ id }) => {
    if (!Number.isSafeInteger(id)) throw unreadable('tiene filas sin número')
    return Number(id)
  })
  const ids = await newIds(tx, table, old)
  rows.forEach((row, index) => (row['id'] = ids.get(old[index]!)))
}

interface Named {
  kind: string
  id: number
}

/** The rows that a row names. */
function referred({ refers = {}, tells = [] }: Transferred, row: Row): Named[] {
  const own = Object.entries(refers).flatMap(([column, kind]) => named(kind, row[column]))
  return [...own, ...tells.flatMap((column) => toldIn(row[column]))]
}

const named = (kind: string, id: unknown): Named[] =>
  typeof id === 'number' && Number.isSafeInteger(id) ? [{ kind, id }] : []

// No row has this id: where one is needed the database refuses it, elsewhere it stays of what was gone before.
const GONE = 0

function refer({ refers = {}, tells = [] }: Transferred, row: Row, found: Map<string, number>) {
  for (const [column, kind] of Object.entries(refers))
    for (const { id } of named(kind, row[column])) row[column] = found.get(`${kind} ${id}`) ?? GONE
  for (const column of tells)
    for (const { holder, key, kind, id } of toldIn(row[column]))
      holder[key] = found.get(`${kind} ${id}`) ?? GONE
}

/** Where JSON of a history names rows, however deep. */
function toldIn(value: unknown): (Named & { holder: Row; key: string })[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Row
  return Object.entries(holder).flatMap(([key, inner]) => {
    const kind = REFERRING[key]
    if (kind === undefined) return toldIn(inner)
    return named(kind, inner).map((name) => ({ ...name, holder, key }))
  })
}

async function all(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

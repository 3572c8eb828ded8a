import { KEPT_YEARS } from '#domain/deletion.ts'
import { NOBODYS_HASH } from '../accounts/passwords.ts'
import type { Db, Tx } from '../database/db.ts'
import type { FileStore } from '../files/files.ts'
import { installationSecret } from '../installation.ts'
import { queueDeletion } from '../messages/deletion-mails.ts'
import {
  certified,
  close,
  countRows,
  emptyBusiness,
  eraseUsers,
  forgetKept,
  forgetNamesInLog,
  keepConsents,
  lockErasing,
  lockMembers,
  noteErased,
  removeLarge,
  removeRows,
  sharePicture,
  startErasing,
} from './erase-queries.ts'
import { cancelAhead } from './leave.ts'
import { lockBusiness, ownersOf, stillCancelling } from './queries.ts'

interface EraseDeps {
  db: Db
  files: FileStore
  now: () => number
  /** Aborted when the process stops: what is begun is done by another, or after the next start. */
  signal?: AbortSignal | undefined
}

const YEAR = 365.25 * 24 * 3_600_000

/**
 * Cancels what a process that died left, erases the businesses whose time to come back is over, and closes those whose
 * certificate has left. Each step may be repeated, and done by several processes at once.
 */
export async function deleteBusinesses({ db, files, now, signal }: EraseDeps): Promise<void> {
  const faults: unknown[] = []
  /** One that fails holds up no other; it is tried again at the next turn. */
  const each = async <T>(all: readonly T[], work: (one: T) => Promise<void>) => {
    for (const one of all) {
      signal?.throwIfAborted()
      await work(one).catch((error: unknown) => void faults.push(error))
    }
  }
  await each(await stillCancelling(db), (deletion) => cancelAhead(db, now(), deletion))
  await each(await startErasing(db, now()), (business_id) => erase({ db, files, now, signal }, business_id))
  await each(await certified(db, now()), (business_id) =>
    db.transaction().execute((tx) => close(tx, business_id, now())),
  )
  await forgetNamesInLog(db)
  await forgetKept(db, now())
  if (faults.length > 0) throw faults[0]
}

async function erase({ db, files, now, signal }: EraseDeps, business_id: number): Promise<void> {
  await countRows(db, business_id)
  const secret = await installationSecret(db, 'kept_consents')
  await keepConsents(db, business_id, { secret, untilMs: now() + KEPT_YEARS * YEAR })
  const picture = await sharePicture(db, business_id)
  if (picture) await files.remove(`share-${business_id}-${picture.version}.jpg`)
  await removeLarge(db, business_id, signal)
  await db.transaction().execute(async (tx) => {
    await lockMembers(tx, business_id)
    // Before what is deleted of it, as administrators and a returning owner lock them.
    await lockBusiness(tx, business_id)
    const deletion = await lockErasing(tx, business_id)
    if (!deletion) return
    await certify(tx, deletion, now())
    await removeRows(tx, business_id)
    await emptyBusiness(tx, business_id, now())
    await noteErased(tx, business_id, now())
  })
}

/** Writes the certificate while it is known to whom it goes; their accounts end here. */
async function certify(tx: Tx, { business_id, requested_at, counts }: Erasing, nowMs: number): Promise<void> {
  const { business_name, timezone } = await lockBusiness(tx, business_id)
  await queueDeletion(tx, await ownersOf(tx, business_id), {
    business_id,
    kind: 'deletion_done',
    at: nowMs,
    data: { business_name, timezone, requested_at, erased_at: nowMs, counts },
  })
  await eraseUsers(tx, business_id, { nowMs, password_hash: NOBODYS_HASH })
}

type Erasing = NonNullable<Awaited<ReturnType<typeof lockErasing>>>

import { amPm, clockTime, mediumDate, nowIn } from '#domain/dates.ts'
import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../db.ts'
import { envelope, type Composed, type ComposeContext } from './mail-parts.ts'
import { businessFacts } from './account-queries.ts'
import { enqueue, type DueMessage } from './queries.ts'

interface Change {
  business_id: number
  /** The recipient of the notice; for a changed e-mail, the former address. */
  recipient: string
  at: number
  /** The new address, for a changed e-mail. */
  newEmail?: string
}

/** Notifies an owner of a changed password or e-mail, in the transaction of the change. */
export async function queueAccountChanged(tx: Tx, { business_id, recipient, at, newEmail }: Change) {
  const kind = newEmail === undefined ? 'password_changed' : 'email_changed'
  await enqueue(tx, {
    business_id,
    kind,
    recipient,
    once: `${kind}:${randomUUID()}`,
    due_at: at,
    data: { at, ...(newEmail !== undefined && { new_email: masked(newEmail) }) },
  })
}

export async function accountChanged(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const facts = await businessFacts(db, row.business_id)
  if (!facts) throw new Error('The business of this message does not exist')
  const { date, minute } = nowIn(facts.timezone, Number(row.data.at))
  const email = context.render.accountChanged({
    change: row.kind === 'password_changed' ? 'password' : 'email',
    business_name: facts.business_name,
    at: `el ${mediumDate(date)}, ${amPm(clockTime(minute))}`,
    new_email: String(row.data.new_email ?? ''),
    public_url: context.publicUrl,
  })
  return { mail: envelope(row, context, email) }
}

/** 'a•••@correo.example': enough to recognise one's own address, but not to learn another's. */
const masked = (email: string): string => email.replace(/^(.)[^@]*/, '$1•••')

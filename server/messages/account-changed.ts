import { amPm, clockTime, mediumDate, nowIn } from '#domain/dates.ts'
import { placeText, UNKNOWN_DEVICE } from '#domain/device.ts'
import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../database/db.ts'
import { envelope, type Composed, type ComposeContext } from './mail-parts.ts'
import { businessFacts, isAnywhere } from './account-queries.ts'
import { INSTALLATION } from './digest-queries.ts'
import { notMeToken } from '../tokens.ts'
import { enqueue, type DueMessage } from './queries.ts'

interface Change {
  business_id: number
  /** The recipient of the notice; for a changed e-mail, the former address. */
  recipient: string
  at: number
  /** The new address, for a changed e-mail. */
  newEmail?: string
  /** What else changed of how somebody signs in. */
  change?: SignInChange
  detail?:
    | { left: number }
    | { former: string }
    | { device: string; network: string; timezone: string | null; user_id?: number }
    | undefined
}

/** The kinds of messages, and what each tells. */
export const CHANGES = {
  password_changed: 'password',
  email_changed: 'email',
  second_factor_on: 'second_factor_on',
  second_factor_off: 'second_factor_off',
  recovery_codes_made: 'recovery_codes_made',
  recovery_code_used: 'recovery_code_used',
  new_device: 'new_device',
  passkey_added: 'passkey_added',
  passkey_removed: 'passkey_removed',
  business_email_moved: 'business_email_moved',
  business_email_left: 'business_email_left',
} as const
type SignInChange = Exclude<keyof typeof CHANGES, 'password_changed' | 'email_changed'>

/** An administrator has no business, whose clock would tell the time. */
const PLATFORM = { business_name: null, timezone: 'America/Bogota' }

/** Notifies an owner of a changed password or e-mail, in the transaction of the change. */
export async function queueAccountChanged(
  tx: Tx,
  { business_id, recipient, at, newEmail, change, detail }: Change,
) {
  const kind = change ?? (newEmail === undefined ? 'password_changed' : 'email_changed')
  await enqueue(tx, {
    business_id,
    kind,
    recipient,
    once: `${kind}:${randomUUID()}`,
    due_at: at,
    data: { at, ...(newEmail !== undefined && { new_email: masked(newEmail) }), ...detail },
  })
}

export async function accountChanged(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const isPlatform = row.business_id === INSTALLATION
  const facts = isPlatform ? PLATFORM : await businessFacts(db, row.business_id)
  if (!facts) throw new Error('The business of this message does not exist')
  const { date, minute } = nowIn(facts.timezone, Number(row.data.at))
  const email = context.render.accountChanged({
    change: CHANGES[row.kind as keyof typeof CHANGES],
    business_name: facts.business_name,
    at: `el ${mediumDate(date)}, ${amPm(clockTime(minute))}`,
    new_email: String(row.data.new_email ?? ''),
    former_email: String(row.data.former ?? ''),
    recovery_left: Number(row.data.left ?? 0),
    from: row.kind === 'new_device' ? fromText(row.data) : '',
    not_me_url: row.kind === 'new_device' ? await notMeUrl(db, row, context) : null,
    public_url: context.publicUrl,
  })
  return { mail: envelope(row, context, email) }
}

/** 'Chrome en Windows (hora de Bogotá, red 190.24.1.2)', after 'desde'. */
function fromText({ device, network, timezone }: DueMessage['data']): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const place = placeText({ network: text(network), timezone: text(timezone) })
  const known = text(device) ?? UNKNOWN_DEVICE
  const named = known === UNKNOWN_DEVICE ? known.replace('Un', 'un') : known
  return `${named}${place ? ` (${place})` : ''}`
}

const NOT_ME_MS = 24 * 60 * 60_000

/** Made when the mail leaves, so that one that waited has its day too; null for administrators. */
async function notMeUrl(db: Db, { business_id, data }: DueMessage, { publicUrl, now }: ComposeContext) {
  const user_id = Number(data['user_id'] ?? 0)
  if (!(await isAnywhere(db, user_id))) return null
  const token = await notMeToken(db, { business_id, user_id, at: Number(data['at']) }, now + NOT_ME_MS)
  return `${publicUrl}/reset-password?no-fui-yo=${token}`
}

/** 'a•••@correo.example': enough to recognise one's own address, but not to learn another's. */
const masked = (email: string): string => email.replace(/^(.)[^@]*/, '$1•••')

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from './database/db.ts'
import { installationSecret } from './installation.ts'

/** The stored form of a token: whoever reads the database cannot use it. */
export interface TokenKey {
  business_id: number
  hash: Buffer
}

/** 256 random bits, prefixed with the business's id, the first key column of every table. */
export function newToken(business_id: number): TokenKey & { token: string } {
  const secret = randomBytes(32).toString('base64url')
  return { token: `${business_id}.${secret}`, business_id, hash: hashOf(secret) }
}

/** Undefined for anything that does not have the form of a token. */
export function tokenKey(token: unknown): TokenKey | undefined {
  const parts = typeof token === 'string' ? /^([1-9]\d{0,15})\.([\w-]{43})$/.exec(token) : null
  if (!parts || !Number.isSafeInteger(Number(parts[1]))) return undefined
  return { business_id: Number(parts[1]), hash: hashOf(parts[2]!) }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** An appointment's key. */
interface AppointmentKey {
  business_id: number
  id: number
}

/**
 * A token that opens one appointment, for whoever booked it. An address can be anybody's, so it opens no other
 * appointment of the same e-mail. Nothing is stored: the same appointment always has the same token, and a
 * repeated booking gets it again.
 */
export async function appointmentToken(db: Db, { business_id, id }: AppointmentKey): Promise<string> {
  return `${business_id}.c${id}.${(await signature(db, `${business_id}.${id}`)).toString('base64url')}`
}

/** The same for whoever books by what a browser remembers, and may be another: it shows nothing by which somebody is known. */
export async function rememberedToken(db: Db, key: AppointmentKey): Promise<string> {
  const { business_id, id } = key
  return `${business_id}.r${id}.${(await signature(db, rememberedText(key))).toString('base64url')}`
}

const rememberedText = ({ business_id, id }: AppointmentKey) => `${business_id}.${id}.remembered`

/** A text as evidence that it was this one, from which it cannot be found. */
export async function digestFor(db: Db, name: string, text: string): Promise<string> {
  return (await signed(db, name, text)).toString('base64url')
}

/** A token that opens one appointment for as long as its e-mail stays: what a mail carries ends with its address. */
export async function readerToken(db: Db, key: AppointmentKey & { client_email: string }): Promise<string> {
  const { business_id, id } = key
  return `${business_id}.m${id}.${(await signature(db, readerText(key))).toString('base64url')}`
}

/** A token that opens one appointment for as long as its phone stays: what the business itself writes to that phone. */
export async function phoneToken(db: Db, key: AppointmentKey & { client_phone: string }): Promise<string> {
  const { business_id, id } = key
  return `${business_id}.w${id}.${(await signature(db, phoneText(key))).toString('base64url')}`
}

const phoneText = ({ business_id, id, client_phone }: AppointmentKey & { client_phone: string }) =>
  `${business_id}.${id}.phone ${client_phone}`

const readerText = ({ business_id, id, client_email }: AppointmentKey & { client_email: string }) =>
  `${business_id}.${id}.${client_email.toLowerCase()}`

export interface OpenedAppointment extends AppointmentKey {
  /** Whether it is the token of whoever booked, and not of a reader of a mail. */
  isBooker: boolean
  /** Whether it went to a phone, which may be another's by now: it shows no document. */
  isByPhone: boolean
  /** Whether it went to whoever held a browser that remembers somebody. */
  isMasked?: true
  /** Whether the token stands for the appointment's present e-mail or phone. */
  isFor: (client: { client_email: string | null; client_phone: string }) => Promise<boolean>
}

/** Undefined for anything that is no appointment's token. */
export async function appointmentOfToken(db: Db, token: unknown): Promise<OpenedAppointment | undefined> {
  const parts =
    typeof token === 'string' ? /^([1-9]\d{0,15})\.([cmrw])([1-9]\d{0,15})\.([\w-]{43})$/.exec(token) : null
  if (!parts) return undefined
  const key = { business_id: Number(parts[1]), id: Number(parts[3]) }
  if (!Number.isSafeInteger(key.business_id) || !Number.isSafeInteger(key.id)) return undefined
  const isSigned = async (text: string) =>
    timingSafeEqual(Buffer.from(parts[4]!, 'base64url'), await signature(db, text))
  if (parts[2] === 'm')
    return {
      ...key,
      isBooker: false,
      isByPhone: false,
      isFor: async ({ client_email }) =>
        client_email !== null && isSigned(readerText({ ...key, client_email })),
    }
  if (parts[2] === 'w')
    return {
      ...key,
      isBooker: false,
      isByPhone: true,
      isFor: ({ client_phone }) => isSigned(phoneText({ ...key, client_phone })),
    }
  if (parts[2] === 'r') {
    const isFor = () => isSigned(rememberedText(key))
    return { ...key, isBooker: false, isByPhone: false, isMasked: true, isFor }
  }
  const isBooker = await isSigned(`${key.business_id}.${key.id}`)
  return isBooker ? { ...key, isBooker, isByPhone: false, isFor: async () => true } : undefined
}

const signature = (db: Db, text: string) => signed(db, 'appointment tokens', text)

/** `installationSecret` keeps it, and asks again after a failure. */
async function signed(db: Db, name: string, text: string): Promise<Buffer> {
  return createHmac('sha256', await installationSecret(db, name))
    .update(text)
    .digest()
}

/** A token by which the reader of advertising asks a business for no more of it. Nothing is stored. */
export async function optOutToken(db: Db, key: { business_id: number; card_id: number }): Promise<string> {
  const { business_id, card_id } = key
  return `${business_id}.p${card_id}.${(await signedOptOut(db, key)).toString('base64url')}`
}

/** The card of a token that `optOutToken` made; undefined for anything else. */
export async function cardOfOptOut(db: Db, token: unknown) {
  const parts =
    typeof token === 'string' ? /^([1-9]\d{0,15})\.p([1-9]\d{0,15})\.([\w-]{43})$/.exec(token) : null
  if (!parts) return undefined
  const key = { business_id: Number(parts[1]), card_id: Number(parts[2]) }
  if (!Number.isSafeInteger(key.business_id) || !Number.isSafeInteger(key.card_id)) return undefined
  const isRight = timingSafeEqual(Buffer.from(parts[3]!, 'base64url'), await signedOptOut(db, key))
  return isRight ? key : undefined
}

const signedOptOut = (db: Db, { business_id, card_id }: { business_id: number; card_id: number }) =>
  signed(db, 'opt-out tokens', `${business_id}.${card_id}`)

/**
 * A token that shows that somebody reads the mails to a business's e-mail. Nothing is stored, and it confirms
 * this address of this business alone.
 */
export async function emailToken(db: Db, business_id: number, email: string): Promise<string> {
  return `${business_id}.${(await signedEmail(db, business_id, email)).toString('base64url')}`
}

/** The business of a token that `emailToken` made; whether it fits its e-mail, `fitsEmail` says. */
export function businessOfEmailToken(token: unknown): number | undefined {
  return tokenKey(token)?.business_id
}

export async function fitsEmail(db: Db, token: string, business_id: number, email: string): Promise<boolean> {
  const given = Buffer.from(token.slice(token.indexOf('.') + 1), 'base64url')
  const right = await signedEmail(db, business_id, email)
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Of which log-in somebody says that it was not theirs. */
interface NotMe {
  business_id: number
  user_id: number
  /** Of the log-in, epoch milliseconds. */
  at: number
}

/** A token with which a user says that it was not they who signed in. Nothing is stored: it ends with its time. */
export async function notMeToken(db: Db, { business_id, user_id, at }: NotMe, untilMs: number) {
  const until = Math.floor(untilMs / 1000)
  const signature = await signed(db, 'not me', `${business_id} ${user_id} ${until} since ${at}`)
  return `${business_id}.n${user_id}.${until}.${at}.${signature.toString('base64url')}`
}

/** What such a token says, while its time lasts; undefined for anything else. */
export async function notMeClaim(db: Db, token: unknown, nowMs: number): Promise<NotMe | undefined> {
  const parts =
    typeof token === 'string'
      ? /^([1-9]\d{0,15})\.n([1-9]\d{0,15})\.(\d{10})\.(\d{13})\.[\w-]{43}$/.exec(token)
      : null
  if (!parts) return undefined
  const [business_id, user_id, until, at] = parts.slice(1).map(Number) as [number, number, number, number]
  if (until * 1000 <= nowMs || !Number.isSafeInteger(business_id) || !Number.isSafeInteger(user_id))
    return undefined
  const right = await notMeToken(db, { business_id, user_id, at }, until * 1000)
  return timingSafeEqual(Buffer.from(token as string), Buffer.from(right))
    ? { business_id, user_id, at }
    : undefined
}

const signedEmail = (db: Db, business_id: number, email: string) =>
  signed(db, 'email tokens', `${business_id} ${email.toLowerCase()}`)

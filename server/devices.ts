import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from './database/db.ts'
import { installationSecret } from './installation.ts'

/** Where people identify themselves; each has its own cookie. */
type Door = 'login' | 'admin' | 'portal'

const YEAR_S = 365 * 24 * 3600
/** The most people remembered in a shared browser, such as a reception's or a family's. */
const MOST_MARKS = 20
const MARK = /^([\w-]{22})\.([\w-]{43})$/

const cookieOf = (door: Door) => `enpunto_${door}`

function marksOf(request: FastifyRequest, door: Door): string[] {
  const cookies = request.headers.cookie?.split(';').map((cookie) => cookie.trim().split('=')) ?? []
  const value = cookies.find(([name]) => name === cookieOf(door))?.[1] ?? ''
  return value.split('~').filter((mark) => MARK.test(mark))
}

async function signed(db: Db, nonce: string, door: Door, who: string): Promise<Buffer> {
  const secret = await installationSecret(db, 'devices')
  return createHmac('sha256', secret).update(`${door} ${nonce} ${who}`).digest()
}

/** The id of this browser if `who` has identified here in it before. It reveals nothing about the person. */
export async function knownDevice(
  db: Db,
  request: FastifyRequest,
  door: Door,
  who: string,
): Promise<string | undefined> {
  for (const mark of marksOf(request, door)) {
    const [, nonce, mac] = MARK.exec(mark)!
    const given = Buffer.from(mac!, 'base64url')
    const right = await signed(db, nonce!, door, who)
    if (given.length === right.length && timingSafeEqual(given, right)) return nonce
  }
  return undefined
}

/** Marks this browser as one in which `who` identified, besides those it already remembers. */
export async function rememberDevice(
  db: Db,
  { request, reply, isSecure }: { request: FastifyRequest; reply: FastifyReply; isSecure: boolean },
  door: Door,
  who: string,
) {
  if (await knownDevice(db, request, door, who)) return
  const nonce = randomBytes(16).toString('base64url')
  const mark = `${nonce}.${(await signed(db, nonce, door, who)).toString('base64url')}`
  const marks = [mark, ...marksOf(request, door)].slice(0, MOST_MARKS).join('~')
  const more = `Max-Age=${YEAR_S}; Path=/api; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${cookieOf(door)}=${marks}; ${more}`)
}

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from './database/db.ts'
import { keyMark } from './secrets-queries.ts'
import { Refusal } from './http/refusal.ts'

/** Turns secrets into what may stand in the database, and back: whoever reads the database or a backup has none. */
export interface Secrets {
  /** `of` is what the secret belongs to, as 'totp of users 7': it opens there alone. */
  seal: (db: Db, of: string, secret: Buffer) => Promise<Buffer>
  /** @throws Refusal 503 for what another key sealed, or what was changed. */
  open: (of: string, sealed: Buffer) => Buffer
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** With the key of the settings, or else one in the data folder, made when it is first needed. */
export function secretsOf(config: { secretsKey: Buffer | undefined; dataDir: string }): Secrets {
  let known: Buffer | undefined
  const key = () => (known ??= config.secretsKey ?? keptKey(config.dataDir))
  return {
    async seal(db, of, secret) {
      // Two servers with keys of their own would lock people out of what the other one sealed.
      const mark = createHash('sha256').update('enpunto key').update(key()).digest('hex')
      if ((await keyMark(db, mark)) !== mark) throw otherKey()
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(of))
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, text, cipher.getAuthTag()])
    },
    open(of, sealed) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, NONCE_BYTES))
        decipher.setAAD(Buffer.from(of)).setAuthTag(sealed.subarray(-TAG_BYTES))
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      } catch (cause) {
        throw Object.assign(otherKey(), { cause })
      }
    },
  }
}

const otherKey = () =>
  new Refusal(503, 'Este servidor no puede leer los códigos de tu app. Usa uno de recuperación o escríbenos.')

/** The key in the data folder; of two processes that make it at once, one does. @throws Refusal 503 for a file that holds none. */
function keptKey(dataDir: string): Buffer {
  const path = join(dataDir, 'secret')
  const made = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  mkdirSync(dataDir, { recursive: true })
  try {
    return readKey(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // On the disk before anything is sealed with it: without it that can never be read again.
  writeFileSync(made, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flush: true })
  try {
    linkSync(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(made)
  }
  return readKey(path)
}

function readKey(path: string): Buffer {
  const key = keyIn(readFileSync(path, 'utf8'))
  // Another one in its place would make what was sealed unreadable for good.
  if (!key) throw otherKey()
  return key
}

/** The key of a text; undefined when it is none. */
export function keyIn(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), 'base64')
  return key.length === KEY_BYTES ? key : undefined
}

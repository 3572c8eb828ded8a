import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MailError, type Mailer } from './mailer.ts'
import type { StoredMail } from './outbox-store.ts'

export { outboxRoutes } from './outbox-pages.ts'

/** For development without a mail server: mails become JSON files in `dir`. */
export function outboxMailer(dir: string): Mailer {
  return {
    async send({ from, to, subject, html, text, messageId, attachments, date }, beforeLastByte) {
      const at = date ?? new Date()
      const name = `${String(at.getTime()).padStart(13, '0')}-${randomBytes(16).toString('base64url')}`
      const mail: StoredMail = { at: at.toISOString(), from, to, subject, html, text, messageId, attachments }
      const part = join(dir, `${name}.part`)
      try {
        await mkdir(dir, { recursive: true })
        await writeFile(part, JSON.stringify(mail, null, 2))
        await beforeLastByte()
        await rename(part, join(dir, `${name}.json`))
      } catch (cause) {
        await rm(part, { force: true })
        throw new MailError('before', (cause as Error).message, { cause })
      }
    },
    async close() {},
  }
}

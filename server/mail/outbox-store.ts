import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from './mailer.ts'

export type StoredMail = Pick<
  Mail,
  'from' | 'to' | 'subject' | 'html' | 'text' | 'messageId' | 'attachments'
> & {
  /** The time of sending, ISO 8601. */
  at: string
}

const NAME = /^[0-9]{13}-[\w-]{22}$/

/** Names of the stored mails, newest first. */
export async function storedMails(dir: string): Promise<string[]> {
  const files = await readdir(dir).catch(() => [])
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5))
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
}

/** One stored mail; undefined when no mail has that name, whatever its form. */
export async function storedMail(dir: string, name: string): Promise<StoredMail | undefined> {
  if (!NAME.test(name)) return undefined
  const text = await readFile(join(dir, `${name}.json`), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

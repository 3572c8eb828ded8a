import { randomBytes } from 'node:crypto'
import { isLocalHost } from './local-host.ts'

/** A number of the WhatsApp Cloud API, by which this installation writes and is written to. */
export interface WhatsAppSettings {
  /** With the version of the API: 'https://graph.facebook.com/v25.0'. */
  url: string
  token: string
  phoneNumberId: string
  /** Signs what is delivered to the web-hook. */
  appSecret: string
  /** What the web-hook has to be asked with when it is registered. */
  verifyToken: string
  /** The account of which the templates are; only the command that creates them needs it. */
  accountId: string | undefined
  /** In development: messages are kept in the process, and shown at /whatsapp. */
  isStandIn?: true
}

const META = 'https://graph.facebook.com/v25.0'
const KEYS = [
  'WHATSAPP_TOKEN',
  'WHATSAPP_PHONE_NUMBER_ID',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
] as const

/**
 * Reads `WHATSAPP_…`; undefined when none of the four keys is set. Faults are added to `faults`. In development nothing
 * may reach Meta, so the address must be a stand-in's.
 */
export function readWhatsApp(
  env: NodeJS.ProcessEnv,
  faults: string[],
  production: boolean,
): WhatsAppSettings | undefined {
  const text = (name: string) => env[name]?.trim() || undefined
  const missing = KEYS.filter((name) => !text(name))
  const url = (text('WHATSAPP_API_URL') ?? META).replace(/\/+$/, '')
  const standIn = text('WHATSAPP_STANDIN') ?? 'false'
  if (!['true', 'false'].includes(standIn)) faults.push('WHATSAPP_STANDIN must be true or false.')
  if (standIn === 'true' && production)
    faults.push('WHATSAPP_STANDIN is for development: in production nobody would get a message.')
  else if (standIn === 'true' && missing.length === KEYS.length) return standInSettings()
  if (missing.length === KEYS.length) return undefined
  if (missing.length > 0)
    faults.push(`${missing.join(' and ')} missing: ${KEYS.join(', ')} go together, set all four, or none.`)
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    faults.push(`WHATSAPP_API_URL is not a valid address: write it as ${META}.`)
  else if (parsed.protocol === 'http:' && !isLocalHost(parsed.hostname))
    faults.push(
      'WHATSAPP_API_URL begins with http://, so the token would travel unencrypted: write https://.',
    )
  else if (!production && !isLocalHost(parsed.hostname))
    faults.push(
      'The keys of WhatsApp are set, but this is development: set WHATSAPP_API_URL to a stand-in on this machine, or NODE_ENV=production.',
    )
  const phoneNumberId = text('WHATSAPP_PHONE_NUMBER_ID')
  if (phoneNumberId && !/^[\w-]{1,40}$/.test(phoneNumberId))
    faults.push(
      'WHATSAPP_PHONE_NUMBER_ID must be the id of the number, not the number itself, for example 106540352242922.',
    )
  const accountId = text('WHATSAPP_ACCOUNT_ID')
  if (accountId && !/^\d{5,20}$/.test(accountId))
    faults.push('WHATSAPP_ACCOUNT_ID must be the id of the account, digits alone.')
  const [token, , appSecret, verifyToken] = KEYS.map(text)
  if (!token || !phoneNumberId || !appSecret || !verifyToken) return undefined
  return { url, token, phoneNumberId, appSecret, verifyToken, accountId }
}

/** Nobody outside can sign for it. */
const standInSettings = (): WhatsAppSettings => ({
  url: 'http://127.0.0.1:9',
  token: 'stand-in',
  phoneNumberId: '100000000000000',
  appSecret: randomBytes(32).toString('hex'),
  verifyToken: randomBytes(32).toString('hex'),
  accountId: undefined,
  isStandIn: true,
})

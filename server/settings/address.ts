import { accessSync, constants } from 'node:fs'

/**
 * Reads addresses among the settings. What is wrong with one is added to `faults`, as a sentence that says how to write it.
 */
export const addressesOf =
  (env: NodeJS.ProcessEnv, faults: string[]) =>
  (name: string, protocols: string[], example: string): string | undefined => {
    const value = env[name]?.trim() || undefined
    if (!value) return undefined
    const parsed = URL.parse(value)
    const isValid =
      parsed && protocols.includes(parsed.protocol) && (parsed.hostname || isDatabase(name, parsed))
    if (!isValid) faults.push(`${name} is not a valid address: write it as ${example}.`)
    else if (name === 'SMTP_URL' && !isDecodable(parsed))
      faults.push(`${name} has a % in its user or password that stands for no character: write % as %25.`)
    else if (name === 'DATABASE_URL') {
      const ours = OUR_PARAMETERS.filter((one) => parsed.searchParams.has(one))
      if (ours.length > 0)
        faults.push(`DATABASE_URL sets ${ours.join(', ')}, which the server sets itself: leave it out.`)
      const unread = FILES.filter((one) => !isReadable(parsed.searchParams.get(one)))
      if (unread.length > 0)
        faults.push(
          `DATABASE_URL names a file in ${unread.join(', ')} that cannot be read: correct its path.`,
        )
    } else if (name === 'PUBLIC_URL' && !isOrigin(value))
      faults.push(
        `${name} must be a name alone, without a path, a query or a user: write it as ${example}. The pages lie at its root.`,
      )
    else if (isAskedByUs(name) && hasUser(parsed))
      faults.push(`${name} has a user or a password, which are never sent: write it as ${example}.`)
    else if (name === 'TILE_URL' && !['{z}', '{x}', '{y}'].every((part) => value.includes(part)))
      faults.push(`TILE_URL must hold {z}, {x} and {y}, or every tile is the same: write it as ${example}.`)
    else if (isExtended(name) && /[?#]/.test(value))
      faults.push(`${name} must be without a query, since the server adds its own: write it as ${example}.`)
    return value
  }

// An address overrules what the server says of its connections: those that wait for a lock would outlive its patience, and its own
// would not be known as such.
const OUR_PARAMETERS = [
  'application_name',
  'statement_timeout',
  'query_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
]

/** A database may be reached by a socket's folder, or the usual one by its name alone, without a host; nothing else may. */
const isDatabase = (name: string, { pathname, searchParams }: URL) =>
  name === 'DATABASE_URL' && (pathname.length > 1 || Boolean(searchParams.get('host')))

const FILES = ['sslrootcert', 'sslcert', 'sslkey']

function isReadable(path: string | null): boolean {
  try {
    if (path) accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Node's fetch asks no address with a user. */
const isAskedByUs = (name: string) => !['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL'].includes(name)
export const hasUser = ({ username, password }: URL) => username !== '' || password !== ''
/** What is asked there follows the address. */
const isExtended = (name: string) => ['GEOCODER_URL', 'S3_ENDPOINT'].includes(name)

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}

const isOrigin = (value: string) => /^\w+:\/\/[^/?#@\\]+\/*$/.test(value)

/** Whether two addresses lead to the same place, however they are written. */
export const isSameAddress = (one: string, other: string) => plain(one) === plain(other)
const plain = (address: string) => URL.parse(address)?.href.replace(/\/+$/, '')

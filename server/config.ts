import { resolve } from 'node:path'
import { addressesOf } from './settings/address.ts'
import { lacksBackups, readBackups, type BackupSettings, type S3Settings } from './settings/backup.ts'
import { readLimits, type Limits } from './limits/limits.ts'
import { isLocalHost, isLoopback } from './settings/local-host.ts'
import { readPush, type PushSettings } from './settings/push.ts'
import { keyIn } from './secrets.ts'
import { readTraces, type TraceSettings } from './settings/trace.ts'
import { unquoted } from './settings/unquoted.ts'
import { readWhatsApp, type WhatsAppSettings } from './settings/whatsapp.ts'

export interface Config {
  production: boolean
  host: string
  port: number
  publicUrl: string
  dataDir: string
  /** The operator's own PostgreSQL; without it, an embedded one runs below `dataDir`. */
  databaseUrl: string | undefined
  /** Without it (development only), mails go to an outbox that can be read in the browser. */
  smtpUrl: string | undefined
  /** How many mails are sent in parallel, besides the urgent one that somebody is waiting for. */
  smtpConnections: number
  mailFrom: string
  administrator: { email: string; password: string } | undefined
  /** Who is mailed what has to be looked at; without it, the administrators. */
  operatorEmail: string | undefined
  recaptcha: { siteKey: string; secret: string } | undefined
  /**
   * The URL of map tiles, with {z}, {x} and {y}. The server fetches and caches them: pages contact no other
   * host.
   */
  tileUrl: string
  /** How much of the disk, in MiB, kept map tiles may take. */
  tileCacheMb: number
  /** The geocoder: Nominatim or a compatible service, with an optional key. */
  geocoder: { url: string; key: string | undefined }
  /** The store for uploaded pictures; without it, they are kept below `dataDir`. */
  s3: S3Settings | undefined
  /**
   * Whether the booking page's terms box starts ticked, as specified; the operator's lawyers may want
   * otherwise.
   */
  termsChecked: boolean
  logLevel: string
  /**
   * The WhatsApp number for sales and help, as +573001112233; without it, in production, those links write
   * to mailFrom.
   */
  salesPhone: string | undefined
  /**
   * The header in which a proxy names the visitor's country ('cf-ipcountry'); without it, the IP address
   * decides.
   */
  countryHeader: string | undefined
  /**
   * How many trusted proxies stand in front of the server; the client's address is taken from what they
   * report.
   */
  proxies: number
  limits: Limits
  /** How long a stopping server serves on after it has said that it is not ready. */
  drainSeconds: number
  /** How long a request's headers, and then its body, may be on their way; uploads ten times as long. */
  requestSeconds: number
  /** How many connections of one network (IPv4 address, IPv6 /64) may be open in this process. */
  connectionsPerNetwork: number
  /** How many different businesses one network may read in an hour. */
  businessesPerNetwork: number
  /** How many screens may listen to changes at a time, in this process. */
  liveStreams: { perSession: number; perBusiness: number }
  /** How many blocks of time, vacations and the like a business may have ahead of it. */
  timeOffLimit: number
  /** Where the server backs itself up every night; without it, it does not. */
  backups: BackupSettings | undefined
  /** Whether it is in production, and nobody said where backups go or that the server makes none. */
  lacksBackups: boolean
  /** The number by which messages of WhatsApp go out; without it, owners send theirs by hand. */
  whatsapp: WhatsAppSettings | undefined
  /** How browsers are told of appointments; without it, they are not. */
  push: PushSettings | undefined
  /** The key that seals secrets in the database; without it, one is kept below `dataDir`. */
  secretsKey: Buffer | undefined
  /** Who reads the figures of /metrics: whoever brings the token, or the machine itself on a port of its own. */
  metrics: { token: string | undefined; port: number | undefined }
  /** Where traces of requests, transactions, sendings and jobs go; without it, there are none. */
  traces: TraceSettings | undefined
}

/** Configuration errors, each a sentence that says what to do. */
export class ConfigError extends Error {
  faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** An e-mail address, alone or in <> behind a name. */
const SENDER = /^(?:[^<>]*<[^\s@<>"]+@[^\s@<>"]+>|[^\s@<>"]+@[^\s@<>"]+)$/

/**
 * Reads and validates the settings, all of them optional in development.
 * @throws ConfigError with every error found, not just the first.
 */
export function readConfig(given: NodeJS.ProcessEnv): Config {
  const env = unquoted(given)
  const faults: string[] = []
  const production = env.NODE_ENV === 'production'
  const text = (name: string) => env[name]?.trim() || undefined

  const url = addressesOf(env, faults)

  const port = Number(text('PORT') ?? 3000)
  if (!/^\d+$/.test(text('PORT') ?? '3000') || port > 65535)
    faults.push('PORT must be a whole number from 0 to 65535, for example PORT=3000.')

  const databaseUrl = url(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'postgres://user:password@host:5432/database',
  )
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465')
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'], 'https://agenda.example.com')
  const tileUrl = url('TILE_URL', ['http:', 'https:'], 'https://tiles.example.com/{z}/{x}/{y}.png')
  const geocoderUrl = url('GEOCODER_URL', ['http:', 'https:'], 'https://nominatim.example.com')
  const mailFrom = text('MAIL_FROM')
  if (mailFrom && !SENDER.test(mailFrom))
    faults.push('MAIL_FROM must hold an e-mail address, for example MAIL_FROM="enpunto <citas@example.com>".')

  const email = text('ADMIN_EMAIL')
  const password = env.ADMIN_PASSWORD
  if (Boolean(email) !== Boolean(password))
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both, or neither.')
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email)) faults.push('ADMIN_EMAIL must be an e-mail address.')
  const tooShort = password ? passwordFault(password, production) : undefined
  if (tooShort) faults.push(tooShort)

  const operatorEmail = text('OPERATOR_EMAIL')
  if (operatorEmail && !/^[^\s@]+@[^\s@]+$/.test(operatorEmail))
    faults.push('OPERATOR_EMAIL must be an e-mail address.')

  const siteKey = text('RECAPTCHA_SITE_KEY')
  const secret = text('RECAPTCHA_SECRET')
  if (Boolean(siteKey) !== Boolean(secret))
    faults.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET go together: set both, or neither.')

  const endpoint = url('S3_ENDPOINT', ['http:', 'https:'], 'https://s3.us-east-1.amazonaws.com')
  const [bucket, accessKey, secretKey] = ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'].map(text)
  const s3 =
    endpoint && bucket && accessKey && secretKey
      ? { endpoint, bucket, accessKey, secretKey, region: text('S3_REGION') ?? 'us-east-1' }
      : undefined
  if (!s3 && (endpoint || bucket || accessKey || secretKey))
    faults.push('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY go together: set all four, or none.')
  if (bucket && !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket))
    faults.push('S3_BUCKET must be the name of a bucket, for example S3_BUCKET=enpunto-files.')

  const wholeNumber = (name: string, otherwise: number, from = 1, to = 1_000_000) => {
    const value = text(name) ?? String(otherwise)
    if (!/^\d+$/.test(value) || Number(value) < from || Number(value) > to)
      faults.push(`${name} must be a whole number from ${from} to ${to}, for example ${otherwise}.`)
    return Number(value)
  }
  const smtpConnections = wholeNumber('SMTP_CONNECTIONS', 2, 1, 64)
  const drainSeconds = wholeNumber('DRAIN_SECONDS', 1, 0, 60)
  const requestSeconds = wholeNumber('REQUEST_SECONDS', 30, 1, 600)
  const connectionsPerNetwork = wholeNumber('CONNECTIONS_PER_NETWORK', 500)
  const liveStreams = {
    perSession: wholeNumber('LIVE_PER_SESSION', 10),
    perBusiness: wholeNumber('LIVE_PER_BUSINESS', 200),
  }
  const businessesPerNetwork = wholeNumber('BUSINESSES_PER_NETWORK', 600)
  const tileCacheMb = wholeNumber('TILE_CACHE_MB', 200)
  const timeOffLimit = wholeNumber('TIME_OFF_LIMIT', 2000)
  const terms = text('TERMS_CHECKED') ?? 'true'
  if (!['true', 'false'].includes(terms)) faults.push('TERMS_CHECKED must be true or false.')
  const proxies = text('TRUST_PROXY') ?? '0'
  // Of more than there are, visitors choose their own address.
  if (!/^\d$/.test(proxies))
    faults.push('TRUST_PROXY must be the number of proxies before the server, from 0 to 9, for example 1.')
  const logLevel = text('LOG_LEVEL') ?? (env.NODE_ENV === 'test' ? 'silent' : 'info')
  if (!['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(logLevel))
    faults.push('LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.')
  const salesPhone = text('SALES_WHATSAPP')
  if (salesPhone && !/^\+[1-9]\d{6,14}$/.test(salesPhone))
    faults.push('SALES_WHATSAPP must be a number with its country code, for example +573001112233.')
  const countryHeader = text('COUNTRY_HEADER')
  // What begins with a sign, as __proto__ does, is no header that a request could bring.
  if (countryHeader && !/^[a-z\d][\w-]*$/i.test(countryHeader))
    faults.push('COUNTRY_HEADER must be the name of a header, for example CF-IPCountry.')
  if (env.NODE_ENV && !['production', 'development', 'test'].includes(env.NODE_ENV))
    faults.push('NODE_ENV must be production, development or test.')

  const host = text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1')
  const isHttpAllowed = text('ALLOW_HTTP') ?? 'false'
  if (!['true', 'false'].includes(isHttpAllowed)) faults.push('ALLOW_HTTP must be true or false.')
  const publicHost = /^https?:/.test(publicUrl ?? '') ? URL.parse(publicUrl!)?.hostname : undefined
  const limits = readLimits(env, faults)
  const metricsToken = text('METRICS_TOKEN')
  if (metricsToken && metricsToken.length < 16)
    faults.push('METRICS_TOKEN is too short: use at least 16 characters that nobody guesses.')
  else if (metricsToken && !/^[!-~]+$/.test(metricsToken))
    faults.push(
      'METRICS_TOKEN must be letters without accents, digits and signs: a header carries no others.',
    )
  const metricsPort = text('METRICS_PORT') ? wholeNumber('METRICS_PORT', 9464, 1, 65_535) : undefined
  const metrics = { token: metricsToken, port: metricsPort }
  const secretsKey = text('SECRETS_KEY') ? keyIn(text('SECRETS_KEY')!) : undefined
  if (text('SECRETS_KEY') && !secretsKey)
    faults.push('SECRETS_KEY must be 32 random bytes in base64: make them with openssl rand -base64 32.')
  const backups = readBackups(env, faults, s3)
  const whatsapp = readWhatsApp(env, faults, production)
  const push = readPush(env, faults, production)
  const traces = readTraces(env, faults)
  if (production) {
    if (publicUrl?.startsWith('http:') && publicHost && !isLoopback(publicHost) && isHttpAllowed !== 'true')
      faults.push(
        'PUBLIC_URL begins with http://, so passwords and links would travel unencrypted: put TLS before the server and write https://, or set ALLOW_HTTP=true on a network of your own.',
      )
    if (!publicUrl)
      faults.push(
        'PUBLIC_URL is missing: set the address customers use, for example https://agenda.example.com. Links in e-mails are made from it.',
      )
    if (!smtpUrl)
      faults.push(
        'SMTP_URL is missing: set the mail server, for example smtps://user:password@mail.example.com:465. Confirmations and reminders are sent through it.',
      )
    if (!mailFrom)
      faults.push(
        'MAIL_FROM is missing: set the sender of the e-mails, for example MAIL_FROM="enpunto <citas@example.com>".',
      )
  } else {
    // Development shows everybody's mails, and its accounts have known passwords.
    const isPublic = Boolean(publicHost) && !isLocalHost(publicHost!)
    const opened = isPublic ? 'PUBLIC_URL opens' : 'HOST and TRUST_PROXY open'
    if (isPublic || (Number(proxies) > 0 && !isLoopback(host)))
      faults.push(
        `${opened} the server to the public, but it runs in development, with known passwords and everybody's mails: set NODE_ENV=production.`,
      )
  }
  if (faults.length) throw new ConfigError(faults)

  return {
    production,
    host,
    port,
    publicUrl: (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    databaseUrl,
    smtpUrl,
    smtpConnections,
    mailFrom: mailFrom ?? 'enpunto <citas@enpunto.localhost>',
    administrator: email && password ? { email, password } : undefined,
    operatorEmail,
    recaptcha: siteKey && secret ? { siteKey, secret } : undefined,
    tileUrl: tileUrl ?? 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    geocoder: {
      url: geocoderUrl ?? 'https://nominatim.openstreetmap.org',
      key: text('GEOCODER_KEY'),
    },
    s3,
    termsChecked: terms === 'true',
    logLevel,
    salesPhone,
    countryHeader: countryHeader?.toLowerCase(),
    proxies: Number(proxies),
    limits,
    drainSeconds,
    requestSeconds,
    connectionsPerNetwork,
    liveStreams,
    businessesPerNetwork,
    tileCacheMb,
    timeOffLimit,
    backups,
    lacksBackups: production && lacksBackups(env, backups),
    whatsapp,
    push,
    metrics,
    traces,
    secretsKey,
  }
}

/** What is wrong with an administrator's password, in a sentence. */
export function passwordFault(password: string, production: boolean): string | undefined {
  const least = production ? 10 : 6
  return password.length < least
    ? `ADMIN_PASSWORD is too short: use at least ${least} characters.`
    : undefined
}

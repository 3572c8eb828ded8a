import { resolve } from 'node:path'

export interface Config {
  production: boolean
  host: string
  port: number
  publicUrl: string
  dataDir: string
  /** The operator's own PostgreSQL; without it an embedded one runs below `dataDir`. */
  databaseUrl: string | undefined
  /** Without it (development only) mails go to an outbox that can be read in the browser. */
  smtpUrl: string | undefined
  /** How many mails are sent at once, besides the one that somebody waits for. */
  smtpConnections: number
  mailFrom: string
  administrator: { email: string; password: string } | undefined
  recaptcha: { siteKey: string; secret: string } | undefined
  /** Map tiles, with {z}, {x} and {y}. Fetched and kept by the server: pages ask nobody but us. */
  tileUrl: string
  /** Where addresses are looked up: Nominatim, or what speaks like it, with a key if it wants one. */
  geocoder: { url: string; key: string | undefined }
  /** A store for uploaded pictures; without it they are kept below `dataDir`. */
  s3: S3Settings | undefined
  /** The booking page's terms box starts ticked, as specified, unless the operator's lawyers say otherwise. */
  termsChecked: boolean
  logLevel: string
  /** The WhatsApp number for sales and help, as +573001112233; without it, in production, those links write to mailFrom. */
  salesPhone: string | undefined
  /** A header in which a proxy names the visitor's country ('cf-ipcountry'); else the address tells. */
  countryHeader: string | undefined
  /** How many proxies stand before us: a client's address is what the last of them says. */
  proxies: number
}

export interface S3Settings {
  /** 'https://s3.us-east-1.amazonaws.com', 'https://<account>.r2.cloudflarestorage.com', 'http://minio:9000' */
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  region: string
}

/** Faults of the configuration, each a sentence that says what to do. */
export class ConfigError extends Error {
  faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Reads and checks the settings, all optional in development.
 * @throws ConfigError with every fault found, not just the first.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = []
  const production = env.NODE_ENV === 'production'
  const text = (name: string) => env[name]?.trim() || undefined

  const url = (name: string, protocols: string[], example: string) => {
    const value = text(name)
    const parsed = value ? URL.parse(value) : undefined
    // A database may be reached by a socket's folder, without a host; nothing else may.
    const isValid =
      parsed && protocols.includes(parsed.protocol) && (parsed.hostname || name === 'DATABASE_URL')
    if (value && !isValid) faults.push(`${name} is not a valid address: write it as ${example}.`)
    return value
  }

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
  if (mailFrom && !/[^\s@<>]+@[^\s@<>]+/.test(mailFrom))
    faults.push('MAIL_FROM must hold an e-mail address, for example MAIL_FROM="enpunto <citas@example.com>".')

  const email = text('ADMIN_EMAIL')
  const password = env.ADMIN_PASSWORD
  if (Boolean(email) !== Boolean(password))
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both, or neither.')
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email)) faults.push('ADMIN_EMAIL must be an e-mail address.')
  if (password && password.length < (production ? 10 : 6))
    faults.push(`ADMIN_PASSWORD is too short: use at least ${production ? 10 : 6} characters.`)

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

  const smtpConnections = text('SMTP_CONNECTIONS') ?? '2'
  if (!/^\d+$/.test(smtpConnections) || Number(smtpConnections) < 1 || Number(smtpConnections) > 64)
    faults.push('SMTP_CONNECTIONS must be a whole number from 1 to 64, for example 8.')
  const terms = text('TERMS_CHECKED') ?? 'true'
  if (!['true', 'false'].includes(terms)) faults.push('TERMS_CHECKED must be true or false.')
  const proxies = text('TRUST_PROXY') ?? '0'
  if (!/^\d+$/.test(proxies))
    faults.push('TRUST_PROXY must be the number of proxies before the server, for example 1.')
  const logLevel = text('LOG_LEVEL') ?? (env.NODE_ENV === 'test' ? 'silent' : 'info')
  if (!['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(logLevel))
    faults.push('LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.')
  const salesPhone = text('SALES_WHATSAPP')
  if (salesPhone && !/^\+[1-9]\d{6,14}$/.test(salesPhone))
    faults.push('SALES_WHATSAPP must be a number with its country code, for example +573001112233.')
  const countryHeader = text('COUNTRY_HEADER')
  if (countryHeader && !/^[\w-]+$/.test(countryHeader))
    faults.push('COUNTRY_HEADER must be the name of a header, for example CF-IPCountry.')
  if (env.NODE_ENV && !['production', 'development', 'test'].includes(env.NODE_ENV))
    faults.push('NODE_ENV must be production, development or test.')

  if (production) {
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
  }
  if (faults.length) throw new ConfigError(faults)

  return {
    production,
    host: text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    publicUrl: (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    databaseUrl,
    smtpUrl,
    smtpConnections: Number(smtpConnections),
    mailFrom: mailFrom ?? 'enpunto <citas@enpunto.localhost>',
    administrator: email && password ? { email, password } : undefined,
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
  }
}

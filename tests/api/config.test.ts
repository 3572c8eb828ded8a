import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { ConfigError, readConfig } from '#server/config.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://agenda.example.com',
  SMTP_URL: 'smtps://u:p@mail.example.com:465',
  MAIL_FROM: 'enpunto <citas@example.com>',
}

const WHATSAPP = {
  WHATSAPP_TOKEN: 'EAAG',
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_APP_SECRET: 'secret',
  WHATSAPP_VERIFY_TOKEN: 'verify',
}

function faults(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    assert.equal(error.message, error.faults.join('\n'))
    return error.faults
  }
}

describe('every fault has a sentence that says what to do', () => {
  const cases: [env: Record<string, string>, sentence: RegExp][] = [
    [{ PORT: 'x' }, /^PORT must be a whole number from 0 to 65535, for example PORT=3000\.$/],
    [{ PORT: '65536' }, /^PORT /],
    [{ PORT: '-1' }, /^PORT /],
    [{ PORT: '80.5' }, /^PORT /],
    [{ PORT: '0x50' }, /^PORT /],
    [{ PORT: '1e3' }, /^PORT /],
    [
      { DATABASE_URL: 'mysql://x/y' },
      /^DATABASE_URL is not a valid address: write it as postgres:\/\/user:password@host/,
    ],
    [{ DATABASE_URL: 'localhost' }, /^DATABASE_URL /],
    ...['postgres://', 'postgres:///', 'postgres:', 'postgres://?host='].map(
      (DATABASE_URL): [Record<string, string>, RegExp] => [
        { DATABASE_URL },
        /^DATABASE_URL is not a valid address/,
      ],
    ),
    [
      { COUNTRY_HEADER: '__proto__' },
      /^COUNTRY_HEADER must be the name of a header, for example CF-IPCountry/,
    ],
    [
      { DATABASE_URL: 'postgres://u:p@db/x?sslmode=require&application_name=agenda&statement_timeout=0' },
      /^DATABASE_URL sets application_name, statement_timeout, which the server sets itself: leave it out\.$/,
    ],
    [
      { DATABASE_URL: 'postgres://db/x?sslmode=verify-full&sslrootcert=/not/there.crt' },
      /^DATABASE_URL names a file in sslrootcert that cannot be read: correct its path\.$/,
    ],
    [{ SMTP_URL: 'http://mail.example.com' }, /^SMTP_URL is not a valid address: write it as smtps:\/\//],
    [{ SECRETS_KEY: 'corta' }, /^SECRETS_KEY must be 32 random bytes in base64/],
    [{ SMTP_URL: 'mail.example.com:25' }, /^SMTP_URL /],
    [{ SMTP_URL: 'smtp://' }, /^SMTP_URL /],
    [{ PUBLIC_URL: 'agenda.example.com' }, /^PUBLIC_URL is not a valid address: write it as https:\/\//],
    [{ PUBLIC_URL: 'ftp://agenda.example.com' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, /^PUBLIC_URL /],
    ...['/reservas', '/?', '?a=1', '#inicio', '//x'].map((rest): [Record<string, string>, RegExp] => [
      { ...PRODUCTION, PUBLIC_URL: PRODUCTION.PUBLIC_URL + rest },
      /^PUBLIC_URL must be a name alone, without a path, a query or a user: write it as https:\/\//,
    ]),
    [{ ...PRODUCTION, PUBLIC_URL: 'https://ana@agenda.example.com' }, /^PUBLIC_URL must be a name alone/],
    [{ SMTP_URL: 'smtps://u:100%secreto@mail.example.com' }, /^SMTP_URL has a % .*: write % as %25\.$/],
    [{ SMTP_URL: 'smtps://u%ff:p@mail.example.com' }, /^SMTP_URL has a % /],
    [{ BACKUP_S3_ENDPOINT: 'https://s3.example.com' }, /^BACKUP_S3_BUCKET is missing: /],
    [{ BACKUP_S3_SECRET_KEY: 'x' }, /^BACKUP_S3_BUCKET is missing: /],
    [{ BACKUP: 'no' }, /^BACKUP may be none/],
    [{ BACKUP: 'none', BACKUP_DIR: '/copias' }, /^BACKUP may be none/],
    [{ TILE_URL: 'tiles' }, /^TILE_URL /],
    [{ TILE_URL: 'https://t.example.com/{z}/{x}.png' }, /^TILE_URL must hold \{z\}, \{x\} and \{y\}/],
    [
      { TILE_URL: 'https://u:p@t/{z}/{x}/{y}.png' },
      /^TILE_URL has a user or a password, which are never sent/,
    ],
    [{ GEOCODER_URL: 'https://u:p@n.example.com' }, /^GEOCODER_URL has a user or a password/],
    [{ GEOCODER_URL: 'https://n.example.com/?key=x' }, /^GEOCODER_URL must be without a query/],
    [
      { S3_ENDPOINT: 'https://s3/?x=1', S3_BUCKET: 'enpunto', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's' },
      /^S3_ENDPOINT must be without a query/,
    ],
    [{ METRICS_TOKEN: 'contraseña-de-las-cifras' }, /^METRICS_TOKEN must be letters without accents/],
    [{ METRICS_TOKEN: 'two words are no token' }, /^METRICS_TOKEN must be letters without accents/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://u:p@c:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT is not a valid/],
    [{ MAIL_FROM: 'enpunto' }, /^MAIL_FROM must hold an e-mail address/],
    // From these no mail server takes a mail.
    [{ MAIL_FROM: 'enpunto citas@example.com' }, /^MAIL_FROM must hold an e-mail address/],
    [{ MAIL_FROM: '"enpunto <citas@example.com>" x' }, /^MAIL_FROM must hold an e-mail address/],
    [{ ADMIN_EMAIL: 'a@x.co' }, /^ADMIN_EMAIL and ADMIN_PASSWORD go together/],
    [{ ADMIN_PASSWORD: 'secret-word' }, /^ADMIN_EMAIL and ADMIN_PASSWORD go together/],
    [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'secret-word' }, /^ADMIN_EMAIL must be an e-mail address\.$/],
    [
      { ADMIN_EMAIL: 'a@x.co', ADMIN_PASSWORD: 'short' },
      /^ADMIN_PASSWORD is too short: use at least 6 characters\.$/,
    ],
    [
      { ...PRODUCTION, ADMIN_EMAIL: 'a@x.co', ADMIN_PASSWORD: 'nine-char' },
      /^ADMIN_PASSWORD is too short: use at least 10/,
    ],
    [{ RECAPTCHA_SITE_KEY: 'x' }, /^RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET go together/],
    [{ RECAPTCHA_SECRET: 'x' }, /^RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET go together/],
    [
      { ...PRODUCTION, WHATSAPP_TOKEN: 'x' },
      /^WHATSAPP_PHONE_NUMBER_ID and WHATSAPP_APP_SECRET and WHATSAPP_VERIFY_TOKEN missing: /,
    ],
    [
      { ...PRODUCTION, ...WHATSAPP, WHATSAPP_APP_SECRET: '' },
      /^WHATSAPP_APP_SECRET missing: WHATSAPP_TOKEN, .* go together, set all four, or none\.$/,
    ],
    [
      { ...PRODUCTION, ...WHATSAPP, WHATSAPP_PHONE_NUMBER_ID: '+57 300' },
      /^WHATSAPP_PHONE_NUMBER_ID must be/,
    ],
    [{ ...PRODUCTION, ...WHATSAPP, WHATSAPP_ACCOUNT_ID: 'x' }, /^WHATSAPP_ACCOUNT_ID must be/],
    [{ ...PRODUCTION, ...WHATSAPP, WHATSAPP_API_URL: 'graph' }, /^WHATSAPP_API_URL is not a valid address/],
    [
      { ...PRODUCTION, ...WHATSAPP, WHATSAPP_API_URL: 'http://graph.example.com' },
      /^WHATSAPP_API_URL begins with http:/,
    ],
    [WHATSAPP, /^The keys of WhatsApp are set, but this is development: /],
    [{ WHATSAPP_STANDIN: 'yes' }, /^WHATSAPP_STANDIN must be true or false\.$/],
    [{ ...PRODUCTION, WHATSAPP_STANDIN: 'true' }, /^WHATSAPP_STANDIN is for development/],
    [
      { ...PRODUCTION, PUSH_STAND_IN: 'http://127.0.0.1:4000' },
      /^PUSH_STAND_IN is for development and tests/,
    ],
    [
      { PUSH_STAND_IN: 'https://push.example.com' },
      /^PUSH_STAND_IN must be true, or an address of this machine/,
    ],
    [{ ...PRODUCTION, PUSH_STAND_IN: 'true' }, /^PUSH_STAND_IN is for development and tests/],
    [{ TERMS_CHECKED: 'no' }, /^TERMS_CHECKED must be true or false\.$/],
    [{ SMTP_CONNECTIONS: '0' }, /^SMTP_CONNECTIONS must be a whole number from 1 to 64/],
    [
      { BOOKINGS_PER_PERSON: '0' },
      /^BOOKINGS_PER_PERSON must be a whole number from 1 on, for example 20\.$/,
    ],
    [{ REQUEST_SECONDS: '0' }, /^REQUEST_SECONDS must be a whole number from 1 to 600, for example 30\.$/],
    [{ CONNECTIONS_PER_NETWORK: 'x' }, /^CONNECTIONS_PER_NETWORK must be a whole number/],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY must be the number of proxies/],
    [{ TRUST_PROXY: '999' }, /^TRUST_PROXY must be the number of proxies before the server, from 0 to 9/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be /],
    [{ NODE_ENV: 'prod' }, /^NODE_ENV must be production, development or test\.$/],
    [{ ALLOW_HTTP: 'yes' }, /^ALLOW_HTTP must be true or false\.$/],
    [{ ...PRODUCTION, PUBLIC_URL: 'http://agenda.example.com' }, /^PUBLIC_URL begins with http:\/\//],
    [{ ...PRODUCTION, PUBLIC_URL: 'http://192.168.1.7' }, /^PUBLIC_URL begins with http:\/\//],
    ...['https://agenda.example.com', 'http://203.0.113.9:3000', 'https://[2001:db8::1]'].map(
      (PUBLIC_URL): [Record<string, string>, RegExp] => [
        { PUBLIC_URL },
        /^PUBLIC_URL opens the server to the public, but it runs in development.+: set NODE_ENV=production\.$/,
      ],
    ),
    [{ NODE_ENV: 'development', PUBLIC_URL: 'https://agenda.example.com' }, /^PUBLIC_URL opens/],
    [{ HOST: '0.0.0.0', TRUST_PROXY: '1' }, /^HOST and TRUST_PROXY open the server to the public/],
    [{ ...PRODUCTION, PUBLIC_URL: '' }, /^PUBLIC_URL is missing: set the address customers use/],
    [{ ...PRODUCTION, SMTP_URL: ' ' }, /^SMTP_URL is missing: set the mail server/],
    [{ ...PRODUCTION, MAIL_FROM: '' }, /^MAIL_FROM is missing: set the sender/],
  ]
  for (const [env, sentence] of cases)
    test(JSON.stringify(env).slice(0, 90), () => {
      const found = faults(env)
      assert.equal(found.length, 1, found.join('\n'))
      assert.match(found[0]!, sentence)
      // The message must not repeat the value, which may hold a password.
      for (const value of ['u:p@', 'secret-word', 'nine-char']) assert.ok(!found[0]!.includes(value))
    })

  test('all at once, not just the first', () => {
    assert.equal(faults({ NODE_ENV: 'production' }).length, 3)
    assert.equal(faults({ NODE_ENV: 'production', PORT: 'x', LOG_LEVEL: 'x', ADMIN_EMAIL: 'x' }).length, 7)
  })
})

describe('what is set', () => {
  test('nothing: development on this machine alone', () => {
    const config = readConfig({})
    assert.deepEqual(
      [config.production, config.host, config.port, config.publicUrl, config.dataDir],
      [false, '127.0.0.1', 3000, 'http://localhost:3000', resolve('.data')],
    )
    assert.deepEqual(
      [config.databaseUrl, config.smtpUrl, config.administrator, config.recaptcha],
      [undefined, undefined, undefined, undefined],
    )
    assert.deepEqual([config.termsChecked, config.proxies, config.logLevel], [true, 0, 'info'])
  })

  test('production with what it needs: open to the network', () => {
    const config = readConfig(PRODUCTION)
    assert.deepEqual([config.production, config.host], [true, '0.0.0.0'])
    assert.deepEqual(
      [config.publicUrl, config.smtpUrl, config.mailFrom],
      [PRODUCTION.PUBLIC_URL, PRODUCTION.SMTP_URL, PRODUCTION.MAIL_FROM],
    )
  })

  test('addresses of the own network are development, and loopback needs no TLS', () => {
    for (const PUBLIC_URL of [
      'http://localhost:3000',
      'http://salon.localhost',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'http://192.168.1.7:3000',
      'http://mi-portatil.local:3000',
      'http://app:3000',
    ])
      assert.deepEqual(faults({ PUBLIC_URL, HOST: '0.0.0.0' }), [], PUBLIC_URL)
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]'])
      assert.deepEqual(faults({ ...PRODUCTION, PUBLIC_URL }), [], PUBLIC_URL)
    assert.deepEqual(
      faults({ ...PRODUCTION, PUBLIC_URL: 'http://agenda.example.com', ALLOW_HTTP: 'true' }),
      [],
    )
  })

  test('everything', () => {
    const config = readConfig({
      NODE_ENV: 'production',
      PORT: ' 8080 ',
      HOST: '::',
      DATA_DIR: '/srv/enpunto',
      DATABASE_URL: 'postgresql://u:p@db:5432/x?sslmode=require',
      PUBLIC_URL: 'https://agenda.example.com///',
      SMTP_URL: 'smtp://mail:25',
      MAIL_FROM: 'citas@example.com',
      OPERATOR_EMAIL: 'turno@example.com',
      ADMIN_EMAIL: 'a@x.co',
      ADMIN_PASSWORD: ' with spaces ',
      RECAPTCHA_SITE_KEY: 'k',
      RECAPTCHA_SECRET: 's',
      TERMS_CHECKED: 'false',
      TRUST_PROXY: '2',
      SMTP_CONNECTIONS: '16',
      TIME_OFF_LIMIT: '50',
      LOG_LEVEL: 'warn',
      TILE_URL: 'http://t/{z}/{x}/{y}.png',
      GEOCODER_URL: 'http://nominatim:8080',
      GEOCODER_KEY: 'clave',
      BOOKINGS_PER_BUSINESS: '5',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    assert.deepEqual(config, {
      production: true,
      host: '::',
      port: 8080,
      dataDir: '/srv/enpunto',
      smtpConnections: 16,
      timeOffLimit: 50,
      databaseUrl: 'postgresql://u:p@db:5432/x?sslmode=require',
      publicUrl: 'https://agenda.example.com',
      smtpUrl: 'smtp://mail:25',
      mailFrom: 'citas@example.com',
      operatorEmail: 'turno@example.com',
      countryHeader: undefined,
      salesPhone: undefined,
      administrator: {
        email: 'a@x.co',
        password: ' with spaces ',
      },
      recaptcha: {
        siteKey: 'k',
        secret: 's',
      },
      geocoder: {
        url: 'http://nominatim:8080',
        key: 'clave',
      },
      s3: undefined,
      backups: undefined,
      lacksBackups: true,
      whatsapp: undefined,
      push: { standIn: undefined },
      metrics: { token: undefined, port: undefined },
      traces: undefined,
      secretsKey: Buffer.alloc(32, 7),
      tileUrl: 'http://t/{z}/{x}/{y}.png',
      termsChecked: false,
      logLevel: 'warn',
      proxies: 2,
      drainSeconds: 1,
      limits: {
        bookingsOfPerson: 20,
        bookingsFromNetwork: 600,
        bookingsInBusiness: 5,
        changesOfMember: 10_000,
        changesInBusiness: 30_000,
        mailsPerHour: 10,
        mailsPerDay: 30,
        remindersPerDay: 5,
        mailsOfBusiness: 3000,
        mailsOfYoung: 300,
        mailsFromNetwork: 3000,
        mailsUnconfirmed: 20,
      },
      requestSeconds: 30,
      connectionsPerNetwork: 500,
      businessesPerNetwork: 600,
      tileCacheMb: 200,
      liveStreams: { perSession: 10, perBusiness: 200 },
    })
  })

  test('quotes around a value are no part of it, as in a file that a shell and systemd read, and podman too', () => {
    const written = {
      ...PRODUCTION,
      DATA_DIR: '/srv/data',
      HOST: '127.0.0.1',
      TRUST_PROXY: '1',
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: 'a \'b\' "c" d',
      METRICS_TOKEN: '0123456789abcdef',
      MAILS_PER_DAY: '31',
      BACKUP_DIR: '/srv/backups',
    }
    const around = (quote: string) =>
      Object.fromEntries(Object.entries(written).map(([name, value]) => [name, `${quote}${value}${quote}`]))
    assert.deepEqual(readConfig(around('"')), readConfig(written))
    assert.deepEqual(readConfig(around("'")), readConfig(written))
    assert.equal(
      readConfig({ ...PRODUCTION, MAIL_FROM: '"Ana" <a@example.com>' }).mailFrom,
      '"Ana" <a@example.com>',
    )
  })

  test('a database by its name alone, or by its socket’s folder', () => {
    for (const DATABASE_URL of ['postgres:///enpunto', 'postgres:///?host=/var/run/postgresql'])
      assert.deepEqual(faults({ DATABASE_URL }), [], DATABASE_URL)
  })

  test('the collector’s address may end as that of traces alone does', () => {
    for (const end of ['', '/', '/v1/traces', '/v1/traces/'])
      assert.equal(
        readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://collector:4318${end}` }).traces?.url,
        'http://collector:4318/v1/traces',
      )
  })

  test('empty settings count as left out', () => {
    assert.deepEqual(
      readConfig({ PORT: '', DATABASE_URL: ' ', SMTP_URL: '', HOST: '', DATA_DIR: '', TRUST_PROXY: '' }),
      readConfig({}),
    )
  })
})

test('the keys of WhatsApp: all or none; Meta in production alone, a stand-in of this machine in development', () => {
  assert.equal(readConfig(PRODUCTION).whatsapp, undefined)
  assert.deepEqual(readConfig({ ...PRODUCTION, ...WHATSAPP }).whatsapp, {
    url: 'https://graph.facebook.com/v25.0',
    token: 'EAAG',
    phoneNumberId: '106540352242922',
    appSecret: 'secret',
    verifyToken: 'verify',
    accountId: undefined,
  })
  const url = 'http://127.0.0.1:4000/v25.0'
  assert.equal(readConfig({ ...WHATSAPP, WHATSAPP_API_URL: `${url}/` }).whatsapp?.url, url)
})

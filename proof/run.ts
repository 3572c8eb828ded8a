/**
 * `npm run proof`: the product's promises, tried for longer and in more ways than `npm test` has time for. `npm
 * run proof -- history faults` runs those parts only. Each part is bounded in time, and prints what was tried and
 * what broke. README.md says what each proves.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

interface Part {
  proves: string
  files: string[]
  env?: Record<string, string>
  /** After which it is stopped, and has failed. */
  minutes: number
  /** Why it cannot run here; undefined when it can. */
  missing?: () => string | undefined
}

const noPostgres = () =>
  existsSync('/usr/lib/postgresql')
    ? undefined
    : 'needs PostgreSQL of Debian’s packages (apt install postgresql)'

const PARTS: Record<string, Part> = {
  history: {
    proves: 'no overlap, no lost booking, one answer for one key, whatever meets whatever, across kill -9',
    files: [
      'tests/api/{contended,any,daily-limit,idempotency,interleaved,time-off-race,special-days-race}.test.ts',
      'tests/process/{crash,silence}.test.ts',
    ],
    env: {
      CONTENDED_TRIES: '1000000',
      CONTENDED_SEED: String(Date.now() % 2 ** 31),
      TIME_OFF_ROUNDS: '1000',
      DAILY_ROUNDS: '200',
    },
    minutes: 240,
  },
  matrix: {
    proves:
      'every call as every role of this and of another business: nothing is told or changed that is not theirs',
    files: ['tests/api/{matrix,own-scope,tenancy,tables,team}.test.ts'],
    minutes: 20,
  },
  fuzz: {
    proves: 'no value makes a call fail; a refusal says why; what was stored can be read',
    files: ['tests/api/{fuzz,http,booking-input}.test.ts'],
    env: { FUZZ_ROUNDS: '300', FUZZ_SEED: String(Date.now() % 2 ** 31) },
    minutes: 60,
  },
  abuse: {
    proves: 'what somebody allowed does a thousand times has its bound',
    files: ['tests/api/{attack*,crowd,guessing,limits,mail-limits,verification}.test.ts'],
    minutes: 30,
  },
  faults: {
    proves:
      'a database, mail server, disk or clock that dies, hangs, refuses, is full or lies, and senders that are killed, lose nothing and double nothing',
    files: [
      'tests/api/{outages,patience,messages,s3,full-disk,lying-mail-server,clock-jumps,backup-nightly}.test.ts',
      'tests/api/{push-kill,import-load,import-agenda-load}.test.ts',
      'tests/process/*.test.ts',
    ],
    env: { REMINDER_KILLS: '12' },
    minutes: 60,
  },
  postgres: {
    proves: 'the tests of the API on Debian’s PostgreSQL: nothing asks for what only the embedded one has',
    files: ['proof/debians-postgres.test.ts'],
    minutes: 60,
    missing: noPostgres,
  },
  whatsapp: {
    proves:
      'reminders by WhatsApp whose answers and statuses are lost, late, doubled, turned round or forged: each at most once, each state and credit right; killed senders send none twice',
    files: ['tests/api/whatsapp-{flood,kill}.test.ts'],
    env: { WHATSAPP_MESSAGES: '10000', WHATSAPP_SEED: String(Date.now() % 2 ** 31) },
    minutes: 60,
  },
  failover: {
    proves:
      'the leader’s machine of a PostgreSQL under Patroni is lost under load: nothing acknowledged is, the product goes on by itself, no mail goes twice',
    files: ['proof/failover.test.ts'],
    minutes: 15,
    missing: () => {
      const commands = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' }
      const isThere = (name: string) =>
        ['/usr/bin', '/usr/sbin'].some((folder) => existsSync(`${folder}/${name}`))
      const packages = Object.entries(commands).flatMap(([name, one]) => (isThere(name) ? [] : [one]))
      if (!existsSync('/usr/lib/postgresql')) packages.unshift('postgresql')
      return packages.length > 0
        ? `needs what Debian has and this machine has not (apt install ${packages.join(' ')})`
        : undefined
    },
  },
  upgrade: {
    proves:
      'versions of the history, each started as it was, go on booking while today’s starts beside them and brings the schema up to date',
    files: ['proof/upgrade.test.ts'],
    minutes: 30,
    missing: () =>
      spawnSync('git', ['cat-file', '-e', '78d64fd^{commit}'], { stdio: 'ignore' }).status === 0
        ? undefined
        : 'needs the history (a whole clone of git), and npm’s registry',
  },
  rolling: {
    proves:
      'each of two processes behind HAProxy is restarted again and again while people book: nobody is failed',
    files: ['proof/rolling.test.ts'],
    minutes: 10,
    missing: () =>
      existsSync('/usr/sbin/haproxy')
        ? undefined
        : 'needs what Debian has and this machine has not (apt install haproxy)',
  },
  pooler: {
    proves: 'PgBouncer in place of the database is refused at the start, however it is set',
    files: ['proof/pooler.test.ts'],
    minutes: 10,
    missing: () =>
      existsSync('/usr/sbin/pgbouncer')
        ? undefined
        : 'needs what Debian has and this machine has not (apt install pgbouncer)',
  },
  citus: {
    proves: 'the API on a schema spread by business',
    files: [],
    minutes: 60,
    missing: () =>
      'is not built: Debian’s packages have no Citus, and its shards run no triggers (docs/scale.md says what that asks of the schema)',
  },
  debian: {
    proves: 'docs/debian.md, followed literally in a bare root, ends with a product that answers by its name',
    files: ['proof/debian.test.ts'],
    minutes: 30,
    missing: () =>
      process.getuid!() !== 0
        ? 'needs root, for a root of its own'
        : existsSync('/usr/sbin/debootstrap')
          ? undefined
          : 'needs debootstrap (apt install debootstrap), and Debian’s and npm’s registries',
  },
  recovery: {
    proves: 'PostgreSQL’s own archive brings every booking back to the chosen second',
    files: ['proof/recovery.test.ts'],
    minutes: 10,
    missing: noPostgres,
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`✖ no such part: ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`)
  process.exit(1)
}
let isGreen = true
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${name}: ${part.proves}`)
  const missing = part.missing?.()
  if (missing) {
    console.log(`– ${name}: ${missing}`)
    isGreen &&= asked.length === 0
    continue
  }
  const begun = Date.now()
  const { status, signal } = spawnSync(
    process.execPath,
    ['scripts/check.ts', ...globSync(part.files).toSorted()],
    {
      stdio: 'inherit',
      env: { TEST_MINUTES: String(part.minutes), ...part.env, ...process.env },
      timeout: part.minutes * 60_000,
    },
  )
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
  const said = signal
    ? `stopped after ${part.minutes} minutes`
    : status === 0
      ? 'nothing broke'
      : 'something broke'
  console.log(`${status === 0 ? '✔' : '✖'} ${name}: ${said} (${minutes} minutes)`)
  isGreen &&= status === 0
}
process.exit(isGreen ? 0 : 1)

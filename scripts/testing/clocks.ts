/**
 * `npm run test:clocks`: runs the time-dependent tests at several moments: each weekday, shortly before
 * midnight, at the end of a month and of the year, and in nights of clock change, with the machine in that
 * zone. With arguments, only those files; `TEST_MOMENTS=5,6` selects the moments by number.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

const ZONE = 'America/Bogota'
/** In a browser and a real server everything goes by the clock; of the others, those whose text reads it. */
const WHOLE = ['tests/{browser,process}/*.test.ts']
const READING = /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b/
const sensitive = () => [
  ...globSync(WHOLE),
  ...globSync('tests/api/*.test.ts').filter((file) => READING.test(readFileSync(file, 'utf8'))),
]

interface Moment {
  name: string
  at: Temporal.ZonedDateTime
  /** The machine's own time zone. */
  zone: string
}

/**
 * All of them are in the future: a clock that goes back would contradict the timestamps of the machine's
 * files.
 */
function moments(): Moment[] {
  const now = Temporal.Now.zonedDateTimeISO(ZONE)
  const today = now.toPlainDate()
  const at = (name: string, date: Temporal.PlainDate, time: string, zone = ZONE) => ({
    name,
    at: date.toZonedDateTime({ timeZone: ZONE, plainTime: Temporal.PlainTime.from(time) }),
    zone,
  })
  const monday = today.add({ days: 8 - today.dayOfWeek })
  const hours = ['00:05', '06:30', '08:58', '12:00', '16:45', '18:58', '21:10']
  const weekdays = hours.map((time, i) => {
    const date = monday.add({ days: i })
    return at(date.toLocaleString('en', { weekday: 'long' }), date, time, 'UTC')
  })
  const lastOfMonth = today.add({ months: 1 }).with({ day: 1 }).subtract({ days: 1 })
  const february = Temporal.PlainDate.from({ year: today.year + 1, month: 2, day: 28 })
  return [
    ...weekdays,
    at('Saturday, before midnight', monday.add({ days: 5 }), '23:55'),
    at('Sunday, before midnight', monday.add({ days: 6 }), '23:55', 'Asia/Kathmandu'),
    at('end of a month', lastOfMonth, '23:55'),
    at('end of February', february, '23:55', 'UTC'),
    at('end of the year', Temporal.PlainDate.from({ year: today.year, month: 12, day: 31 }), '23:55'),
    ...clockChanges('America/Santiago'),
    ...clockChanges('Europe/Madrid').slice(0, 1),
  ].filter((moment) => Temporal.ZonedDateTime.compare(moment.at, now) > 0)
}

/** Five minutes before the next two changes, one forward and one back. */
function clockChanges(zone: string): Moment[] {
  const first = Temporal.Now.zonedDateTimeISO(zone).getTimeZoneTransition('next')!
  return [first, first.getTimeZoneTransition('next')!].map((change) => ({
    name: `clock change in ${zone}`,
    at: change.subtract({ minutes: 5 }),
    zone,
  }))
}

const files = process.argv.slice(2)
const testFiles = files.length > 0 ? files : sensitive()
const only = process.env.TEST_MOMENTS?.split(',').map(Number)
let isGreen = true
for (const [i, { name, at, zone }] of moments().entries()) {
  if (only && !only.includes(i)) continue
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check.ts', ...testFiles], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, TEST_NOW: at.toInstant().toString(), TZ: zone },
  })
  const result = stdout.trimEnd().split('\n').at(-1)
  console.log(
    `${status === 0 ? '✔' : '✖'} ${i}  ${at.toString({ smallestUnit: 'minute' })}  ${name}: ${result}`,
  )
  if (status === 0) continue
  isGreen = false
  console.log(stdout.slice(stdout.indexOf('✖ failing tests:')), stderr)
}
process.exit(isGreen ? 0 : 1)

/**
 * Measures the product against limits measured in the same run, and stores the figures in results.json: `npm
 * run bench`. With names, it measures only those: `npm run bench -- page`. `PARTS` has the names.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { timeCalendar } from './calendar.ts'
import { timeAdmin } from './admin.ts'
import { timeBackup } from './backup.ts'
import { timeCards } from './cards.ts'
import { lighthouseScores } from './lighthouse.ts'
import { today } from '#domain/zone.ts'
import { load, type Figures, type Request } from './load.ts'
import { timeLeaving } from './leaving.ts'
import { timeFigures } from './figures.ts'
import { timeMany } from './many.ts'
import { timeDrawn } from './drawn.ts'
import { weighPage } from './page.ts'
import { timeReminders } from './reminders.ts'
import { rowBefore, withFigures, type Results } from './results.ts'
import { measureSpeed } from './speed.ts'
import { startBeside, startProduct } from './started.ts'
import { bareInsert, bareSelect, bookings, slots, timeAny, timeWindow } from './requests.ts'
import {
  analyse,
  clean,
  emptyTeam,
  endMails,
  fillBook,
  fillTeam,
  folder,
  isMade,
  makeBusiness,
  openDatabase,
  untilAddedUp,
} from './world.ts'

const SECONDS = Number(process.env.SECONDS ?? 4)
const ROUNDS = 5
const CONNECTIONS = [1, 8, 32]
const BOOKS = process.env.BOOKS ? process.env.BOOKS.split(',').map(Number) : [0, 2_000, 100_000]

const PARTS = [
  'slots',
  'book',
  'window',
  'any',
  'reminders',
  'figures',
  'cards',
  'leaving',
  'many',
  'backup',
  'admin',
  'page',
  'drawn',
  'speed',
  'lighthouse',
  'calendar',
]
const parts = process.argv.slice(2)
const unknown = parts.filter((part) => !PARTS.includes(part))
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. The parts are ${PARTS.join(', ')}.`)
const wants = (part: string) => parts.length === 0 || parts.includes(part)

interface Row extends Record<string, unknown> {
  appointments: number
  connections: number
  perSecond: number
  p50: number
  p99: number
  limitPerSecond: number
  limitP50: number
  limitP99: number
  ratio: number
  refused: number
}
const file = join(import.meta.dirname, 'results.json')
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30) }
const earlier = JSON.parse(readFileSync(file, 'utf8')) as Results
// What is not measured now keeps its figures.
const results: Results = { ...earlier, machine, node: process.version, at: new Date().toISOString() }

/** Keeps what was measured, and prints it with last time's figures. */
function note(part: string, what: string, measured: unknown) {
  results[part] = withFigures(results[part], part, measured)
  console.log(what, measured, 'last time:', earlier[part] ?? 'nothing')
}

/** What last time's run had in that row. */
const before = (name: string, row: Row) => {
  const was = rowBefore(earlier, name, row)
  return was ? `last time ${was.perSecond} of ${was.limitPerSecond} (${was.ratio})` : ''
}
/** One network books and reads for all. */
const UNLIMITED = {
  BOOKINGS_PER_NETWORK: '100000000',
  BOOKINGS_PER_BUSINESS: '100000000',
  CHANGES_PER_MEMBER: '100000000',
  CHANGES_PER_BUSINESS: '100000000',
}

// The book of a million takes minutes to write: whoever measures on a machine that is quiet for a moment writes it before.
const keepsBook = process.env.KEEP_BOOK === '1'
if (!keepsBook) clean()
const { db, close } = await openDatabase()
const day = today('America/Bogota', Date.now())
let sink: Awaited<ReturnType<typeof startBeside>> | undefined
// A part that fails leaves nothing running, and what was measured before it is kept.
try {
  try {
    if (!(await isMade(db))) await makeBusiness(db)
    sink = parts.length === 0 || parts.includes('book') ? await startBeside('sink.ts') : undefined
    for (const appointments of BOOKS) {
      if (wants('slots')) await measure('slots', { appointments }, slots(day), bareSelect)
      for (const [name, url] of [
        ['book', sink?.url],
        ['bookUnmailed', 'smtp://127.0.0.1:9'],
      ] as const)
        if (wants('book')) {
          const env = { SMTP_URL: url!, MAIL_FROM: 'citas@enpunto.example' }
          await measure(name, { appointments, env }, bookings(`${name}${appointments}`, day), bareInsert)
        }
    }
    if (wants('window')) {
      await fillBook(db, 100_000)
      note('window', '31 days of one professional, 100,000 appointments:', await timeWindow(db))
    }
    if (wants('any')) {
      await fillBook(db, 100_000)
      await fillTeam(db)
      note('any', '31 days of any of ten professionals, 100,000 appointments:', await timeAny(db))
      await emptyTeam(db)
    }
    if (wants('reminders')) note('reminders', 'reminders:', await timeReminders(db))
    if (wants('figures'))
      note('figures', "the owner's figures, 100,000 appointments in one business:", await timeFigures(db))
    if (wants('cards')) note('cards', 'clients, 50,000 cards in one business:', await timeCards(db))
    if (wants('leaving')) note('leaving', 'a business of 100,000 appointments leaves:', await timeLeaving(db))
    if (wants('many')) note('many', 'customers at once, with live screens:', await timeMany(db))
    if (wants('backup')) note('backup', 'a backup and its restore:', await timeBackup(db))
    if (wants('admin')) note('admin', "the administrator's panel, 100,000 businesses:", await timeAdmin(db))
  } finally {
    await sink?.stop()
    await close()
    if (!keepsBook) clean()
  }
  if (wants('page')) note('page', 'page:', await weighPage())
  if (wants('drawn')) note('drawn', 'drawn:', await timeDrawn())
  // With `SCREENS` only those screens are measured.
  if (wants('speed'))
    note('speed', 'speed:', {
      ...(process.env.SCREENS && (earlier.speed as object)),
      ...(await measureSpeed()),
    })
  if (wants('lighthouse')) note('lighthouse', 'lighthouse:', await lighthouseScores())
  if (wants('calendar')) note('calendar', 'calendar:', await timeCalendar())
} finally {
  writeFileSync(file, JSON.stringify(results, null, 2) + '\n')
}

/**
 * Measures the product and its limit in turn, each in a process of its own, so that a change of the machine's speed affects
 * both; the median round is kept. `env` are settings of the product.
 */
async function measure(
  name: string,
  { appointments, env = {} }: { appointments: number; env?: Record<string, string> },
  ours: () => Request,
  bare: () => Request,
): Promise<void> {
  for (const [turn, connections] of CONNECTIONS.entries()) {
    // A full book is not filled anew for what some seconds of bookings add to it.
    if (turn === 0 || appointments === 0) await fillBook(db, appointments, day)
    const limit = await startBeside('limit.ts', join(folder, 'pg'))
    const product = await startProduct(folder, { ...UNLIMITED, ...env })
    const rounds: { ours: Figures; limit: Figures }[] = []
    try {
      // Both are warm before the first round counts.
      await load(limit.url, 8, 1.5, bare)
      await load(product.url, 8, 1.5, ours)
      await untilAddedUp(db)
      await analyse(db)
      for (let round = 0; round < ROUNDS; round++) {
        await endMails(db)
        rounds.push({
          limit: await load(limit.url, connections, SECONDS, bare),
          ours: await load(product.url, connections, SECONDS, ours),
        })
      }
    } finally {
      await Promise.all([product.stop(), limit.stop()])
    }
    const ratio = (round: (typeof rounds)[number]) => round.ours.perSecond / round.limit.perSecond
    const middle = rounds.sort((a, b) => ratio(a) - ratio(b))[Math.floor(ROUNDS / 2)]!
    const row = {
      appointments,
      connections,
      perSecond: Math.round(middle.ours.perSecond),
      p50: middle.ours.p50,
      p99: middle.ours.p99,
      limitPerSecond: Math.round(middle.limit.perSecond),
      limitP50: middle.limit.p50,
      limitP99: middle.limit.p99,
      ratio: Number(ratio(middle).toFixed(2)),
      refused: rounds.reduce((sum, round) => sum + round.ours.refused, 0),
    }
    results[name] = withFigures(results[name], name, [row])
    console.log(name, row, before(name, row))
  }
}

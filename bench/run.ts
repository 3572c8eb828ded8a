/**
 * Measures the product against limits measured in the same run, and stores the figures in results.json: `npm
 * run bench`. With names, it measures only those: `npm run bench -- page`. The names are slots, book, window,
 * any, figures, cards, reminders, page, drawn, speed, lighthouse and calendar.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { timeCalendar } from './calendar.ts'
import { timeAdmin } from './admin.ts'
import { timeCards } from './cards.ts'
import { lighthouseScores } from './lighthouse.ts'
import { load, type Figures } from './load.ts'
import { timeFigures } from './figures.ts'
import { timeDrawn } from './drawn.ts'
import { weighPage } from './page.ts'
import { timeReminders } from './reminders.ts'
import { measureSpeed } from './speed.ts'
import { bareInsert, bareSelect, bookings, slots, timeAny, timeWindow } from './requests.ts'
import { clean, emptyTeam, fillBook, fillTeam, folder, makeBusiness, openDatabase } from './world.ts'

const SECONDS = 4
const ROUNDS = 3
const CONNECTIONS = [1, 8, 32]
const BOOKS = process.env.BOOKS ? process.env.BOOKS.split(',').map(Number) : [0, 2_000, 100_000]

const parts = process.argv.slice(2)
const wants = (part: string) => parts.length === 0 || parts.includes(part)

interface Row {
  appointments: number
  connections: number
  perSecond: number
  p50: number
  p99: number
  limitPerSecond: number
  ratio: number
  refused: number
}
const file = join(import.meta.dirname, 'results.json')
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30) }
// Measurements not repeated now keep their figures.
const results: Record<string, unknown> = {
  ...(parts.length > 0 && JSON.parse(readFileSync(file, 'utf8'))),
  machine,
  node: process.version,
  at: new Date().toISOString(),
}
// With `SCREENS`, `speed` measures only those screens: the others keep their figures.
const speedBefore = process.env.SCREENS ? results.speed : {}
for (const part of parts) delete results[part]

clean()
const { db, close } = await openDatabase()
await makeBusiness(db)

for (const appointments of BOOKS) {
  if (wants('slots')) await measure('slots', appointments, slots, bareSelect)
  if (wants('book')) await measure('book', appointments, bookings(String(appointments)), bareInsert)
}
if (wants('window')) {
  await fillBook(db, 100_000)
  results.window = await timeWindow(db)
  console.log('30 days of one professional, 100,000 appointments:', results.window)
}
if (wants('any')) {
  await fillBook(db, 100_000)
  await fillTeam(db)
  results.any = await timeAny(db)
  console.log('31 days of any of ten professionals, 100,000 appointments:', results.any)
  await emptyTeam(db)
}
if (wants('reminders')) results.reminders = await timeReminders(db)
if (wants('figures')) {
  results.figures = await timeFigures(db)
  console.log("the owner's figures, 100,000 appointments in one business:", results.figures)
}
if (wants('cards')) {
  results.cards = await timeCards(db)
  console.log('clients, 50,000 cards in one business:', results.cards)
}
if (wants('admin')) {
  results.admin = await timeAdmin(db)
  console.log("the administrator's panel, 100,000 businesses:", results.admin)
}
await close()
clean()
if (wants('page')) console.log('page:', (results.page = await weighPage()))
if (wants('drawn')) console.log('drawn:', (results.drawn = await timeDrawn()))
if (wants('speed')) results.speed = Object.assign({}, speedBefore, await measureSpeed())
if (wants('lighthouse')) results.lighthouse = await lighthouseScores()
if (wants('calendar'))
  console.log('calendar:', JSON.stringify((results.calendar = await timeCalendar()), null, 2))
writeFileSync(file, JSON.stringify(results, null, 2) + '\n')

/**
 * Measures the product and its limit in turn, so that a change of the machine's speed affects both; the
 * median round is kept.
 */
async function measure(
  name: string,
  appointments: number,
  ours: typeof slots,
  limit: typeof slots,
): Promise<void> {
  const rows = (results[name] ??= []) as Row[]
  for (const connections of CONNECTIONS) {
    await fillBook(db, appointments)
    const server = await startServer()
    // Both are warm before the first round counts.
    await load(server.url, 8, 1.5, limit)
    await load(server.url, 8, 1.5, ours)
    const rounds: { ours: Figures; limit: Figures }[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        limit: await load(server.url, connections, SECONDS, limit),
        ours: await load(server.url, connections, SECONDS, ours),
      })
    await server.stop()
    const ratio = (round: (typeof rounds)[number]) => round.ours.perSecond / round.limit.perSecond
    const middle = rounds.sort((a, b) => ratio(a) - ratio(b))[Math.floor(ROUNDS / 2)]!
    const row = {
      appointments,
      connections,
      perSecond: Math.round(middle.ours.perSecond),
      p50: middle.ours.p50,
      p99: middle.ours.p99,
      limitPerSecond: Math.round(middle.limit.perSecond),
      ratio: Number(ratio(middle).toFixed(2)),
      refused: rounds.reduce((sum, round) => sum + round.ours.refused, 0),
    }
    rows.push(row)
    console.log(name, row)
  }
}

async function startServer() {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts'), join(folder, 'pg')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  return {
    url: line.toString().trim(),
    async stop() {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

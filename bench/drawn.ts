import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_SLUG } from '../scripts/demo/salon.ts'
import { load } from './load.ts'
import { freePort } from './site.ts'
import { clean, folder } from './world.ts'

const SECONDS = 4
const ROUNDS = 5
const CONNECTIONS = [1, 8, 32]

/**
 * Booking pages a second, of the product in its own process with its demo data: drawn anew (each reader has another
 * address), kept, and not sent since the reader has it. Medians; each round takes all three in turn.
 */
export async function timeDrawn() {
  mkdirSync(folder, { recursive: true })
  const product = await start(join(folder, 'drawn'))
  const path = `/negocio/${DEMO_SLUG}`
  const packed = { 'accept-encoding': 'br' }
  let turn = 0
  const drawnAnew = () => ({ path: `${path}?desde=${turn++}`, headers: packed })
  const kept = () => ({ path, headers: packed })
  const { headers } = await fetch(product.url + path)
  const etag = () => ({ path, headers: { ...packed, 'if-none-match': headers.get('etag')! } })
  const rows = []
  for (const connections of CONNECTIONS) {
    const figures: Record<string, number[]> = { drawnAnew: [], kept: [], unchanged: [] }
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, next] of Object.entries({ drawnAnew, kept, unchanged: etag }))
        figures[name]!.push((await load(product.url, connections, SECONDS, next)).perSecond)
    const middle = (name: string) => Math.round(figures[name]!.sort((a, b) => a - b)[2]!)
    rows.push({
      connections,
      drawnAnew: middle('drawnAnew'),
      kept: middle('kept'),
      unchanged: middle('unchanged'),
    })
  }
  await product.stop()
  clean()
  return rows
}

/** The product, started as its users start it, with its log at its default. */
async function start(dataDir: string) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.ts')], {
    env,
    stdio: 'ignore',
  })
  while (!(await fetch(`${url}/negocio/${DEMO_SLUG}`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('The product did not start.')
    await wait(500)
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

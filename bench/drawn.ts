import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_SLUG } from '../scripts/demo/salon.ts'
import { load } from './load.ts'
import { startProduct } from './started.ts'
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
  const product = await startProduct(join(folder, 'drawn'))
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

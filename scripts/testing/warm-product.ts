/**
 * A product process that serves one data folder after another, for the files of browser tests that one process runs. A
 * start takes two seconds of processor time, nearly all of it to load the modules and to run them for the first time.
 * It starts and stops what `scripts/start.ts` does; what a process has but once (its signals, NODE_ENV, its zone) needs
 * one of its own.
 */
import { flushCompileCache } from 'node:module'
import { readConfig } from '#server/config.ts'
import { loadBuild } from '#server/pages/routes.ts'
import { serve, type Served } from '#server/serve.ts'
import { loadDemo } from '../demo/load.ts'
import { DEMO_ADMINISTRATOR } from '../demo/salon.ts'
import type { Order } from './warm.ts'

const web = await loadBuild()
flushCompileCache()
let served: Served | undefined

async function start(env: Record<string, string | undefined>) {
  const config = readConfig(env)
  config.administrator ??= DEMO_ADMINISTRATOR
  served = await serve(config, web, { prepare: (db) => loadDemo(db, Date.now(), config) })
}

async function stop() {
  await served?.stop()
  served = undefined
}

process.on('message', async (order: Order) => {
  try {
    await (order.start ? start(order.start) : stop())
    process.send!({})
  } catch (error) {
    process.send!({ failed: String((error as Error).stack) })
  }
})
// Whoever started it has ended, and may be about to remove the folder into which an orderly exit writes what was compiled.
process.once('disconnect', () => stop().finally(() => process.kill(process.pid, 'SIGKILL')))

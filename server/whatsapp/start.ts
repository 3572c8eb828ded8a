import { endsWithin } from '../turns/ends-within.ts'
import { startWorkers, type Sender } from '../messages/sender.ts'
import type { Pressure } from '../turns/pressure.ts'
import { sendNextWhatsApp, type WhatsAppDeps } from './send.ts'
import { handleReply } from './replies.ts'
import { handleStatus, UnknownMessage } from './statuses.ts'
import { workOff } from './event-queries.ts'
import { noteTemplate } from './template-queries.ts'
import type { HookEvent } from './webhook.ts'
import type { Tx } from '../database/db.ts'

/** As many messages at once, besides the one that somebody waits for. */
const AT_ONCE = 4

/** Sends what is due on WhatsApp, until it is stopped. */
export const startWhatsAppSender = (deps: WhatsAppDeps & { pressure?: Pressure }): Sender =>
  startWorkers(deps, (priority) => sendNextWhatsApp(deps, priority), [
    { priority: 'urgent', most: 1 },
    ...Array.from({ length: AT_ONCE }, () => ({ priority: 'all' as const, most: 1 })),
  ])

/** How many more database connections than one for requests it needs. */
export const WHATSAPP_CONNECTIONS = 2 * (AT_ONCE + 1) + 1

export type EventDeps = Omit<WhatsAppDeps, 'channel'>

/**
 * Works off all events that are due, one after the other.
 * @param isOver whether the process stops: what is left is another one's, or of the next start.
 * @returns how many there were.
 */
export async function workOffEvents(deps: EventDeps, isOver = () => false): Promise<number> {
  const { db, now, log, changed } = deps
  let all = 0
  for (;;) {
    let business: number | undefined
    const did = await workOff(
      db,
      now(),
      async (tx, event) => void (business = await handle(tx, event, deps)),
      (error, isLast) => {
        business = undefined
        if (error instanceof UnknownMessage) log.info({}, 'a status names no message')
        else log[isLast ? 'error' : 'warn']({ err: error }, 'an event of WhatsApp cannot be worked off')
      },
    )
    if (!did) return all
    all++
    if (business !== undefined) changed(business)
    if (isOver()) return all
  }
}

async function handle(tx: Tx, event: HookEvent, { db, now, publicUrl, log, limits }: EventDeps) {
  if ('status' in event) return await handleStatus(tx, event.status, { nowMs: now(), log, limits })
  if ('reply' in event) return await handleReply(tx, event.reply, { db, nowMs: now(), publicUrl })
  const { template } = event
  await noteTemplate(tx, { ...template, at: template.at || now() })
  log.warn({ ...template }, 'WhatsApp changed a template')
  return undefined
}

const IDLE_MS = 2000
const STOP_WITHIN = 10_000

/** Works off events when they come, and looks for those that another process left. */
export function startEvents(deps: EventDeps): Sender {
  let isStopping = false
  let isKicked = false
  let wake = () => {}
  const run = async () => {
    while (!isStopping) {
      isKicked = false
      await workOffEvents(deps, () => isStopping).catch((error: unknown) =>
        deps.log.error({ err: error }, 'the events of WhatsApp cannot be read'),
      )
      if (isKicked || isStopping) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, IDLE_MS)
        wake = () => (clearTimeout(timer), resolve())
      })
    }
  }
  const running = run()
  return {
    kick() {
      isKicked = true
      wake()
    },
    async stop() {
      isStopping = true
      wake()
      await endsWithin(STOP_WITHIN, running)
    },
  }
}

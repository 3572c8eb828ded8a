import { startWorkers, type Sender } from '../messages/sender.ts'
import type { Pressure } from '../turns/pressure.ts'
import { sendNextPush, type PushDeps } from './send.ts'

/** As many pushes at once: some services take seconds. */
const AT_ONCE = 3

/** How many more database connections than one for requests it needs. */
export const PUSH_CONNECTIONS = 2 * AT_ONCE

/** Tells browsers of what is due, until it is stopped. */
export const startPushes = (deps: PushDeps & { pressure?: Pressure }): Sender =>
  startWorkers(
    deps,
    () => sendNextPush(deps),
    Array.from({ length: AT_ONCE }, () => ({ priority: 'urgent' as const, most: 1 })),
  )

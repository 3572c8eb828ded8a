/** When the machine has time for one more. */
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

// Of all cores together. What begins takes some seconds to be felt, so those who wait look at different moments.
const IDLE_SHARE = 0.3
const LOOK_MS = 1500

/** Waits until the cores have been idle for a good part of some seconds. Returns false once `isWanted` no longer holds. */
export async function untilIdle(isWanted: () => boolean): Promise<boolean> {
  let before = times()
  while (isWanted()) {
    await wait(LOOK_MS * (1 + Math.random()))
    const now = times()
    if ((now.idle - before.idle) / (now.all - before.all) > IDLE_SHARE) return isWanted()
    before = now
  }
  return false
}

function times(): { idle: number; all: number } {
  const each = cpus().map(({ times }) => times)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    idle: sum(each.map(({ idle }) => idle)),
    all: sum(each.flatMap((core) => Object.values(core))),
  }
}

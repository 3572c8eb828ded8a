/** The Chromium of a process that runs tests: its files share it, each of their tests with contexts of its own. */
import { chromium, type Browser } from 'playwright-core'
import { CHROMIUM_FLAGS, chromiumPath } from '../chromium.ts'

let launched: Promise<Browser> | undefined

/** Starts it, unless it runs. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = undefined
  launched ??= chromiumPath().then((executablePath) =>
    chromium.launch({ executablePath, args: CHROMIUM_FLAGS }),
  )
  return launched
}

/** Closes what a file left open in it, and itself when no other file follows. */
export async function leaveBrowser() {
  const browser = await launched
  for (const context of browser?.contexts() ?? []) await context.close()
  if (process.env.TEST_QUEUE !== undefined) return
  launched = undefined
  await browser?.close()
}

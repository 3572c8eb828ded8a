import { whenSessionEnds } from '../../account/session.ts'

const SCOPE = '/dashboard'

/** Registers web/static/sw.js, which only handles the owner's screens. @throws when the browser refuses. */
const register = () => navigator.serviceWorker.register('/sw.js', { scope: SCOPE, updateViaCache: 'none' })

/** Lets the owner's screens open offline. */
export function startWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it, everything works online.
  register().catch(() => {})
}

/** What pushes arrive by, once it works. */
export async function pushManager(): Promise<PushManager> {
  await register()
  return (await navigator.serviceWorker.ready).pushManager
}

// The server ends the pushes with the session; where it cannot be reached, the browser does.
whenSessionEnds(() => void unsubscribe().catch(() => {}))

/** Lets the browser forget where it can be reached. */
export async function unsubscribe(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration(SCOPE)
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** What this browser can do with notifications. */
export type Ability = 'able' | 'install' | 'blocked' | 'unable'

/** An iPhone delivers to installed web apps alone, and has no such thing in its browser. */
export function abilityOf(): Ability {
  if ('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)
    return Notification.permission === 'denied' ? 'blocked' : 'able'
  return isIos() && !isInstalled() ? 'install' : 'unable'
}

// An iPad says that it is a Mac.
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Lets the owner's screens open without a network: see web/static/sw.js. Their addresses only pass through it. */
export function startWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it everything works, with a network.
  navigator.serviceWorker.register('/sw.js', { scope: '/dashboard', updateViaCache: 'none' }).catch(() => {})
}

/** Lets the owner's screens open offline: see web/static/sw.js, which only handles their addresses. */
export function startWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it, everything works online.
  navigator.serviceWorker.register('/sw.js', { scope: '/dashboard', updateViaCache: 'none' }).catch(() => {})
}

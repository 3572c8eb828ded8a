/**
 * For the <head> of pages that an owner can install on the home screen; the pages for clients are excluded.
 */
export const installable = [
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

/** For the <head> of what an owner may put on the home screen; the pages for clients are not part of it. */
export const installable = [
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

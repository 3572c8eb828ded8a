import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// On every page, or on the booking page and some other: one file compresses better than many, costs one request, and
// stays in the cache. Only what the booking page needs at first belongs here; its script must stay small.
const EVERYWHERE = [
  /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
  /\/web\/ui\/(icon|icons|logo|toast|field|phone-field|avatar|verification|deliver)\.tsx?$/,
  /\/web\/(nonce\.ts|public\/message\.tsx)$/,
  /\/domain\/(booking|calendar|client|dates|fields|money|phone|schedule|slots|specialties)\.ts$/,
  /vite\/preload-helper|rolldown.runtime/,
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter()],
  // Files whose address must not change: icons, the manifest, the service worker.
  publicDir: 'web/static',
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [{ name: 'base', test: (id: string) => EVERYWHERE.some((pattern) => pattern.test(id)) }],
          },
        },
      },
    }),
  },
}))

import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// On every page: one file compresses better than many, costs one request, and stays in the cache.
const EVERYWHERE = [
  /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
  /\/web\/ui\/(icon|icons|logo|toast)\.tsx?$/,
  /\/web\/public\/message\.tsx$/,
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter()],
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

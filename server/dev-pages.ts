import type { ServerBuild } from 'react-router'
import type { WebBuild } from './pages/routes.ts'

/** Serves pages directly from their sources, each as they are when it is opened: `npm run dev`. */
export async function developmentBuild(): Promise<WebBuild> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, ws: false, hmr: false },
    // Found while a page is open, a package would be bundled anew beside the React that the page has, and fail on it.
    optimizeDeps: { entries: ['web/**/*.{ts,tsx}'] },
  })
  const build = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
  return {
    build,
    entry: async () => (await build()).entry.module as never,
    attach: async (pages) => {
      const middie = (await import('@fastify/middie')).default
      await pages.register(middie)
      ;(pages as unknown as { use(handler: unknown): void }).use(vite.middlewares)
      pages.addHook('onClose', () => vite.close())
    },
  }
}

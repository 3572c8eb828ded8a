import type { Api, Deps } from '../deps.ts'
import { ownerOf } from '../accounts/owner.ts'

// Proxies close a silent connection; a screen that hears nothing for longer than this knows that it is cut off.
const HEARTBEAT_MS = 20_000

/** Server-sent events: 'changed' whenever appointments of the business changed, and once at the beginning. */
export function liveRoutes(api: Api, { live }: Deps) {
  const open = new Set<() => void>()
  api.addHook('preClose', async () => {
    for (const end of open) end()
  })

  api.get(
    '/appointments/events',
    {
      config: { access: 'owner' },
      schema: { tags: ['appointments'], summary: "Server-sent events: 'changed' when appointments changed" },
    },
    (request, reply) => {
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const tell = () => raw.write('event: changed\ndata: {}\n\n')
      const forget = live.listen(ownerOf(request), tell)
      const heartbeat = setInterval(() => raw.write(': ok\n\n'), HEARTBEAT_MS)
      const end = () => raw.end()
      open.add(end)
      raw.on('close', () => {
        clearInterval(heartbeat)
        forget()
        open.delete(end)
      })
      tell()
    },
  )
}

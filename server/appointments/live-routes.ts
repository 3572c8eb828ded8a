import type { OutgoingHttpHeaders } from 'node:http'
import { accessNow, sessionOf } from '../accounts/owner.ts'
import { scopeOf, type Scope } from '../accounts/scope.ts'
import type { Db } from '../database/db.ts'
import type { Api, Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { markOf } from './owner-queries.ts'

// Proxies close a silent connection; a screen that receives nothing for longer than this knows that it is cut
// off.
const HEARTBEAT_MS = 20_000
// Sessions also expire, which is not announced; their other endings are.
const BEATS_UNTIL_CHECK = 15
// A screen with so many unread bytes is considered gone.
const MOST_UNREAD_BYTES = 16_384
const SESSIONS_OF_A_PERSON = 5
const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** Tells of a change only when it concerns what the scope covers: others' busy days are none of its business. */
function tellingOwn(db: Db, now: () => number, scope: Scope, tell: () => void): () => void {
  let last: string | undefined
  let asking: Promise<void> | undefined
  let isAgain = false
  const ask = async () => {
    do {
      isAgain = false
      const mark = await markOf(db, scope, now()).catch(() => undefined)
      // What could not be compared is told: hearing too often harms less than missing something.
      if (mark === undefined || mark !== last) tell()
      last = mark
    } while (isAgain)
  }
  const heard = () => {
    isAgain = true
    asking ??= ask().finally(() => (asking = undefined))
  }
  heard()
  return heard
}

/**
 * Server-sent events: 'changed' whenever appointments of the business changed, and once at the start; 'access' with what the member
 * may do, and whether the business is suspended, at the start and now and then.
 */
export function liveRoutes(api: Api, { db, now, live, config }: Deps) {
  const open = new Set<() => void>()
  const counts = new Map<string, number>()
  const endAll = () => {
    for (const end of open) end()
  }
  api.lifecycle.onEnd.add(endAll)
  api.addHook('preClose', async () => endAll())

  /** @throws Refusal 429 when one of these already has its maximum of streams. */
  const enter = (bounds: [name: string, most: number][]) => {
    for (const [name, most] of bounds)
      if ((counts.get(name) ?? 0) >= most)
        throw new Refusal(429, 'Tienes demasiadas ventanas abiertas. Cierra algunas.', { retryAfter: 30 })
    for (const [name] of bounds) counts.set(name, (counts.get(name) ?? 0) + 1)
    return () => {
      for (const [name] of bounds) {
        const left = counts.get(name)! - 1
        if (left > 0) counts.set(name, left)
        else counts.delete(name)
      }
    }
  }

  api.get(
    '/appointments/events',
    {
      config: { needs: 'appointments:own', isStream: true },
      schema: {
        tags: ['appointments'],
        summary:
          "Server-sent events: 'changed' when appointments changed, 'access' with what the member may do",
      },
    },
    (request, reply) => {
      // Who asks for the head alone waits for no event: its connection would stay open without an answer.
      if (request.method === 'HEAD')
        return reply.type(EVENT_STREAM).header('cache-control', 'no-store').send()
      const { raw } = reply
      const { socket } = request.raw
      // Whoever left while the gate asked is not announced again, and would take a stream for good.
      if (raw.destroyed || socket.destroyed) return reply.hijack()
      const { token_hash, user_id } = sessionOf(request)
      const scope = scopeOf(request)
      const leave = enter([
        [`session ${token_hash.toString('hex')}`, config.liveStreams.perSession],
        // By logging in again and again nobody takes those of the rest of the team.
        [`person ${scope.business_id} ${user_id}`, config.liveStreams.perSession * SESSIONS_OF_A_PERSON],
        [`business ${scope.business_id}`, config.liveStreams.perBusiness],
      ])
      reply.hijack()
      raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': EVENT_STREAM,
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const write = (text: string) => {
        // What was asked before the end may be answered after it.
        if (!open.has(end)) return
        if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy()
        else raw.write(text)
      }
      const tell = () => write('event: changed\ndata: {}\n\n')
      const heard = scope.professional_id === undefined ? tell : tellingOwn(db, now, scope, tell)
      const check = () =>
        void accessNow(db, now(), request).then(
          (access) => (access ? write(`event: access\ndata: ${JSON.stringify(access)}\n\n`) : end()),
          // The database cannot be reached: the next check tries again.
          () => {},
        )
      const forgetting = [live.listen(scope.business_id, heard), live.listenToSession(token_hash, check)]
      let beats = 0
      const heartbeat = setInterval(() => {
        write(': ok\n\n')
        if (++beats % BEATS_UNTIL_CHECK === 0) check()
      }, HEARTBEAT_MS)
      const letGo = () => {
        // Of several endings only the first counts.
        if (!open.delete(end)) return
        clearInterval(heartbeat)
        for (const forget of forgetting) forget()
        socket.off('close', letGo)
        leave()
      }
      /** At once, and not when the other side has read all of it: that may be never. */
      const end = () => {
        letGo()
        raw.end()
      }
      open.add(end)
      raw.on('close', letGo)
      // An answer that waits behind another one of its connection does not hear of the end itself.
      socket.on('close', letGo)
      tell()
      // The session may have ended after it passed the gate, or its screen's check of it.
      check()
    },
  )
}

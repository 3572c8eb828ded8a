/** Receives every change of the business's appointments at once, wherever it was made. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isAccess, ownerApi, pageSession, refreshAccess } from '../../account/session.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { ApiError } from '../../ui/api.ts'
import { queryClient } from './client.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
// The server sends something every 20 seconds, so a connection that is silent for longer is dead.
const LONGEST_SILENCE_MS = 45_000
// Shorter interruptions are not shown.
const UNNOTICED_MS = 3_000

/** A call on the owner's behalf whose answer is not JSON, or that needs its own headers. */
export async function signedFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${pageSession()?.token ?? ''}` },
  })
  // Nothing that is asked for in this way is a page: that is a gateway's.
  if (response.headers.get('content-type')?.startsWith('text/html')) throw new ApiError(0, '')
  // The session has ended: this call reports it to the whole screen.
  if (response.status === 401) await ownerApi.get('/api/auth/verify').catch(() => {})
  return response
}

/** Whoever may do other things by now finds the menu and the screens accordingly, and nothing of what was read before. */
export async function dropForbidden() {
  // If it cannot be asked now, the next page asks.
  const isOther = await refreshAccess().catch(() => false)
  if (isOther) await queryClient().resetQueries()
}

interface Hearing {
  /** Called after every change, and whenever changes may have been missed. */
  onChanged: () => void
  onState: (isConnected: boolean) => void
}

/** Keeps a connection open until the returned function is called. */
function listen({ onChanged, onState }: Hearing): () => void {
  let isOver = false
  let pause = FIRST_PAUSE_MS
  let connection = new AbortController()
  let wake = () => {}

  async function run() {
    while (!isOver) {
      connection = new AbortController()
      const end = await read(connection, () => {
        pause = FIRST_PAUSE_MS
        onState(true)
      }).catch(() => 'lost')
      if (isOver || end === 'refused') return
      if (end === 'full') {
        // Nothing is lost: this window hears of no change, so that it looks by itself until another one is closed.
        onState(true)
        if (document.visibilityState === 'visible') onChanged()
        pause = LONGEST_PAUSE_MS
      } else onState(false)
      // A restarting server disconnects all screens, which should not reconnect at the same moment.
      const wait = navigator.onLine ? pause * (0.75 + Math.random() / 2) : LONGEST_PAUSE_MS
      await sleep(wait, (resolve) => (wake = resolve))
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      // After the pause: whoever left the business in this window hears of it first.
      if (end === 'closed' && !isOver) void dropForbidden()
    }
  }

  async function read(
    connection: AbortController,
    onOpen: () => void,
  ): Promise<'lost' | 'closed' | 'refused' | 'full'> {
    const { signal } = connection
    const response = await signedFetch('/api/appointments/events', { signal })
    if (response.status === 401) return 'refused'
    // So many windows are open that the server gives this one no stream.
    if (response.status === 429) return 'full'
    if (!response.ok || !response.body) return 'lost'
    onOpen()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ;) {
      const timer = setTimeout(() => connection.abort(), LONGEST_SILENCE_MS)
      const { value, done } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return 'closed'
      const events = (text + value).split('\n\n')
      text = events.pop()!
      if (events.some((event) => /^event: changed$/m.test(event))) onChanged()
      for (const event of events) {
        const access = /^event: access\ndata: (.*)$/m.exec(event)?.[1]
        if (access && !isAccess(JSON.parse(access))) void dropForbidden()
      }
    }
  }

  const back = () => {
    pause = FIRST_PAUSE_MS
    wake()
  }
  const gone = () => connection.abort()
  const looked = () => {
    if (document.visibilityState !== 'visible') return
    back()
    onChanged()
  }
  addEventListener('online', back)
  addEventListener('offline', gone)
  document.addEventListener('visibilitychange', looked)
  void run()
  return () => {
    isOver = true
    removeEventListener('online', back)
    removeEventListener('offline', gone)
    document.removeEventListener('visibilitychange', looked)
    connection.abort()
    wake()
  }
}

const listeners = new Set<() => void>()
let stop: (() => void) | undefined
let isHearing = false

/** Calls `onChanged` on every change. All callers share one connection, which exists while there are any. */
export function useLive(onChanged: () => void) {
  const latest = useRef(onChanged)
  latest.current = onChanged
  useEffect(() => {
    const listener = () => latest.current()
    listeners.add(listener)
    stop ??= connect()
    // Those who subscribed earlier are told when the connection opens; this one is told now.
    if (isHearing) listener()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      stop?.()
      stop = undefined
    }
  }, [])
}

function connect(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onState = (isConnected: boolean) => {
    isHearing = isConnected
    const at = Date.now()
    if (isConnected) {
      clearTimeout(timer)
      timer = undefined
      setLost(undefined)
    } else timer ??= setTimeout(() => setLost(at), navigator.onLine ? UNNOTICED_MS : 0)
  }
  let end = () => {}
  const callOff = afterPaint(() => {
    end = listen({ onChanged: () => listeners.forEach((tell) => tell()), onState })
  })
  return () => {
    callOff()
    clearTimeout(timer)
    isHearing = false
    setLost(undefined)
    end()
  }
}

let lostSince: number | undefined
const watchers = new Set<() => void>()
function setLost(since: number | undefined) {
  lostSince = since
  for (const tell of watchers) tell()
}

/** @returns when the connection was lost, in milliseconds since 1970; undefined while it is open. */
export const useLost = (): number | undefined =>
  useSyncExternalStore(
    watch,
    () => lostSince,
    () => undefined,
  )

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}

const sleep = (ms: number, onStart: (resolve: () => void) => void) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    onStart(() => {
      clearTimeout(timer)
      resolve()
    })
  })

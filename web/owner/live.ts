/** Hears at once of every change to the business's appointments, wherever it was made. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { ownerApi } from '../account/session.ts'
import { readSession } from '../account/stored.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
// The server says something every 20 seconds: a connection that is silent for longer is dead.
const LONGEST_SILENCE_MS = 45_000
// Shorter interruptions are nobody's concern.
const UNNOTICED_MS = 3_000

/** A call on the owner's behalf whose answer is no JSON, or that needs headers of its own. */
export async function signedFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${readSession()?.token ?? ''}` },
  })
  // The session is over: this call says so to the whole screen.
  if (response.status === 401) await ownerApi.get('/api/auth/verify').catch(() => {})
  return response
}

const others = new Set<() => void>()

/** For what is no screen of its own: told whenever an open screen is told. */
export function whenChanged(listener: () => void): () => void {
  others.add(listener)
  return () => void others.delete(listener)
}

interface Hearing {
  /** Something may have changed: after every change, and whenever changes may have been missed. */
  onChanged: () => void
  onState: (isConnected: boolean) => void
}

/** Keeps a connection open until the returned function is called. */
export function listen({ onChanged, onState }: Hearing): () => void {
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
      onState(false)
      // All screens lose a server that restarts; they should not come back in the same moment.
      const wait = navigator.onLine ? pause * (0.75 + Math.random() / 2) : LONGEST_PAUSE_MS
      await sleep(wait, (resolve) => (wake = resolve))
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }

  async function read(connection: AbortController, onOpen: () => void): Promise<'lost' | 'refused'> {
    const { signal } = connection
    const response = await signedFetch('/api/appointments/events', { signal })
    if (response.status === 401) return 'refused'
    if (!response.ok || !response.body) return 'lost'
    onOpen()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ;) {
      const timer = setTimeout(() => connection.abort(), LONGEST_SILENCE_MS)
      const { value, done } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return 'lost'
      const events = (text + value).split('\n\n')
      text = events.pop()!
      if (!events.some((event) => /^event: changed$/m.test(event))) continue
      onChanged()
      for (const tell of others) tell()
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

let listening = 0
let lostSince: number | undefined
const watchers = new Set<() => void>()
function setLost(since: number | undefined) {
  lostSince = since
  for (const tell of watchers) tell()
}

/** Tells the screen of changes for as long as it is there. */
export function useLive(onChanged: () => void) {
  const latest = useRef(onChanged)
  latest.current = onChanged
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    listening++
    const stop = listen({
      onChanged: () => latest.current(),
      onState(isConnected) {
        const at = Date.now()
        if (isConnected) {
          clearTimeout(timer)
          timer = undefined
          setLost(undefined)
        } else timer ??= setTimeout(() => setLost(at), navigator.onLine ? UNNOTICED_MS : 0)
      },
    })
    return () => {
      listening--
      clearTimeout(timer)
      setLost(undefined)
      stop()
    }
  }, [])
}

/**
 * @returns from when the open screen's data are while the connection is lost, in milliseconds since 1970: until then
 * a screen that listens was told of every change; any other shows what it found at `opened`.
 */
export function useLost(opened: number): number | undefined {
  return useSyncExternalStore(
    watch,
    () => (listening > 0 ? lostSince : navigator.onLine ? undefined : opened),
    () => undefined,
  )
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    watchers.delete(tell)
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}

const sleep = (ms: number, onStart: (resolve: () => void) => void) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    onStart(() => {
      clearTimeout(timer)
      resolve()
    })
  })

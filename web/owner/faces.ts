import { useEffect } from 'react'
import { afterPaint } from '../ui/after-paint.ts'

/** Whether this browser fetched the typefaces before, and has them at hand. */
const KEY = 'enpunto.faces'
const FACES = ['1em Figtree', '700 1em "Bricolage Grotesque"']

/**
 * A script that leaves the stand-ins of the typefaces in place (owner.css) where they would have to be fetched: on a slow phone
 * they took 0.2 s from the scripts without which a screen shows nothing.
 */
export const plainScript = `try{if(!localStorage.getItem('${KEY}'))document.documentElement.dataset.plain=''}catch(e){}`

/** Fetches the typefaces once a screen is there and nothing else is to be done, or when it goes: the log-in has them at hand. */
export function useFaces(isThere: boolean) {
  useEffect(() => {
    if (!isThere) return undefined
    const callOff = afterPaint(() => whenIdle(() => void fetchFaces()))
    return () => {
      callOff()
      void fetchFaces()
    }
  }, [isThere])
}

async function fetchFaces() {
  try {
    await Promise.all(FACES.map((face) => document.fonts.load(face)))
    localStorage.setItem(KEY, '1')
  } catch {
    // Without a connection, or where nothing may be stored: the next document fetches them.
  }
  delete document.documentElement.dataset['plain']
}

/** Safari has no idle time to wait for. */
const whenIdle = (act: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(act, { timeout: 3_000 }) : setTimeout(act, 1_000)

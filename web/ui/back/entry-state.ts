import { useState } from 'react'

type Kept = Record<string, unknown>

/**
 * What a screen keeps of itself in its entry of the browser's history: for who comes back to it by a step back or a reload. Unlike
 * an address it is handed to nobody. @returns undefined where nothing is kept under this name
 */
export const keptHere = <T>(name: string): T | undefined =>
  ((history.state as { kept?: Kept } | null)?.kept?.[name] as T | undefined) ?? undefined

export function keepHere(name: string, value: unknown) {
  const { kept, ...rest } = (history.state ?? {}) as { kept?: Kept }
  history.replaceState({ ...rest, kept: { ...kept, [name]: value } }, '')
}

/** A state that outlives the screen in its entry of the history. */
export function useKept<T>(name: string, first: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => keptHere<T>(name) ?? first)
  return [
    value,
    (value) => {
      keepHere(name, value)
      setValue(value)
    },
  ]
}

import { useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { runImport } from '../data/imports/import.ts'
import { failureText } from '../parts/failures.ts'

/** Starts an import that may start, once at a time. */
export function useStart(id: number, mayStart: boolean) {
  const [isStarting, setStarting] = useState(false)
  async function start() {
    if (isStarting || !mayStart) return
    setStarting(true)
    await runImport(id).catch((error) =>
      toast.error(failureText(error, 'No pudimos empezar. Intenta de nuevo.')),
    )
    setStarting(false)
  }
  return { isStarting, start: () => void start() }
}

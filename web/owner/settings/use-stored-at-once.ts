import { useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { failureText } from '../parts/failures.ts'

/**
 * A choice that is stored at once. It shows at once, and as it was again if storing fails.
 * @returns what was chosen, until it is stored. A field that was disabled meanwhile would lose the focus.
 */
export function useStoredAtOnce<T>(store: (value: T) => Promise<unknown>) {
  const [wanted, setWanted] = useState<T>()
  async function choose(value: T) {
    if (wanted !== undefined) return
    setWanted(value)
    try {
      await store(value)
      toast.success('Guardado')
    } catch (error) {
      toast.error(failureText(error, 'No pudimos guardarlo. Intenta de nuevo.'))
    } finally {
      setWanted(undefined)
    }
  }
  return [wanted, choose] as const
}

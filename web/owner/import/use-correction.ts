import { useState } from 'react'
import { ApiError } from '../../ui/api.ts'
import { toast } from '../../ui/toast.tsx'
import { failureText, lostText } from '../parts/failures.ts'

/** Sends what is written instead of a row's cells. `first` is the error that the row has, by its field. */
export function useCorrection(first: Record<string, string>, onClose: () => void) {
  const [errors, setErrors] = useState(first)
  const [busy, setBusy] = useState<string | false>(false)
  const [problem, setProblem] = useState<string>()
  async function send(correct: () => Promise<unknown>) {
    setBusy('Guardando...')
    setProblem(undefined)
    try {
      await correct()
      toast.success('Fila corregida')
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined
      if (fields) {
        setErrors(fields)
        document.getElementById(`row-${Object.keys(fields)[0]}`)?.focus()
      } else setProblem(lostText(error) ?? failureText(error, 'No pudimos guardar la fila'))
      setBusy(false)
    }
  }
  return { errors, busy, problem, send }
}

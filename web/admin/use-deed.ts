import type { FieldErrors } from '#domain/fields.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../ui/api.ts'
import { toast } from '../ui/toast.tsx'
import { adminApi } from './session.ts'
import { TOAST } from './toast-time.ts'
import type { Business } from './use-businesses.ts'

/** Of every dialog about one business. */
export interface ManageProps {
  business: Business
  onClose: () => void
  /** Something was done to it. */
  onDone: () => void
}

/** Sends one act of the administrator's; says how it went. */
export function useDeed(onDone: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})

  async function send(path: string, body: object, success: string) {
    if (isBusy) return
    setBusy(true)
    setErrors({})
    try {
      await adminApi.post(path, body)
      toast.success(success, TOAST)
      onDone()
    } catch (error) {
      setBusy(false)
      toast.error(messageOf(error), TOAST)
      if (error instanceof ApiError && error.fields) setErrors(error.fields)
    }
  }

  return { isBusy, errors, setErrors, send }
}

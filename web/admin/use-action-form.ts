import type { FieldErrors } from '#domain/fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { useSentForm } from '../ui/form/use-sent-form.ts'
import type { Business } from './queries.ts'

/** Properties of every dialog about one business. */
export interface ManageProps {
  business: Business
  onClose: () => void
}

/** Whether an administrator suspended it; one that its owner deletes is off anyway. */
export const isSuspended = ({ erase_at, suspended_at, suspended_on_return }: Business): boolean =>
  Boolean(erase_at ? suspended_on_return : suspended_at)

interface Options<V extends FieldValues> {
  rule: (values: V) => FieldErrors
  send: (values: V) => Promise<unknown>
  success: string
  onDone: () => void
}

/** A form that changes a business, and then refreshes lists, figures and the log. */
export function useActionForm<V extends FieldValues>({ rule, send, success, onDone }: Options<V>) {
  const cache = useQueryClient()
  return useSentForm<V>({
    rule,
    failure: 'Error de conexión',
    async send(values) {
      await send(values)
      toast.success(success, FOUR_SECONDS)
      void cache.invalidateQueries()
      onDone()
    },
  })
}

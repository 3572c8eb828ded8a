import type { FieldErrors } from '#domain/fields.ts'
import type { BaseSyntheticEvent } from 'react'
import { type FieldValues, type Path, useForm } from 'react-hook-form'
import { ApiError, messageOf } from '../ui/api.ts'
import { resolverOf } from '../ui/resolver.ts'
import { toast } from '../ui/toast.tsx'

interface Options<V extends FieldValues> {
  /** The rule of domain/ that judges the form. */
  rule: (values: V) => FieldErrors
  send: (values: V) => Promise<void>
  /** What to say of a failure that says nothing itself. */
  failure: string
  onInvalid?: () => void
}

/** A form that is sent to the server: what is wrong stands at its fields, what failed in a toast. */
export function useAccountForm<V extends FieldValues>(options: Options<V>) {
  const { rule, send, failure, onInvalid } = options
  const form = useForm<V>({ resolver: resolverOf(rule), shouldFocusError: false })

  async function submit(values: V, event?: BaseSyntheticEvent) {
    try {
      await send(values)
    } catch (error) {
      const { said, reason } = wordsFor(error, failure)
      if (reason) toast.error(reason)
      toast.error(said)
      const fields = (error instanceof ApiError && error.fields) || {}
      for (const [name, message] of Object.entries(fields))
        if (name in values) form.setError(name as Path<V>, { message })
      focusFirst(event, fields)
    }
  }

  function refuse(event: BaseSyntheticEvent | undefined) {
    onInvalid?.()
    focusFirst(event, rule(form.getValues()))
  }

  return {
    form,
    isSending: form.formState.isSubmitting,
    onSubmit: form.handleSubmit(submit, (_, event) => refuse(event)),
    error: (name: Path<V>) => form.getFieldState(name, form.formState).error?.message,
  }
}

/** What the server said. Where it answered without a sentence: what failed, and as the reason the connection. */
function wordsFor(error: unknown, failure: string): { said: string; reason?: string } {
  const message = messageOf(error, failure)
  const isAnswer = error instanceof ApiError && error.status >= 300
  const hasSentence = isAnswer && (error.body as { error?: unknown } | null | undefined)?.error === message
  return isAnswer && !hasSentence ? { said: failure, reason: message } : { said: message }
}

/** In the order of the form, not of the rules. */
function focusFirst(event: BaseSyntheticEvent | undefined, errors: FieldErrors) {
  const controls = Array.from((event?.target as HTMLFormElement).elements) as HTMLInputElement[]
  controls.find(({ name }) => name in errors)?.focus()
}

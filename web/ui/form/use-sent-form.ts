import type { FieldErrors } from '#domain/fields.ts'
import { type BaseSyntheticEvent, useRef } from 'react'
import { type FieldValues, type Path, useForm } from 'react-hook-form'
import { ApiError, messageOf } from '../api.ts'
import { resolverOf } from './resolver.ts'
import { toast } from '../toast.tsx'

interface Options<V extends FieldValues> {
  /** The rule of domain/ that validates the form. */
  rule: (values: V) => FieldErrors
  send: (values: V) => Promise<void>
  /** The sentence for a failure without one of its own. */
  failure: string
  onInvalid?: () => void
}

/** A form that is sent to the server, once at a time: errors appear at their fields, a failure in a toast. */
export function useSentForm<V extends FieldValues>(options: Options<V>) {
  const { rule, send, failure, onInvalid } = options
  const form = useForm<V>({ resolver: resolverOf(rule), shouldFocusError: false })

  async function submit(values: V, event?: BaseSyntheticEvent) {
    try {
      await send(values)
    } catch (error) {
      const { sentence, reason } = wordsFor(error, failure)
      if (reason) toast.error(reason)
      toast.error(sentence)
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

  const isUnderWay = useRef(false)
  const judged = form.handleSubmit(submit, (_, event) => refuse(event))
  /** The second press of a double click comes before the screen shows that the form is sent. */
  async function onSubmit(event?: BaseSyntheticEvent) {
    event?.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    await judged(event).finally(() => (isUnderWay.current = false))
  }

  return {
    form,
    isSending: form.formState.isSubmitting,
    onSubmit,
    error: (name: Path<V>) => form.getFieldState(name, form.formState).error?.message,
  }
}

/** The server's sentence. Without one: what failed, and the connection as the reason. */
function wordsFor(error: unknown, failure: string): { sentence: string; reason?: string } {
  const message = messageOf(error, failure)
  const isAnswer = error instanceof ApiError && (error.status >= 300 || error.body !== undefined)
  const hasSentence = isAnswer && (error.body as { error?: unknown } | null | undefined)?.error === message
  return isAnswer && !hasSentence ? { sentence: failure, reason: message } : { sentence: message }
}

/** In the order of the form, not of the rules. */
function focusFirst(event: BaseSyntheticEvent | undefined, errors: FieldErrors) {
  if (!event) return
  const controls = Array.from((event.target as HTMLFormElement).elements) as HTMLInputElement[]
  controls.find(({ name }) => name in errors)?.focus()
}

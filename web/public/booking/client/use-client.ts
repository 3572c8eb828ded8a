import type { FieldErrors } from '#domain/fields.ts'
import { PHONE_BLOCKS_SUBMIT } from '#domain/choice.ts'
import { useState } from 'react'
import { FOUR_SECONDS, toast } from '../../../ui/toast.tsx'
import type { BookingData } from '../../business/types.ts'
import { stored } from '../stored.ts'
import type { Posted } from '../submit.ts'
import { type Client, emptyClient, errorsOf, hasPhoneFormatError, stillWrong } from './client.ts'

/** The client's details as typed in step 2, and what is wrong with them. */
export function useClient({ business, site }: BookingData, posted: Posted | undefined) {
  const empty = emptyClient(business.phone, site.termsChecked)
  const draft = stored<Client>('datos', business.id)
  const [client, setClient] = useState(posted?.client ?? empty)
  const [errors, setErrors] = useState(posted?.errors ?? {})
  /** Incremented when new values are put into the form's fields, which are otherwise uncontrolled. */
  const [version, setVersion] = useState(0)
  /** Whether step 2 was completed without errors. */
  const [approved, setApproved] = useState(posted?.step === 'confirmar')

  function fill(values: Client) {
    setClient(values)
    setVersion((n) => n + 1)
  }

  return {
    client,
    errors,
    version,
    approved,
    focus: posted?.focus,

    /** Puts back what was typed before a reload. */
    restore() {
      const typed = draft.get()
      if (typed && !posted) fill({ ...empty, ...typed })
    },

    keepDraft(typed: Client) {
      draft.set(typed)
      setClient(typed)
      setErrors((shown) => stillWrong(shown, typed))
    },

    /** Approves the details, or shows and returns what is wrong with them. */
    approve(typed: Client): FieldErrors | undefined {
      const found = errorsOf(typed)
      setClient(typed)
      setErrors(found)
      if (hasPhoneFormatError(typed)) toast.error(PHONE_BLOCKS_SUBMIT, FOUR_SECONDS)
      if (Object.keys(found).length > 0) return found
      setApproved(true)
      return undefined
    },

    /** The server refused single fields. */
    refuse(fields: FieldErrors, sent: Client) {
      fill(sent)
      setErrors(fields)
      setApproved(false)
    },

    /** Takes over the details of an attempt from before a reload. */
    resume(sent: Client) {
      setClient(sent)
      setApproved(true)
    },

    clearDraft: () => draft.clear(),

    clear() {
      draft.clear()
      fill(empty)
      setErrors({})
      setApproved(false)
    },
  }
}

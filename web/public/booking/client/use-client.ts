import type { FieldErrors } from '#domain/fields.ts'
import { useState } from 'react'
import type { BookingData } from '../../business/types.ts'
import { stored } from '../stored.ts'
import type { Posted } from '../submit.ts'
import type { Client } from './client.ts'

/**
 * The client's details as typed in step 2, and what is wrong with them: so the step says, which brings the rules. The
 * first one needs none of them.
 */
export function useClient({ business, site }: BookingData, posted: Posted | undefined) {
  const empty: Client = {
    client_phone_country: business.phone_country,
    client_phone: '',
    client_name: '',
    client_email: '',
    no_messages: '',
    whatsapp_consent: '',
    marketing_consent: '',
    notes: '',
    client_id: '',
    terms: site.termsChecked ? 'on' : '',
  }
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

  /** As it was approved; whom this browser remembers, it asks for each time. */
  function keep(approved: Client) {
    if (approved.known) draft.clear()
    else draft.set(approved)
    setClient(approved)
    setApproved(true)
  }

  /** Begins with whom this browser remembers, or with nothing. */
  function begin(known?: Client['known']) {
    fill({ ...empty, known })
    setErrors({})
    setApproved(false)
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
      if (typed && !posted) fill({ ...empty, known: null, ...typed })
    },

    /** What was corrected is not said any more; what else is wrong, only once it is sent. */
    keepDraft(typed: Client, wrong: FieldErrors) {
      draft.set(typed)
      setClient(typed)
      setErrors((shown) => Object.fromEntries(Object.entries(wrong).filter(([name]) => name in shown)))
    },

    /** Approves the details, or shows what is wrong with them. */
    approve(typed: Client, wrong: FieldErrors): boolean {
      setErrors(wrong)
      const isRight = Object.keys(wrong).length === 0
      if (isRight) keep(typed)
      else setClient(typed)
      return isRight
    },

    /** The server refused single fields. */
    refuse(fields: FieldErrors, sent: Client) {
      fill(sent)
      setErrors(fields)
      setApproved(false)
    },

    /** Takes over the details of an attempt from before a reload. */
    resume: keep,

    drafted: () => draft.get(),
    clearDraft: () => draft.clear(),

    begin,

    clear() {
      draft.clear()
      begin()
    },
  }
}

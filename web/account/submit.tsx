import type { ReactNode } from 'react'

interface Props {
  isSending: boolean
  /** The button's text while the form is being sent. */
  sending: string
  children: ReactNode
}

export function Submit({ isSending, sending, children }: Props) {
  return (
    <button
      type="submit"
      className="btn btn-lg btn-block full"
      // Not `disabled`, which would take the keyboard focus from it.
      aria-disabled={isSending}
      onClick={(event) => isSending && event.preventDefault()}
    >
      {isSending && <span className="spinner" />}
      {isSending ? sending : children}
    </button>
  )
}

import type { ReactNode } from 'react'

interface Props {
  isSending: boolean
  /** The text while it is being sent. */
  sending: string
  children: ReactNode
}

export function Submit({ isSending, sending, children }: Props) {
  return (
    <button
      type="submit"
      className="btn btn-lg btn-block full"
      // Not disabled: that would take the keyboard from it.
      aria-disabled={isSending}
      onClick={(event) => isSending && event.preventDefault()}
    >
      {isSending && <span className="spinner" />}
      {isSending ? sending : children}
    </button>
  )
}

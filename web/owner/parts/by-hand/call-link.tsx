import { type ReactNode, useState } from 'react'
import { isMasked } from '#domain/masked.ts'
import { ownerApi } from '../../../account/session.ts'
import { toast } from '../../../ui/toast.tsx'
import { failureText } from '../failures.ts'

interface Props {
  client_phone: string
  /** Whose telephone it is, for who does not see it. */
  of: { client: number } | { appointment: number }
  className: string
  label?: string
  children: ReactNode
}

/** Calls a client: by the telephone on the screen or, where it is masked, by the one that the server tells for a call. */
export function CallLink({ client_phone, of, className, label, children }: Props) {
  const [isAsking, setAsking] = useState(false)
  if (!isMasked(client_phone))
    return (
      <a className={className} href={`tel:${client_phone}`} aria-label={label}>
        {children}
      </a>
    )
  async function call() {
    setAsking(true)
    try {
      const { number } = await ('client' in of
        ? ownerApi.post('/api/clients/:id/call', { params: { id: of.client } })
        : ownerApi.post('/api/appointments/:id/call', { params: { id: of.appointment } }))
      location.assign(`tel:${number}`)
    } catch (failure) {
      toast.error(failureText(failure, 'No pudimos marcar el número'))
    } finally {
      setAsking(false)
    }
  }
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      disabled={isAsking}
      onClick={() => void call()}
    >
      {children}
    </button>
  )
}

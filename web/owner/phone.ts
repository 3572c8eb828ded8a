import { shownPhone } from '#domain/phone.ts'
import { useSession } from '../account/session.ts'

/** A phone as the business reads it: '300 412 8819' in its own country, '+34 612345678' from another. */
export function usePhone(): (full: string) => string {
  const { business } = useSession()
  return (full) => shownPhone(full, business?.phone)
}

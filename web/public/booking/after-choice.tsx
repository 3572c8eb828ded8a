import { lazy, type RefObject, Suspense, useState } from 'react'
import { useBackOnline } from '../../back-online.ts'
import { ClientStep } from './client/client-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { Done } from './done/done.tsx'
import { FindingConfirmation } from './done/finding.tsx'
import { patiently } from './patiently.ts'
import { useReturning } from './returning/remembered.ts'
import { type Sent, sentTo } from './sent-before/record.ts'
import type { Booking } from './use-booking.ts'

export { Alternatives } from './choose/alternatives.tsx'
export * as typed from './client/typed.ts'
export * as sending from './sending.ts'

// Few are greeted; the place of it is kept from the first frame on.
const Returning = lazy(() => patiently(() => import('./returning/returning.tsx')))
const SentBefore = lazy(() => patiently(() => import('./sent-before/sent-before.tsx')))

interface Props {
  booking: Booking
  title: RefObject<HTMLHeadingElement | null>
}

/** What comes after the first step, and who is greeted in it, in a file of its own: the page is there sooner, and asks for this right after. */
export default function AfterChoice({ booking, title }: Props) {
  const { step, confirmed, data, sending, availability, reload } = booking
  useReturning(booking)
  useBackOnline(availability?.status === 'failed', reload)
  // What this tab sent is told by the step that sends it again, or by its confirmation.
  const isElsewhere = ({ key, isBooked }: Sent) =>
    !(isBooked && confirmed) && !sending.unresolved().some((one) => one.key === key)
  const [sent] = useState(() => sentTo(data.business.id).all().filter(isElsewhere))
  if (step === 'cita')
    return (
      <>
        <Suspense>{sent.length > 0 && <SentBefore booking={booking} sent={sent} />}</Suspense>
        <Suspense>{booking.client.known && <Returning booking={booking} />}</Suspense>
      </>
    )
  if (step === 'datos') return <ClientStep booking={booking} />
  if (step === 'confirmar') return <ConfirmStep booking={booking} />
  if (!confirmed) return <FindingConfirmation booking={booking} />
  return <Done booking={booking} confirmed={confirmed} title={title} />
}

import { useEffect, useRef } from 'react'
import { Alternatives } from './alternatives.tsx'
import { Bar } from './bar.tsx'
import { ClientStep } from './client-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { Dates } from './dates.tsx'
import { Done } from './done.tsx'
import { EarlyScript } from './early-script.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Hours } from './hours.tsx'
import { Place } from './place.tsx'
import { Professionals } from './professionals.tsx'
import { Services } from './services.tsx'
import { Slots } from './slots.tsx'
import { Steps, TITLES } from './steps.tsx'
import type { Posted } from './submit.ts'
import { Ticket } from './ticket.tsx'
import type { BookingData } from './types.ts'
import { type Booking, useBooking } from './use-booking.ts'

interface Props {
  data: BookingData
  posted: Posted | undefined
}

/** The public page of a business, with its booking in three steps. */
export function Wizard({ data, posted }: Props) {
  const booking = useBooking(data, posted)
  const { step, appointment } = booking
  const title = useFocusOnStep(step)
  if (step === 'lista' && appointment)
    return <Done booking={booking} appointment={appointment} title={title} />

  const isFirst = step === 'cita'
  return (
    <>
      <a className="skip" href="#reserva">
        Ir a la reserva
      </a>
      <Header booking={booking} isCompact={!isFirst} />
      <main className={isFirst ? 'sheet' : 'sheet later'} id="reserva">
        <div className={step === 'confirmar' ? 'sheet-in narrow' : 'sheet-in'}>
          <div>
            <Steps step={step} />
            <h2 className="step-title" tabIndex={-1} ref={title}>
              {TITLES[step]}
            </h2>
            {isFirst && <ChoiceStep booking={booking} />}
            {step === 'datos' && <ClientStep booking={booking} />}
            {step === 'confirmar' && <ConfirmStep booking={booking} />}
          </div>
          {step !== 'confirmar' && <Ticket booking={booking} />}
        </div>
      </main>
      <Footer business={data.business} />
      {isFirst && <Bar booking={booking} />}
      <EarlyScript />
    </>
  )
}

function ChoiceStep({ booking }: { booking: Booking }) {
  const { choice, data, alternatives, today } = booking
  return (
    <>
      {alternatives && <Alternatives booking={booking} alternatives={alternatives} />}
      <Services booking={booking} />
      {choice.service && <Professionals booking={booking} />}
      {choice.professional && <Dates booking={booking} />}
      {choice.professional && <Slots booking={booking} />}
      <div className="about">
        <Place business={data.business} hasTiles={data.site.tiles} />
        <Hours schedules={data.business.schedules} today={today.date} />
      </div>
    </>
  )
}

/** A new step is announced by moving to its title; the first one is where the visitor already is. */
function useFocusOnStep(step: string) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    title.current?.focus({ preventScroll: true })
  }, [step])
  return title
}

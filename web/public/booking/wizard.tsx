import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { alert } from '../../ui/icons.ts'
import { ContactLine } from '../business/contact.tsx'
import { Bar } from './bar.tsx'
import { Dates } from './choose/dates.tsx'
import { EarlyScript, KnownScript } from './early-script.tsx'
import { Footer } from '../business/footer.tsx'
import { Header } from '../business/header.tsx'
import { Hours } from '../business/hours.tsx'
import { later } from './later.tsx'
import { patiently } from './patiently.ts'
import { Professionals } from './choose/professionals.tsx'
import { Services } from './choose/services.tsx'
import { Slots } from './choose/slots.tsx'
import { Steps, TITLES } from './steps.tsx'
import type { Posted } from './submit.ts'
import { Ticket } from './ticket.tsx'
import type { BookingData } from '../business/types.ts'
import { type Booking, type Later, useBooking } from './use-booking.ts'

// The styles come with the page, so that a step drawn by the server has them.
import './choose/options.css'
import './client/form.css'
import './done/done.css'
import '../business/place.css'

let arrived: typeof import('./after-choice.tsx') | undefined
let isLost = false
let arriving: Promise<typeof import('./after-choice.tsx')> | undefined
// One for all who ask at once: asked for again it may be another module, with another state.
export const loadAfterChoice = () =>
  (arriving ??= patiently(
    () => import('./after-choice.tsx'),
    () => (isLost = true),
  ).then((module) => (arrived = module)))
const LATER: Later = {
  sending: async () => (await loadAfterChoice()).sending,
  isLost: () => isLost && !arrived,
  typedEarly: (draft) => arrived?.typed.typedEarly(draft),
}
const AfterChoice = lazy(loadAfterChoice)
// Only a booking that was refused has some. Where the script is here they stand at once: nothing below them moves.
const LaterAlternatives = lazy(async () => ({ default: (await loadAfterChoice()).Alternatives }))
// Few services have some.
const Options = lazy(() => patiently(() => import('./choose/options.tsx')))
// The map's tiles come when it is near; so does what fetches them.
const Place = later(() => import('../business/place.tsx'))

interface Props {
  data: BookingData
  posted: Posted | undefined
  /** Asks anew for what can be booked. */
  renew: () => Promise<void>
}

/** The public page of a business, with booking in three steps. */
export function Wizard({ data, posted, renew }: Props) {
  const booking = useBooking(data, posted, renew, LATER)
  const { step } = booking
  const title = useFocusOnStep(step)
  // Whoever has chosen a time shall not wait for the next step, nor a booking for its confirmation.
  useEffect(() => {
    void loadAfterChoice()
    // From now on the page's script takes the choices (early-script.tsx).
    Object.assign(window, { enpuntoIsAwake: true })
  }, [])
  const afterChoice = (
    <Suspense>
      <AfterChoice booking={booking} title={title} />
    </Suspense>
  )
  if (step === 'lista') return afterChoice

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
            {isFirst && (
              <div className="hello-place">
                <KnownScript business={data.business.id} />
                <WithScript>{afterChoice}</WithScript>
              </div>
            )}
            <Steps step={step} />
            <h2 className="step-title" tabIndex={-1} ref={title}>
              {TITLES[step]}
            </h2>
            {isFirst && <ChoiceStep booking={booking} />}
            {!isFirst && afterChoice}
          </div>
          {step !== 'confirmar' && data.services.length > 0 && <Ticket booking={booking} />}
        </div>
      </main>
      <Footer business={data.business} />
      {isFirst && <Bar booking={booking} />}
      <EarlyScript />
    </>
  )
}

/** By itself, because a page that renders again drops what the server sent of a part still to be loaded. */
function WithScript({ children }: { children: ReactNode }) {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return isAwake && children
}

function ChoiceStep({ booking }: { booking: Booking }) {
  const { choice, data, alternatives, reason, isPosted, today, service } = booking
  const Alternatives = arrived?.Alternatives ?? LaterAlternatives
  const hasOptions = service?.variants ?? service?.addons
  const canChoose = service && (!service.variants || choice.variant)
  return (
    <>
      {reason && (
        <p className="banner banner-warn reason" role="alert">
          <Icon d={alert} />
          <span>
            {sentenceOf(reason)} Elige otra opción, por favor
            {!isPosted && '; tus datos siguen aquí'}. <ContactLine business={data.business} />
          </span>
        </p>
      )}
      <Suspense>{alternatives && <Alternatives booking={booking} alternatives={alternatives} />}</Suspense>
      <Services booking={booking} />
      {hasOptions && (
        <Suspense>
          <Options booking={booking} />
        </Suspense>
      )}
      {canChoose && <Professionals booking={booking} />}
      {choice.professional && <Dates booking={booking} />}
      {choice.professional && <Slots booking={booking} />}
      <div className="about">
        <Place business={data.business} hasTiles={data.site.tiles} />
        <Hours business={data.business} today={today.date} />
      </div>
    </>
  )
}

/** A new step is announced by focusing its title; on the first one the visitor is already there. */
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

/** With a full stop. */
const sentenceOf = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

import type { Answer } from '#domain/api/calls.ts'
import type { ReturningClient } from '#domain/api/calls/remembered.ts'
import { relativeShortDate, amPm } from '#domain/dates.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Choice, Slot } from '../../business/types.ts'
import { possible } from '../choose/choose.ts'
import { queryOf, termsIn } from '../choose/terms.ts'
import { isPast } from '../choose/times.ts'
import { keyOf } from '../choose/use-days.ts'
import type { Booking } from '../use-booking.ts'
import { NotMe } from './not-me.tsx'

export { SameDetails } from './same-details.tsx'

/** For whoever asked this phone to remember them: their last appointment once more, with nothing to type. */
export default function Returning({ booking }: { booking: Booking }) {
  const { data, choice, availability, today } = booking
  const { known } = booking.client
  const service = data.services.find(({ id }) => id === known?.service_id)
  const wanted = known ? lastOf(known) : {}
  // Whatever is not offered any more cannot be had once more.
  const isOffered = known && keyOf(possible(wanted, data)) === keyOf(wanted)
  const professional = isOffered
    ? data.professionals.find(({ id }) => id === known.professional_id)
    : undefined
  const [next, askAgain] = useNext(professional && known ? known : undefined, booking)
  /** The free time that is being taken, once its service and professional are chosen. */
  const [taking, setTaking] = useState<Slot>()

  const isChosen = keyOf(choice) === keyOf(wanted)
  const take = useEffectEvent(() => {
    if (!taking || !isChosen || availability?.status === 'loading') return
    setTaking(undefined)
    booking.takeAlternative(taking)
  })
  useEffect(() => take(), [taking, isChosen, availability?.status])

  const title = useRef<HTMLParagraphElement>(null)
  const hadFocus = useRef(false)
  // The button goes when there is nothing to book; the focus it had stays here.
  useEffect(() => {
    if (next === null && hadFocus.current) title.current?.focus({ preventScroll: true })
  }, [next])

  if (!known) return null
  const name = known.first_name

  function repeat() {
    if (next === 'failed') return askAgain()
    if (!next) return
    void booking.choose(wanted)
    setTaking(next)
  }

  return (
    <section className="hello" aria-label="Tu última cita">
      <div>
        <p className="small">Hola, {name}</p>
        <NotMe booking={booking} name={name} />
      </div>
      {professional && service ? (
        <p ref={title} tabIndex={-1}>
          <b>
            {termsIn(service, wanted).service_name} con {professional.professional_name}
          </b>
          <span className="small" role="status">
            {next === undefined && 'Buscando el próximo cupo...'}
            {next === null && 'No hay cupos en los próximos días.'}
            {next === 'failed' && 'No pudimos buscar el próximo cupo.'}
            {next && next !== 'failed' && (
              <>
                Próximo cupo:{' '}
                <b className="num">
                  {relativeShortDate(next.date, today.date)}, {amPm(next.time)}
                </b>
              </>
            )}
          </span>
        </p>
      ) : (
        <p>Elige un servicio y una hora: tus datos ya están listos.</p>
      )}
      {professional && next !== null && (
        <button
          ref={(button) => () => void (hadFocus.current = document.activeElement === button)}
          type="button"
          className="btn btn-brand"
          aria-disabled={!next || taking !== undefined || undefined}
          onClick={repeat}
        >
          {next === 'failed' ? 'Reintentar' : 'Repetir mi última cita'}
        </button>
      )}
    </section>
  )
}

/** What was booked last, as it is chosen. */
function lastOf({ service_id, variant_id, addon_ids, professional_id }: ReturningClient): Choice {
  return {
    service: service_id,
    ...(variant_id && { variant: variant_id }),
    ...(addon_ids.length > 0 && { addons: addon_ids }),
    professional: professional_id,
  }
}

// The minutes of an open tab come one by one; more at once were spent elsewhere.
const AWAY_MS = 90_000

type Next = Slot | null | 'failed' | undefined

/**
 * The first free time for the same again; undefined until it is known, null when there is none. Asked anew when it is over,
 * and on return to the tab, where it may have been taken meanwhile.
 */
function useNext(
  known: ReturningClient | undefined,
  { now, today }: Pick<Booking, 'now' | 'today'>,
): [next: Next, askAgain: () => void] {
  const [next, setNext] = useState<Next>()
  const [asked, setAsked] = useState(0)
  const seen = useRef(now)
  const isFree = (found: Next): found is Slot =>
    typeof found === 'object' && found !== null && !isPast(found, today)
  // What is known stays when it cannot be asked anew.
  const fail = useEffectEvent(() => setNext((before) => (isFree(before) ? before : 'failed')))
  useEffect(() => {
    if (!known) return
    let isGone = false
    nextFree(lastOf(known)).then(
      (slot) => isGone || setNext(slot),
      () => isGone || fail(),
    )
    return () => void (isGone = true)
  }, [known, asked])
  const isOver = typeof next === 'object' && next !== null && !isFree(next)
  const renew = useEffectEvent(() => {
    if (isOver || now - seen.current > AWAY_MS) setAsked((times) => times + 1)
    seen.current = now
  })
  useEffect(() => renew(), [now])
  const askAgain = () => {
    setNext(undefined)
    setAsked((times) => times + 1)
  }
  return [isOver ? undefined : next, askAgain]
}

async function nextFree(wanted: Choice): Promise<Slot | null> {
  const response = await fetch(`/api/schedules/available-days/${wanted.professional}?${queryOf(wanted)}`)
  if (!response.ok) throw new Error(response.statusText)
  const { days }: Answer<'GET /api/schedules/available-days/:professionalId'> = await response.json()
  const day = days.find(({ times }) => times.length > 0)
  return day ? { date: day.date, time: day.times[0]! } : null
}

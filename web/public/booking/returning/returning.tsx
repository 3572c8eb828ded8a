import { relativeShortDate, amPm } from '#domain/dates.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Choice, Day, Slot } from '../../business/types.ts'
import { possible } from '../choose/choose.ts'
import { queryOf, termsIn } from '../choose/terms.ts'
import { keyOf } from '../choose/use-days.ts'
import type { Booking } from '../use-booking.ts'
import { remembered, type Remembered } from './remembered.ts'

/** For whoever asked this phone to remember them: their last appointment once more, with nothing to type. */
export function Returning({ booking }: { booking: Booking }) {
  const { data, choice, availability, today } = booking
  const kept = remembered(data.business.id)
  const [known, setKnown] = useState(() => kept.get())
  const service = data.services.find(({ id }) => id === known?.service)
  const { variant, addons } = known ?? {}
  const wanted: Choice = known
    ? {
        service: known.service,
        ...(variant && { variant }),
        ...(addons && { addons }),
        professional: known.professional,
      }
    : {}
  // Whatever is not offered any more cannot be had once more.
  const isOffered = known && keyOf(possible(wanted, data)) === keyOf(wanted)
  const professional = isOffered ? data.professionals.find(({ id }) => id === known.professional) : undefined
  const next = useNext(professional && known)
  /** The free time that is being taken, once its service and professional are chosen. */
  const [taking, setTaking] = useState<Slot>()

  const recall = useEffectEvent(() => {
    if (known && booking.client.client_email === '') booking.resume(known.client)
  })
  useEffect(() => recall(), [])

  const isChosen = keyOf(choice) === keyOf(wanted)
  const take = useEffectEvent(() => {
    if (!taking || !isChosen || availability?.status === 'loading') return
    setTaking(undefined)
    booking.takeAlternative(taking)
  })
  useEffect(() => take(), [taking, isChosen, availability?.status])

  if (!known) return null
  const name = known.client.client_name.trim().split(/\s+/)[0]

  function repeat() {
    if (!next) return
    void booking.choose(wanted)
    setTaking(next)
  }

  function forget() {
    kept.clear()
    booking.clear()
    setKnown(undefined)
    delete document.documentElement.dataset['known']
  }

  return (
    <section className="hello" aria-label="Tu última cita">
      <div>
        <p className="small">Hola, {name}</p>
        <button type="button" className="link" onClick={forget}>
          Olvidar mis datos
        </button>
      </div>
      {professional && service ? (
        <p>
          <b>
            {termsIn(service, wanted).service_name} con {professional.professional_name}
          </b>
          <span className="small" role="status">
            {next === undefined && 'Buscando el próximo cupo...'}
            {next === null && 'No hay cupos en los próximos días.'}
            {next && (
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
        <p>Tus datos ya están listos: elige un servicio y una hora.</p>
      )}
      {professional && next !== null && (
        <button
          type="button"
          className="btn btn-brand"
          aria-disabled={!next || taking !== undefined || undefined}
          onClick={repeat}
        >
          Repetir mi última cita
        </button>
      )}
    </section>
  )
}

/** The first free time for the same again; undefined until it is known, null when there is none. */
function useNext(known: Remembered | undefined): Slot | null | undefined {
  const [next, setNext] = useState<Slot | null>()
  useEffect(() => {
    if (!known) return
    let isGone = false
    const say = (slot: Slot | null) => isGone || setNext(slot)
    nextFree(known).then(say, () => say(null))
    return () => void (isGone = true)
  }, [known])
  return next
}

async function nextFree(wanted: Remembered): Promise<Slot | null> {
  const response = await fetch(`/api/schedules/available-days/${wanted.professional}?${queryOf(wanted)}`)
  const { days = [] }: { days?: Day[] } = await response.json()
  const day = days.find(({ times }) => times.length > 0)
  return day ? { date: day.date, time: day.times[0]! } : null
}

import { isUndecided, statusLabel } from '#domain/appointment.ts'
import { relativeShortDate } from '#domain/dates.ts'
import { ownPrice } from '#domain/money.ts'
import { priceText } from '#domain/price-input.ts'
import { priceError } from '#domain/service.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Dialog, onlyFirstPress } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { currentIn, recordAllAttended } from '../../data/appointment-changes.ts'
import { type Appointment, hoursOf } from '../../data/appointment.ts'
import { unconfirmedQuery } from '../../data/appointments.ts'
import { failureText } from '../../parts/failures.ts'
import { useKey } from '../../parts/once/use-key.ts'
import { useFocusNext, useFocusReturn } from '../../parts/use-focus-return.ts'
import { useOutcome } from '../outcome-dialog.tsx'
import { ReasonField } from '../../left-over/reason-field.tsx'
import { PriceField } from '../outcome-fields.tsx'
import { Loading, NotLoaded, ReviewEnd } from './review-end.tsx'
import '../detail/detail.css'
import './review-past.css'

interface Props {
  today: string
  currency: string
  toneOf: (appointment: Appointment) => number
  onClose: () => void
}

// Further ones are offered at the end of these.
const MAX_AT_ONCE = 100
const unmarked = { ...unconfirmedQuery(MAX_AT_ONCE), gcTime: 0 }

/** Reviews past appointments one after the other: attended or missed. */
export function ReviewPast({ today, currency, toneOf, onClose }: Props) {
  const { list, store, begin, error, retry } = useUnconfirmed()
  const [position, setPosition] = useState(0)
  useFocusReturn()
  const appointment = list?.[position]
  const title = appointment ? `Citas sin marcar, ${position + 1} de ${list!.length}` : 'Citas sin marcar'
  return (
    <Dialog title={title} className="review-past" onClose={onClose}>
      {list && (
        <progress className="review-past-bar" max={list.length || 1} value={position} aria-label="Avance" />
      )}
      {!list && (error ? <NotLoaded error={error} onRetry={retry} /> : <Loading />)}
      {appointment && (
        <PastAppointment
          key={appointment.id}
          appointment={appointment}
          today={today}
          currency={currency}
          tone={toneOf(appointment)}
          rest={list!.slice(position)}
          onStored={store}
          onBack={position > 0 ? () => setPosition(position - 1) : undefined}
          onNext={() => setPosition(position + 1)}
          onEnd={() => setPosition(list!.length)}
        />
      )}
      {list && !appointment && (
        <ReviewEnd
          asked={unmarked}
          onMore={(more) => {
            begin(more)
            setPosition(0)
          }}
          onBack={list.length > 0 ? () => setPosition(list.length - 1) : undefined}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

/** The list as it was when the dialog opened, so that reviewed appointments do not shift the others. */
function useUnconfirmed() {
  const { data, error, refetch } = useQuery(unmarked)
  const [list, begin] = useState<Appointment[]>()
  if (data && !list) begin(data.appointments)
  /** Stores an appointment in the list as it became, for going back to it, or for another try. */
  const store = (noted: Appointment) =>
    begin((known) => known?.map((other) => (other.id === noted.id ? noted : other)))
  return { list, store, begin, error, retry: () => void refetch() }
}

interface PastProps {
  appointment: Appointment
  today: string
  currency: string
  tone: number
  /** This one and those after it. */
  rest: Appointment[]
  onStored: (noted: Appointment) => void
  onBack: (() => void) | undefined
  onNext: () => void
  onEnd: () => void
}

function PastAppointment({ appointment, today, currency, tone, rest, ...on }: PastProps) {
  // What nobody typed here follows the appointment when it changes elsewhere.
  const [typedPrice, setPrice] = useState<string>()
  const [typedReason, setReason] = useState<string>()
  const price = typedPrice ?? String(appointment.actual_price ?? '')
  const reason = typedReason ?? appointment.no_show_reason ?? ''
  const [isMissed, setMissed] = useState(false)
  const { mutate, isPending } = useOutcome()
  const first = useRef<HTMLButtonElement>(null)
  // Focuses the button of each next appointment, which replaces the previous one.
  useEffect(() => first.current?.focus(), [])
  const open = rest.filter(isUndecided)
  const error = price.trim() ? priceError(priceText(price)) : undefined

  function note(outcome: 'attended' | 'no_show') {
    if (isPending || (outcome === 'attended' && error)) return
    mutate(
      { outcome, appointment, text: outcome === 'attended' ? price : reason },
      {
        onSuccess(answer) {
          on.onStored(answer.appointment)
          on.onNext()
        },
        onError(failure) {
          toast.error(failureText(failure, 'Error al actualizar la asistencia'))
          // Refused for what changed elsewhere, the next press is about what shows then.
          const current = currentIn(failure)
          if (current) on.onStored(current)
        },
      },
    )
  }

  return (
    <div className="review-past-in">
      <div className={`det-top t${tone}`}>
        <b>{appointment.client_name}</b>
        <span>
          {appointment.service_name} · {appointment.professional_name}
        </span>
        <span className="num">
          {relativeShortDate(appointment.appointment_date, today)} · {hoursOf(appointment)}
        </span>
        <span className="num">{ownPrice(appointment.price, currency, appointment.price_kind)}</span>
        {!isUndecided(appointment) && (
          <span>
            {appointment.attendance_status === 'pending' ? 'Ahora: ' : 'Marcada: '}
            <b>{statusLabel(appointment)}</b>
          </span>
        )}
      </div>
      {isMissed ? (
        <ReasonField text={reason} onChange={setReason} />
      ) : (
        <PriceField
          booked={appointment}
          currency={currency}
          error={error}
          text={price}
          onChange={setPrice}
          onEnter={() => note('attended')}
        />
      )}
      <div className="review-past-acts" onClickCapture={onlyFirstPress}>
        {isMissed ? (
          <>
            <button type="button" className="btn btn-2" onClick={() => setMissed(false)}>
              Volver
            </button>
            <button type="button" className="btn" aria-disabled={isPending} onClick={() => note('no_show')}>
              {isPending && <span className="spinner" />}
              Registrar inasistencia
            </button>
          </>
        ) : (
          <>
            <button type="button" className="btn btn-2" onClick={() => setMissed(true)}>
              No asistió
            </button>
            <button
              ref={first}
              type="button"
              className="btn"
              aria-disabled={isPending}
              onClick={() => note('attended')}
            >
              {isPending && <span className="spinner" />}
              Asistió
            </button>
          </>
        )}
      </div>
      <div className="review-past-ways">
        {on.onBack && (
          <button type="button" className="btn btn-3 btn-sm" onClick={on.onBack}>
            Anterior
          </button>
        )}
        <button type="button" className="btn btn-3 btn-sm" onClick={on.onNext}>
          {isUndecided(appointment) ? 'Dejar para después' : 'Siguiente'}
        </button>
      </div>
      {open.length > 1 && <AllAttended appointments={open} onDone={on.onEnd} />}
    </div>
  )
}

/** Marks all remaining ones as attended, after a confirmation. */
function AllAttended({ appointments, onDone }: { appointments: Appointment[]; onDone: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const focusNext = useFocusNext()
  const count = appointments.length
  const keyOf = useKey<number[]>()
  const { mutate, isPending } = useMutation({
    mutationFn() {
      const ids = appointments.map(({ id }) => id)
      return recordAllAttended(ids, keyOf(ids))
    },
    onSuccess(marked) {
      toast.success(marked === 1 ? '1 asistencia confirmada' : `${marked} asistencias confirmadas`)
      onDone()
    },
    onError: (failure) => toast.error(failureText(failure, 'Error al actualizar la asistencia')),
  })
  function back() {
    setAsked(false)
    focusNext('.review-past-all')
  }
  if (!isAsked)
    return (
      <button type="button" className="btn btn-2 btn-sm review-past-all" onClick={() => setAsked(true)}>
        Todas asistieron ({count})
      </button>
    )
  return (
    <div className="review-past-ask">
      <p>
        ¿Las {count} que faltan asistieron? Se registran al precio reservado; cada una se puede corregir
        después.
      </p>
      <div className="review-past-acts" onClickCapture={onlyFirstPress}>
        <button type="button" className="btn btn-2" onClick={back}>
          Volver
        </button>
        <button
          type="button"
          className="btn"
          autoFocus
          aria-disabled={isPending}
          onClick={() => !isPending && mutate()}
        >
          {isPending && <span className="spinner" />}
          Sí, todas asistieron
        </button>
      </div>
    </div>
  )
}

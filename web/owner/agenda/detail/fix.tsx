import type { Attendance as Noted } from '#domain/appointment.ts'
import { isBlank, numberOf } from '#domain/fields.ts'
import { ownPrice } from '#domain/money.ts'
import { priceText } from '#domain/price-input.ts'
import { priceError } from '#domain/service.ts'
import { useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { recordAttendance, useAppointmentChange } from '../../data/appointment-changes.ts'
import type { Appointment } from '../../data/appointment.ts'
import { failureText } from '../../parts/failures.ts'
import { ReasonField } from '../../left-over/reason-field.tsx'
import { PriceField } from '../outcome-fields.tsx'
import './visit.css'

const CHOICES: [value: Noted, label: string][] = [
  ['attended', 'Asistió'],
  ['no_show', 'No asistió'],
  ['pending', 'Aún no se sabe'],
]

export type Fixing = ReturnType<typeof useFix>

/** A correction of the attendance while it is being edited. */
export function useFix(appointment: Appointment) {
  const was = appointment.attendance_status as Noted
  const [isFixing, setFixing] = useState(false)
  const [choice, setChoice] = useState<Noted>('attended')
  const [price, setPrice] = useState('')
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useAppointmentChange(
    'correct',
    (next: Parameters<typeof recordAttendance>[1]) => recordAttendance(appointment, next),
  )
  const error = choice === 'attended' && price.trim() ? priceError(priceText(price)) : undefined

  function start() {
    setChoice(was === 'attended' ? 'no_show' : 'attended')
    setPrice(String(appointment.actual_price ?? ''))
    setReason(appointment.no_show_reason ?? '')
    setFixing(true)
  }

  const end = () => setFixing(false)

  function run() {
    if (isPending || error) return
    const actual_price = isBlank(price) ? null : numberOf(priceText(price))!
    mutate(
      {
        attendance_status: choice,
        ...(choice === 'attended' && { actual_price }),
        ...(choice === 'no_show' && { no_show_reason: reason.trim() || null }),
      },
      {
        onSuccess() {
          toast.success('Asistencia corregida')
          end()
        },
        onError: (failure) => toast.error(failureText(failure, 'Error al actualizar la asistencia')),
      },
    )
  }
  return {
    isFixing,
    start,
    end,
    was,
    choice,
    setChoice,
    price,
    setPrice,
    reason,
    setReason,
    error,
    isPending,
    run,
  }
}

/** The text of the correction's button. */
export const fixLabel = ({ choice, was }: Fixing): string =>
  choice === was ? 'Guardar' : `Corregir a «${CHOICES.find(([value]) => value === choice)![1]}»`

interface Props {
  fixing: Fixing
  appointment: Appointment
  currency: string
}

/** The fields that correct the attendance. */
export function Fix({ fixing, appointment, currency }: Props) {
  const { was, choice, setChoice, price, reason, error } = fixing
  return (
    <fieldset className="fix">
      <legend>¿Qué pasó de verdad?</legend>
      <div className="choices">
        {CHOICES.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="attendance"
              checked={choice === value}
              autoFocus={choice === value}
              onChange={() => setChoice(value)}
            />
            <span>{label}</span>
            {value === was ? (
              <small>Marcado ahora</small>
            ) : (
              value === 'attended' && (
                <small className="num">{ownPrice(appointment.price, currency, appointment.price_kind)}</small>
              )
            )}
          </label>
        ))}
      </div>
      {choice !== 'pending' && (
        <div className="fix-more">
          {choice === 'attended' ? (
            <PriceField
              booked={appointment}
              currency={currency}
              text={price}
              error={error}
              onChange={fixing.setPrice}
              onEnter={fixing.run}
            />
          ) : (
            <ReasonField text={reason} onChange={fixing.setReason} />
          )}
        </div>
      )}
      <p className="foot">Tus cifras se ajustan solas. El cambio queda en el historial con tu nombre.</p>
    </fieldset>
  )
}

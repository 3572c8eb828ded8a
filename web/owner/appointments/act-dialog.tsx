import { priceError } from '#domain/service.ts'
import { LIMITS } from '#domain/appointment.ts'
import { isBlank, numberOf } from '#domain/fields.ts'
import { money } from '#domain/money.ts'
import { priceIn, priceText } from '#domain/price-input.ts'
import { type KeyboardEvent, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Appointment, whenOf } from '../calendar/appointment.ts'
import { failureText } from '../parts/failures.ts'
import { useFocusReturn } from '../parts/use-focus-return.ts'
import type { Agenda } from './use-agenda.ts'

export type Deed = 'attended' | 'no_show' | 'cancel'

interface Props {
  deed: Deed
  one: Appointment
  today: string
  currency: string
  agenda: Agenda
  onDone: () => void
  onClose: () => void
}

type Words = Record<'title' | 'confirm' | 'busy' | 'done' | 'failed', string> & {
  type: 'info' | 'warning' | 'danger'
}

const WORDS: Record<Deed, Words> = {
  attended: {
    ...{ type: 'info', title: 'Confirmar asistencia', confirm: 'Confirmar asistencia', busy: 'Guardando...' },
    ...{ done: 'Asistencia confirmada', failed: 'Error al actualizar la asistencia' },
  },
  no_show: {
    ...{ type: 'warning', title: 'No asistió', confirm: 'Registrar inasistencia', busy: 'Guardando...' },
    ...{ done: 'Inasistencia registrada', failed: 'Error al actualizar la asistencia' },
  },
  cancel: {
    ...{ type: 'danger', title: 'Cancelar cita', confirm: 'Sí, cancelar la cita', busy: 'Cancelando...' },
    ...{ done: 'Cita cancelada exitosamente', failed: 'Error al cancelar la cita' },
  },
}

/** Asks before an appointment is attended, missed or cancelled; the price and the reason may be left out. */
export function ActDialog({ deed, one, today, currency, agenda, onDone, onClose }: Props) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { type, title, confirm, busy, done, failed } = WORDS[deed]
  const error = deed === 'attended' && text.trim() ? priceError(priceText(text)) : undefined
  useFocusReturn()

  async function run() {
    if (error || isBusy) return
    setBusy(true)
    try {
      await perform(deed, one, text, agenda)
      toast.success(done)
      onDone()
    } catch (failure) {
      toast.error(failureText(failure, failed))
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      type={type}
      title={title}
      confirmText={confirm}
      cancelText="Volver"
      busy={isBusy && busy}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className="act">
        <p>
          <b>{one.client_name}</b>, {one.service_name}, {whenOf(one, today)}.
          {deed === 'cancel' &&
            ' Se libera la hora y se le avisa por correo. Esta acción no se puede deshacer.'}
        </p>
        {deed === 'attended' ? (
          <PriceField {...{ one, currency, text, error }} onChange={setText} onEnter={() => void run()} />
        ) : (
          <ReasonField text={text} onChange={setText} />
        )}
      </div>
    </ConfirmDialog>
  )
}

/** Does it, and shows it at once on this screen. */
export async function perform(deed: Deed, one: Appointment, text: string, { write, stored }: Agenda) {
  if (deed === 'cancel') {
    const cancellation_reason = text.trim()
    await write(ownerApi.post(`/api/appointments/${one.id}/cancel`, { cancellation_reason }))
    return stored({ ...one, status: 'cancelled', cancellation_reason })
  }
  const isAttended = deed === 'attended'
  const price = isAttended && !isBlank(text) ? numberOf(priceText(text)) : undefined
  const reason = isAttended ? null : text.trim() || null
  await write(
    ownerApi.post(`/api/appointments/${one.id}/attendance`, {
      attendance_status: deed,
      ...(price !== undefined && { actual_price: price }),
      ...(reason && { no_show_reason: reason }),
    }),
  )
  stored({
    ...one,
    ...{ status: 'completed', attendance_status: deed, no_show_reason: reason },
    actual_price: price ?? null,
  })
}

interface PriceProps {
  one: Appointment
  currency: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
  onEnter: () => void
}

export function PriceField({ one, currency, text, error, onChange, onEnter }: PriceProps) {
  const amount = priceIn(text)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  return (
    <Field
      id="actual_price"
      label={
        <>
          Precio cobrado <small>(opcional)</small>
        </>
      }
      error={error}
      hint={
        text.trim() && amount !== undefined
          ? `Se registran ${money(amount, currency)}`
          : `En blanco: el precio reservado, ${money(one.price, currency)}`
      }
    >
      {(described) => (
        <input
          {...described}
          name="actual_price"
          className="input num"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          placeholder={money(one.price, currency)}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={press}
        />
      )}
    </Field>
  )
}

export function ReasonField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <Field
      id="reason"
      label={
        <>
          Motivo <small>(opcional)</small>
        </>
      }
    >
      {(described) => (
        <textarea
          {...described}
          name="reason"
          className="input"
          rows={2}
          maxLength={LIMITS.text}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

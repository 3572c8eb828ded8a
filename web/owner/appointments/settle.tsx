import { relativeShortDate } from '#domain/dates.ts'
import { money } from '#domain/money.ts'
import { priceText } from '#domain/price-input.ts'
import { priceError } from '#domain/service.ts'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { check } from '../../ui/icons.ts'
import { toast } from '../../ui/toast.tsx'
import { type Appointment, hoursOf } from '../calendar/appointment.ts'
import { failureText } from '../parts/failures.ts'
import { useFocusReturn } from '../parts/use-focus-return.ts'
import { perform, PriceField, ReasonField } from './act-dialog.tsx'
import './detail.css'
import { fetchUnconfirmed } from './fetch.ts'
import './settle.css'
import type { Agenda } from './use-agenda.ts'

interface Props {
  agenda: Agenda
  today: string
  currency: string
  toneOf: (one: Appointment) => number
  onClose: () => void
}

// Whoever has more comes back for them.
const MOST_AT_ONCE = 100

/** Past appointments one after the other: came, or did not come. */
export function Settle({ agenda, today, currency, toneOf, onClose }: Props) {
  const [list, setList] = useState<Appointment[]>()
  const [at, setAt] = useState(0)
  useFocusReturn()
  useEffect(() => {
    fetchUnconfirmed(MOST_AT_ONCE).then(
      ({ appointments }) => setList(appointments),
      (error) => {
        toast.error(failureText(error, 'Error cargando citas'))
        setList([])
      },
    )
  }, [])
  const one = list?.[at]
  const title = one ? `Citas sin confirmar, ${at + 1} de ${list!.length}` : 'Citas sin confirmar'
  return (
    <Dialog title={title} className="settle" onClose={onClose}>
      {list && <progress className="settle-bar" max={list.length || 1} value={at} aria-label="Avance" />}
      {!list && (
        <p className="settle-end late" role="status">
          <span className="spinner" />
          Cargando…
        </p>
      )}
      {one && <One key={one.id} {...{ one, agenda, today, currency, toneOf }} onNext={() => setAt(at + 1)} />}
      {list && !one && (
        <div className="settle-end" role="status">
          <span className="settle-sign">
            <Icon d={check} className="icon-lg" />
          </span>
          <p>
            <b>No queda ninguna por revisar.</b>
          </p>
          <button type="button" className="btn" autoFocus onClick={onClose}>
            Listo
          </button>
        </div>
      )}
    </Dialog>
  )
}

type OneProps = Omit<Props, 'onClose'> & { one: Appointment; onNext: () => void }

function One({ one, agenda, today, currency, toneOf, onNext }: OneProps) {
  const [price, setPrice] = useState('')
  const [reason, setReason] = useState('')
  const [isMissed, setMissed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  // The next appointment takes the place of the last one, and the focus.
  useEffect(() => first.current?.focus(), [])
  const error = price.trim() ? priceError(priceText(price)) : undefined

  async function settle(deed: 'attended' | 'no_show') {
    if (isBusy || (deed === 'attended' && error)) return
    setBusy(true)
    try {
      await perform(deed, one, deed === 'attended' ? price : reason, agenda)
      onNext()
    } catch (failure) {
      toast.error(failureText(failure, 'Error al actualizar la asistencia'))
      setBusy(false)
    }
  }

  return (
    <div className="settle-in">
      <div className={`det-top t${toneOf(one)}`}>
        <b>{one.client_name}</b>
        <span>
          {one.service_name} · {one.professional_name}
        </span>
        <span className="num">
          {relativeShortDate(one.appointment_date, today)} · {hoursOf(one)}
        </span>
        <span className="num">{money(one.price, currency)}</span>
      </div>
      {isMissed ? (
        <ReasonField text={reason} onChange={setReason} />
      ) : (
        <PriceField
          {...{ one, currency, error }}
          text={price}
          onChange={setPrice}
          onEnter={() => void settle('attended')}
        />
      )}
      <div className="settle-acts">
        {isMissed ? (
          <>
            <button type="button" className="btn btn-2" onClick={() => setMissed(false)}>
              Volver
            </button>
            <button
              type="button"
              className="btn"
              aria-disabled={isBusy}
              onClick={() => void settle('no_show')}
            >
              {isBusy && <span className="spinner" />}
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
              aria-disabled={isBusy}
              onClick={() => void settle('attended')}
            >
              {isBusy && <span className="spinner" />}
              Asistió
            </button>
          </>
        )}
      </div>
      <button type="button" className="btn btn-3 btn-sm settle-skip" onClick={onNext}>
        Dejar para después
      </button>
    </div>
  )
}

import { amPm, mediumDate } from '#domain/dates.ts'
import { freeTimesText, slotGroups } from '#domain/slots.ts'
import { useId } from 'react'
import '../ui/empty.css'
import { Icon } from '../ui/icon.tsx'
import { moon, retry, sun, sunset } from '../ui/icons.ts'
import type { FreeTimes } from './use-free-times.ts'

const ICONS = { Mañana: sun, Tarde: sunset, Noche: moon }

interface Props {
  free: FreeTimes
  /** The free times of the chosen date. */
  times: string[]
  date: string | undefined
  time: string | undefined
  onChoose: (time: string) => void
}

export function SlotGrid({ free, times, date, time, onChoose }: Props) {
  const id = useId()
  return (
    <fieldset className="move-times" aria-busy={free.status === 'loading'}>
      <legend id={id} className="label move-legend">
        Nueva hora
      </legend>
      <div role="status">
        {free.status === 'loading' && (
          <p className="move-note">
            <span className="spinner" />
            Cargando horarios...
            <button type="button" className="link late" onClick={free.reload}>
              Reintentar
            </button>
          </p>
        )}
        {free.status !== 'loading' && free.days.length === 0 && (
          <div className="move-note">
            No hay horarios disponibles
            {free.status === 'failed' && <span>Revisa tu conexión.</span>}
            <button type="button" className="btn btn-2" onClick={free.reload}>
              <Icon d={retry} className="icon-sm" />
              Reintentar
            </button>
          </div>
        )}
        {date && times.length > 0 && <p className="sr">{`${freeTimesText(times)} el ${mediumDate(date)}`}</p>}
      </div>
      {times.length > 0 && (
        <div className="move-slots" role="radiogroup" aria-labelledby={id}>
          {slotGroups(times).map(({ label, times }) => (
            <div key={label}>
              <h3>
                <Icon d={ICONS[label]} />
                {label}
              </h3>
              <div>
                {times.map((start) => (
                  <label key={start} className="move-slot">
                    <input
                      className="sr"
                      type="radio"
                      name="new_time"
                      value={start}
                      checked={start === time}
                      onChange={() => onChoose(start)}
                    />
                    {amPm(start)}
                  </label>
                ))}
              </div>
            </div>
          ))}
        </div>
      )}
    </fieldset>
  )
}

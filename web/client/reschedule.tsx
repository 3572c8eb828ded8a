import { VERIFICATION_REQUIRED } from '#domain/portal.ts'
import { amPm, relativeShortDate } from '#domain/dates.ts'
import { type FormEvent, useId, useState } from 'react'
import type { Site } from '../context.ts'
import '../ui/banner.css'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { DateStrip } from './date-strip.tsx'
import { HumanRow } from './human-row.tsx'
import { useHuman } from './human.ts'
import { Lost } from './lost.tsx'
import './reschedule.css'
import { SlotGrid } from './slot-grid.tsx'
import type { Access, Appointment, Slot } from './portal-data.ts'
import type { Changes } from './use-changes.ts'
import { Zone } from './zone.tsx'
import { type Today, useFreeTimes } from './use-free-times.ts'

interface Props {
  appointment: Appointment
  access: Access
  changes: Changes
  verification: Site['verification']
  /** In the business's local time. */
  today: Today
  onClose: () => void
}

/** Chooses another professional, date and time for an appointment. */
export default function Reschedule({ appointment, access, changes, verification, today, onClose }: Props) {
  const id = useId()
  /** The first free date, until another one is chosen. */
  const [chosenDate, setDate] = useState<string>()
  const [time, setTime] = useState<string>()
  const [alternatives, setAlternatives] = useState<{ alternatives: Slot[]; why: string }>()
  const human = useHuman(verification)
  const free = useFreeTimes(appointment, access, { today, verification, chosen: chosenDate })
  const { action } = changes
  const isBusy = action.state !== 'idle'
  const date = chosenDate ?? free.days[0]?.date
  const times = free.days.find((day) => day.date === date)?.times ?? []
  const isChosen = date !== undefined && time !== undefined && times.includes(time)
  const professional = free.professionals.find(({ id }) => id === free.professional)
  const missing = whatIsMissing(date, isChosen, human.state)

  function choose(slot: { date?: string; time?: string }) {
    setDate(slot.date)
    setTime(slot.time)
    setAlternatives(undefined)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || missing || !professional) return
    const moved = await changes.move(appointment, professional, { date: date!, time: time! })
    if (moved === 'done') return onClose()
    human.prepare()
    if (moved === 'failed') return
    free.reload()
    // Refused, it is on offer no more; where it still is, the refusal was about something else.
    if (moved !== 'refused') setTime(undefined)
    setAlternatives(moved === 'refused' ? undefined : moved)
  }

  return (
    <Dialog
      title={`Reagendar Cita - ${appointment.service_name}`}
      className="move"
      onClose={onClose}
      footer={
        <>
          <p className="small muted move-missing" role="status">
            {missing ?? `${relativeShortDate(date!, today.date)}, ${amPm(time!)}`}
          </p>
          <button type="button" className="btn btn-2" disabled={isBusy} onClick={onClose}>
            Cancelar
          </button>
          <button className="btn" form={id} aria-disabled={isBusy || missing !== undefined}>
            {isBusy && <span className="spinner" />}
            {isBusy ? 'Reagendando...' : 'Reagendar Cita'}
          </button>
        </>
      }
    >
      <form id={id} className="move-form" method="post" onSubmit={submit}>
        <p className="move-now small">
          Ahora: <b>{relativeShortDate(appointment.appointment_date, today.date)}</b>,{' '}
          <b>{amPm(appointment.appointment_time)}</b>, con {appointment.professional_name}
        </p>
        <Lost action={action} />
        {alternatives && <Alternatives {...alternatives} today={today.date} onChoose={choose} />}
        <Field id={`${id}-who`} label="Profesional">
          {(described) => (
            <select
              {...described}
              className="input"
              value={free.professional ?? ''}
              disabled={free.professionals.length === 0}
              onChange={({ target }) => {
                choose({})
                free.choose(Number(target.value))
              }}
            >
              {free.professionals.map(({ id, professional_name }) => (
                <option key={id} value={id}>
                  {professional_name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <DateStrip free={free} today={today.date} date={date} onChoose={(date) => choose({ date })} />
        <Zone
          appointment={appointment}
          at={{ date: date ?? today.date, time: isChosen ? time : appointment.appointment_time }}
          isChosen={isChosen}
        />
        <SlotGrid
          free={free}
          times={times}
          date={date}
          time={isChosen ? time : undefined}
          onChoose={(time) => choose({ date: date!, time })}
        />
        <HumanRow human={human} />
      </form>
    </Dialog>
  )
}

/** Why the appointment cannot be moved yet. */
function whatIsMissing(date: string | undefined, isChosen: boolean, human: string): string | undefined {
  if (!date) return 'Nueva fecha es requerida'
  if (!isChosen) return 'Nueva hora es requerida'
  return human === 'ready' ? undefined : VERIFICATION_REQUIRED
}

interface AlternativesProps {
  alternatives: Slot[]
  /** Why the chosen time could not be had. */
  why: string
  today: string
  onChoose: (slot: Slot) => void
}

/** The nearest free times, after somebody else took the chosen one. */
function Alternatives({ alternatives: slots, why, today, onChoose }: AlternativesProps) {
  if (slots.length === 0)
    return (
      <p className="banner banner-warn" role="alert">
        {why}. Elige otro, por favor. Tu cita sigue como estaba.
      </p>
    )
  return (
    <div className="move-others">
      <p role="alert">{why}; tu cita sigue como estaba. Estos son los más cercanos:</p>
      <div>
        {slots.map((slot) => (
          <button
            key={slot.date + slot.time}
            type="button"
            className="btn btn-2"
            onClick={() => onChoose(slot)}
          >
            {relativeShortDate(slot.date, today)} · {amPm(slot.time)}
          </button>
        ))}
      </div>
    </div>
  )
}

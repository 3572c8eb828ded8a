/** The latest changes of the business's appointments, by anybody and on any date, as sentences. */
import { addDays, amPm, mediumDate } from '#domain/dates.ts'
import { firstNameOf } from '../data/appointment.ts'
import type { ActivityEvent } from '../data/appointments.ts'

/** A sentence, and its appointment. */
export interface Notice {
  key: string
  text: string
  /** Missing when it is about several appointments. */
  about?: { id: number; date: string }
}

const MAX_SENTENCES = 3

/** Selects what is new to this screen: neither changes from before it opened, nor its own. */
export function createNotices() {
  const known = new Set<string>()
  const ownChanges = new Map<number, number>()
  let isOpened = false

  const isOwn = ({ appointment_id: id, actor }: ActivityEvent): boolean => {
    const left = ownChanges.get(id) ?? 0
    if (actor !== 'owner' || left === 0) return false
    ownChanges.set(id, left - 1)
    return true
  }

  return {
    /** Records that this screen has changed the appointment. */
    noteOwn: (id: number) => void ownChanges.set(id, (ownChanges.get(id) ?? 0) + 1),
    /**
     * @param latest newest first, as the server lists them; only the last event of an appointment is told.
     */
    noticesOf(latest: readonly ActivityEvent[], today: string): Notice[] {
      const fresh = latest.filter(({ key }) => !known.has(key))
      for (const { key } of fresh) known.add(key)
      const others = fresh.toReversed().filter((event) => !isOwn(event))
      if (!isOpened) {
        isOpened = true
        return []
      }
      const lastOfEach = new Map(others.map((event) => [event.appointment_id, event]))
      const spoken = [...lastOfEach.values()].flatMap((event) => {
        const text = sentence(event, today)
        return text ? [{ event, text }] : []
      })
      if (spoken.length > MAX_SENTENCES) return [summary(spoken.map(({ event }) => event))]
      return spoken.map(({ event, text }) => ({
        key: event.key,
        text,
        about: { id: event.appointment_id, date: event.appointment_date.slice(0, 10) },
      }))
    },
  }
}

function sentence(event: ActivityEvent, today: string): string | undefined {
  const about = `${firstNameOf(event)}, ${when(event, today)}`
  if (event.change === 'booked') return `Nueva cita: ${about}`
  if (event.change === 'moved' || event.change === 'undone') return `Cita movida: ${about}`
  if (event.change === 'cancelled') return `Cita cancelada: ${about}`
  if (event.change === 'confirmed') return `Confirmó que viene: ${about}`
  return undefined
}

function summary(events: ActivityEvent[]): Notice {
  const areNew = events.every(({ change }) => change === 'booked')
  return {
    key: events.at(-1)!.key,
    text: areNew ? `${events.length} citas nuevas` : `${events.length} cambios en tus citas`,
  }
}

/** 'hoy, 2:00 pm', 'mañana, 2:00 pm', '3 de diciembre, 2:00 pm' */
function when({ appointment_date, appointment_time: time }: ActivityEvent, today: string): string {
  const date = appointment_date.slice(0, 10)
  const day =
    date === today ? 'hoy' : date === addDays(today, 1) ? 'mañana' : mediumDate(date).replace(/^\S+ /, '')
  return `${day}, ${amPm(time)}`
}

/** What happened to the business's appointments, whoever did it and whatever their date, in a sentence each. */
import { addDays, amPm, mediumDate } from '#domain/dates.ts'
import { firstNameOf } from '../calendar/appointment.ts'
import type { Happening } from './fetch.ts'

/** A sentence, and where it leads. */
export interface Notice {
  key: string
  text: string
  /** Missing: it is about several appointments. */
  about?: { id: number; date: string }
}

const MOST_NAMED = 3

/** Tells what this screen has not heard yet; what was there when it opened, and what it did itself, is no news. */
export function createNews() {
  const heard = new Set<string>()
  const own = new Map<number, number>()
  let isOpened = false

  const isOwn = ({ appointment_id: id, actor }: Happening): boolean => {
    const left = own.get(id) ?? 0
    if (actor !== 'owner' || left === 0) return false
    own.set(id, left - 1)
    return true
  }

  return {
    /** This screen itself has changed the appointment. */
    own: (id: number) => void own.set(id, (own.get(id) ?? 0) + 1),
    /** The latest, the newest first, as the server tells them; of an appointment only the last thing is told. */
    hear(latest: readonly Happening[], today: string): Notice[] {
      const fresh = latest.filter(({ key }) => !heard.has(key))
      for (const { key } of fresh) heard.add(key)
      const others = fresh.toReversed().filter((one) => !isOwn(one))
      if (!isOpened) {
        isOpened = true
        return []
      }
      const told = [...new Map(others.map((one) => [one.appointment_id, one])).values()].flatMap((one) => {
        const text = sentence(one, today)
        return text ? [{ one, text }] : []
      })
      if (told.length > MOST_NAMED) return [summary(told.map(({ one }) => one))]
      return told.map(({ one, text }) => ({
        ...{ key: one.key, text },
        about: { id: one.appointment_id, date: one.appointment_date.slice(0, 10) },
      }))
    },
  }
}

function sentence(one: Happening, today: string): string | undefined {
  const about = `${firstNameOf(one)}, ${when(one, today)}`
  if (one.change === 'booked') return `Nueva cita: ${about}`
  if (one.change === 'moved' || one.change === 'undone') return `Cita movida: ${about}`
  if (one.change === 'cancelled') return `Cita cancelada: ${about}`
  if (one.change === 'confirmed') return `Confirmó que viene: ${about}`
  return undefined
}

function summary(list: Happening[]): Notice {
  const areNew = list.every(({ change }) => change === 'booked')
  return {
    key: list.at(-1)!.key,
    text: areNew ? `${list.length} citas nuevas` : `${list.length} cambios en tus citas`,
  }
}

/** 'hoy, 2:00 pm', 'mañana, 2:00 pm', '3 de diciembre, 2:00 pm' */
function when({ appointment_date, appointment_time: time }: Happening, today: string): string {
  const date = appointment_date.slice(0, 10)
  const day =
    date === today ? 'hoy' : date === addDays(today, 1) ? 'mañana' : mediumDate(date).replace(/^\S+ /, '')
  return `${day}, ${amPm(time)}`
}

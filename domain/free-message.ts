/** The message in which an owner tells clients when there is room. */
import { amPm, daysBetween, mediumDate, weekday } from './dates.ts'

/** So much is read at a glance. */
const MOST_DAYS = 3
const MOST_TIMES = 3

interface FreeDay {
  date: string
  times: readonly string[]
}

/** 'Hola, tengo libre: hoy 3:00 pm y 4:30 pm, mañana 9:00 am. Reserva: https://…'; undefined when nothing is free. */
export function freeMessage(days: readonly FreeDay[], today: string, link: string): string | undefined {
  const free = days.filter(({ times }) => times.length > 0).slice(0, MOST_DAYS)
  if (free.length === 0) return undefined
  const said = free.map(({ date, times }) => `${nameOf(date, today)} ${listed(spread(times).map(amPm))}`)
  return `Hola, tengo libre: ${said.join(', ')}. Reserva: ${link}`
}

/** The first, the last and one between: whoever cannot come early sees a later one. */
function spread(times: readonly string[]): string[] {
  if (times.length <= MOST_TIMES) return [...times]
  return [times[0]!, times[Math.floor(times.length / 2)]!, times.at(-1)!]
}

/** 'hoy', 'mañana', 'el viernes', 'el viernes 27' from a week on, 'el martes 1 de diciembre' in another month. */
function nameOf(date: string, today: string): string {
  const ahead = daysBetween(today, date)
  if (ahead < 2) return ahead === 1 ? 'mañana' : 'hoy'
  if (ahead < 7) return `el ${weekday(date)}`
  const isThisMonth = date.slice(0, 7) === today.slice(0, 7)
  return isThisMonth ? `el ${weekday(date)} ${Number(date.slice(8))}` : `el ${mediumDate(date)}`
}

const listed = (texts: string[]): string =>
  texts.length === 1 ? texts[0]! : `${texts.slice(0, -1).join(', ')} y ${texts.at(-1)}`

import { addDays, type IsoDate, shortDate } from '#domain/dates.ts'

/** 'Hoy', 'Mañana', 'vie 27 nov'; on paper, which is read on another day, always the date. */
export function Day({ date, today }: { date: IsoDate; today: IsoDate }) {
  const day = dayText(date, today)
  const onPaper = dateText(date, today)
  if (day === onPaper) return day
  return (
    <>
      <span className="on-screen">{day}</span>
      <span className="on-paper">{onPaper}</span>
    </>
  )
}

export function dayText(date: IsoDate, today: IsoDate): string {
  if (date === today) return 'Hoy'
  return date === addDays(today, 1) ? 'Mañana' : dateText(date, today)
}

/** Includes the year only if it is not the current one. */
const dateText = (date: IsoDate, today: IsoDate): string =>
  date.slice(0, 4) === today.slice(0, 4) ? shortDate(date) : `${shortDate(date)} ${date.slice(0, 4)}`

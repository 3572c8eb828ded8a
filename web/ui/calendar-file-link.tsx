import type { MouseEvent, ReactNode } from 'react'

/** Downloads an appointment as a file for calendars. */
export function CalendarFileLink({ file, children }: { file: string; children: ReactNode }) {
  return (
    <a
      href={`data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`}
      download="cita.ics"
      onClick={(event) => download(event, file)}
    >
      {children}
    </a>
  )
}

/** Some browsers do not download data: addresses; all of them download a blob. */
function download(event: MouseEvent, text: string) {
  event.preventDefault()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  link.download = 'cita.ics'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

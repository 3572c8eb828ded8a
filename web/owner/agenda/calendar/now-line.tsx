import { amPm, clockTime } from '#domain/dates.ts'
import { type Hours, ROW_MINUTES } from './rows.ts'

/** The hour whose label the mark would cover: up to half an hour back, or a few minutes ahead. */
const hourBehind = (minute: number): number =>
  minute % 60 < 30 ? minute - (minute % 60) : minute % 60 > 54 ? minute - (minute % 60) + 60 : Infinity

/** The present time: a mark beside the hours, and a line behind today's appointments. */
export function NowLine({ minute, column, hours }: { minute: number; column: number; hours: Hours }) {
  if (minute < hours.first || minute >= hours.last) return null
  const passed = (minute - hours.first) / ROW_MINUTES
  const gridRow = Math.floor(passed) + 2
  const top = `${(passed % 1) * 100}%`
  const named = hourBehind(minute)
  return (
    <>
      {named < hours.last && (
        <i className="now-hour" style={{ gridRow: (named - hours.first) / ROW_MINUTES + 2 }} />
      )}
      <i className="now" style={{ gridRow, gridColumn: column + 2 }}>
        <i style={{ top }} />
      </i>
      <span className="now-t" style={{ gridRow }}>
        <b style={{ top }}>
          <span className="sr">Ahora, </span>
          {amPm(clockTime(minute)).slice(0, -3)}
        </b>
      </span>
    </>
  )
}

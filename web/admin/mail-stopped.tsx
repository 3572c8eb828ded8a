import { mendText, stoppedText } from '#domain/mail-state.ts'
import '../ui/banner.css'
import { Icon } from '../ui/icon.tsx'
import { warning } from '../ui/icons-panel.ts'
import { mailQuery, useLoaded } from './queries.ts'

/** That no mail goes out, since when, and what to look at. */
export function MailStopped() {
  const { data: stopped } = useLoaded(mailQuery())
  if (!stopped) return null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="banner banner-danger" role="status">
      <Icon d={warning} />
      <span>
        <b>{stoppedText(stopped, zone, Date.now())}</b> {mendText(stopped.reason)}
      </span>
    </div>
  )
}

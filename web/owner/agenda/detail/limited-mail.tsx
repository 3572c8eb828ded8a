import { limitedText, type LimitedReason } from '#domain/mail-state.ts'
import '../../../ui/banner.css'
import { Icon } from '../../../ui/icon.tsx'
import { mail } from '../../../ui/icons.ts'

interface Props {
  limited: { reason: LimitedReason; told_at: string | null }
  timezone: string
}

/** Why a mail to the client waits, or went into a digest. */
export function LimitedMail({ limited, timezone }: Props) {
  return (
    <div className="undelivered">
      <div className="banner banner-quiet" role="status">
        <Icon d={mail} />
        <span>{limitedText(limited, timezone)}</span>
      </div>
    </div>
  )
}

import type { Answer } from '#domain/api/calls.ts'
import { amPm, clockTime, nowIn, shortDate } from '#domain/dates.ts'
import { toldText } from '#domain/told.ts'
import { presentMs } from '../../../server-clock.ts'
import { Icon } from '../../../ui/icon.tsx'
import { alert, check, clock } from '../../../ui/icons.ts'
import { checks } from '../icons.ts'
import './told-state.css'

type ToldMessage = Answer<'GET /api/appointments/:id'>['messages'][number]
type Told = Pick<ToldMessage, 'state' | 'reason' | 'at' | 'manual' | 'sent_by'>

const LOOKS: Record<ToldMessage['state'], [icon: string, tone?: string]> = {
  queued: [clock],
  sent: [check],
  delivered: [checks],
  read: [checks, 'is-read'],
  failed: [alert, 'is-failed'],
  skipped: [alert],
}

/** What became of a message, and when: 'Leído · 9:30 am'. */
export function ToldState({ message, timezone }: { message: Told; timezone: string }) {
  const { state, manual, sent_by, at } = message
  const [icon, tone] = LOOKS[state]
  const text = manual ? `Enviado por ${sent_by ?? 'ti'}` : toldText(message)
  return (
    <span className={tone ? `told-state ${tone}` : 'told-state'}>
      <Icon d={icon} className="icon-sm" />
      <span>
        {text} <em className="num">· {momentIn(timezone, at)}</em>
      </span>
    </span>
  )
}

/** '9:30 am' of today, 'vie 20 nov, 9:30 am' of another day. */
export function momentIn(timezone: string, at: string): string {
  const then = nowIn(timezone, Date.parse(at))
  const time = amPm(clockTime(then.minute))
  return then.date === nowIn(timezone, presentMs()).date ? time : `${shortDate(then.date)}, ${time}`
}

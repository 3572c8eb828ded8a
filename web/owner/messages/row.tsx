import { mailtoOf } from '#domain/mailto.ts'
import { amPm, clockTime, nowIn } from '#domain/dates.ts'
import { isMasked } from '#domain/masked.ts'
import type { TextKind } from '#domain/message-texts.ts'
import { NO_WHATSAPP_TEXT } from '#domain/told.ts'
import { presentMs } from '../../server-clock.ts'
import { Icon } from '../../ui/icon.tsx'
import { check, mail } from '../../ui/icons.ts'
import type { MessageRow } from '../data/messages/today.ts'
import { ToldState } from '../parts/told/told-state.tsx'
import { Asked, SendLink } from '../parts/by-hand/send.tsx'

/** What there is to tell besides the appointment itself. */
const NEWS: Partial<Record<TextKind, string>> = {
  change: 'Cambió de hora',
  cancellation: 'La cancelaron ustedes',
}

interface Props {
  row: MessageRow
  timezone: string
  isAsked: boolean
  isBusy: boolean
  onOpened: () => void
  onAnswer: (wasSent: boolean) => void
}

/** An appointment with its message: to be sent, asked about, or sent. */
export function Row({ row, timezone, isAsked, isBusy, onOpened, onAnswer }: Props) {
  const news = NEWS[row.kind]
  return (
    <li className={isAsked ? 'msg is-asked' : 'msg'} data-message={row.id}>
      <span className="msg-time num">{amPm(row.appointment_time.slice(0, 5))}</span>
      <div className="msg-who">
        <b>{row.client_name}</b>
        <small>
          {row.service_name} con {row.professional_name}
        </small>
        {news && <small className="msg-news">{news}</small>}
      </div>
      <div className="msg-act">
        {isAsked && !row.sent_at ? (
          <Asked name={row.client_name} isBusy={isBusy} onAnswer={onAnswer} />
        ) : (
          <State row={row} timezone={timezone} onOpened={onOpened} />
        )}
      </div>
    </li>
  )
}

function State({ row, timezone, onOpened }: Pick<Props, 'row' | 'timezone' | 'onOpened'>) {
  if (row.sent_at)
    return (
      <Done
        text={row.sent_by ? `Enviado por ${row.sent_by}` : 'Enviado por ti'}
        at={row.sent_at}
        timezone={timezone}
      />
    )
  if (isConfirmed(row)) return <Done text="Confirmó" at={row.client_confirmed_at!} timezone={timezone} />
  const { told } = row
  if (told)
    return (
      <span className="msg-told">
        <ToldState message={{ ...told, manual: false, sent_by: null }} timezone={timezone} />
        {told.state === 'failed' && <Instead row={row} onOpened={onOpened} />}
      </span>
    )
  if (row.text === null)
    return <span className="msg-state">{row.client_phone ? 'No ves su teléfono' : 'No dejó teléfono'}</span>
  return <Send row={row} onOpened={onOpened} />
}

/** What did not arrive goes another way: by mail where there is no WhatsApp, else by hand. */
function Instead({ row, onOpened }: Pick<Props, 'row' | 'onOpened'>) {
  const { client_email, text } = row
  if (isLeft(row)) return <Send row={row} onOpened={onOpened} />
  if (!text || !client_email || isMasked(client_email)) return null
  return (
    <a
      className="btn btn-2 btn-sm msg-send"
      href={`${mailtoOf(client_email)}?subject=${encodeURIComponent('Tu cita')}&body=${encodeURIComponent(text)}`}
      aria-label={`Enviar correo a ${row.client_name}`}
    >
      <Icon d={mail} />
      Enviar correo
    </a>
  )
}

const Send = ({ row, onOpened }: Pick<Props, 'row' | 'onOpened'>) =>
  row.text !== null && (
    <SendLink name={row.client_name} phone={row.client_phone} text={row.text} onOpened={onOpened} />
  )

function Done({ text, at, timezone }: { text: string; at: string; timezone: string }) {
  return (
    <span className="msg-state is-done">
      <Icon d={check} className="icon-sm" />
      <span>
        {text} <em>· {whenText(at, timezone)}</em>
      </span>
    </span>
  )
}

/** '9:10 am', or 'ayer' and the date before. */
function whenText(at: string, timezone: string): string {
  const [then, now] = [nowIn(timezone, Date.parse(at)), nowIn(timezone, presentMs())]
  if (then.date === now.date) return amPm(clockTime(then.minute))
  const days = Math.round((Date.parse(now.date) - Date.parse(then.date)) / 86_400_000)
  return days === 1 ? 'ayer' : `hace ${days} días`
}

/** Who said to be coming needs no reminder; of a change they are to hear all the same. */
export const isConfirmed = ({ kind, client_confirmed_at }: MessageRow): boolean =>
  client_confirmed_at !== null && (kind === 'reminder' || kind === 'confirmation')

/** Whether the message went, by hand or by itself. */
export const isSent = ({ sent_at, told }: MessageRow): boolean =>
  sent_at !== null || (Boolean(told) && told!.state !== 'failed')

/** Whether somebody is still to write to this client there: not to a number that has no WhatsApp. */
export const isLeft = (row: MessageRow): boolean =>
  !isSent(row) && !isConfirmed(row) && row.text !== null && row.told?.reason !== NO_WHATSAPP_TEXT

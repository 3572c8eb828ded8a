import { chatUrl } from '#domain/message-texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { whatsapp } from '../../../ui/icons.ts'
import './send.css'

interface Props {
  name: string
  phone: string
  text: string
  onOpened: () => void
}

/** Opens the business's own WhatsApp with a message written. */
export function SendLink({ name, phone, text, onOpened }: Props) {
  return (
    <a
      className="btn btn-2 btn-sm msg-send"
      href={chatUrl(phone, text)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Enviar por WhatsApp a ${name}`}
      // The link is followed first: what it is replaced by comes a moment later.
      onClick={() => setTimeout(onOpened)}
    >
      <Icon d={whatsapp} />
      Enviar por WhatsApp
    </a>
  )
}

/** Whether a message that was opened was sent. */
export function Asked(props: { name: string; isBusy: boolean; onAnswer: (wasSent: boolean) => void }) {
  const { name, isBusy, onAnswer } = props
  return (
    <span className="msg-asked" role="group" aria-label={`¿Le enviaste el mensaje a ${name}?`}>
      <span>¿Lo enviaste?</span>
      <button
        type="button"
        className="btn btn-2 btn-sm"
        aria-disabled={isBusy}
        onClick={() => !isBusy && onAnswer(true)}
      >
        {isBusy && <span className="spinner" />}
        Sí
      </button>
      <button
        type="button"
        className="btn btn-3 btn-sm"
        aria-disabled={isBusy}
        onClick={() => !isBusy && onAnswer(false)}
      >
        No
      </button>
    </span>
  )
}

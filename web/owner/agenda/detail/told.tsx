import { CHANNEL_LABELS, toldLabel } from '#domain/told.ts'
import { Icon } from '../../../ui/icon.tsx'
import { chevronDown, mail, whatsapp } from '../../../ui/icons.ts'
import type { Told } from '../../data/appointments.ts'
import { momentIn, ToldState } from '../../parts/told/told-state.tsx'
import './told.css'

/** What the client wrote back, from the latest. */
export function Replies({ replies, timezone }: Pick<Told, 'replies'> & { timezone: string }) {
  if (replies.length === 0) return null
  return (
    <section className="replies" aria-labelledby="replies-title" aria-live="polite">
      <h3 id="replies-title">Respuesta del cliente</h3>
      <ul>
        {replies.map(({ id, text, at }) => (
          <li key={id}>
            <p>
              {text ?? (
                <i>Envió algo que no es texto, como un audio o una foto. Escríbele para saber qué era.</i>
              )}
            </p>
            <small className="num">{momentIn(timezone, at)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the client was told, by which channel, and what became of it, from the latest. */
export function Messages({ messages, timezone }: Pick<Told, 'messages'> & { timezone: string }) {
  const [latest] = messages
  if (!latest) return null
  return (
    <details className="det-hist">
      <summary>
        <Icon d={latest.channel === 'email' ? mail : whatsapp} />
        <span className="told-sum">
          Mensajes
          <ToldState message={latest} timezone={timezone} />
        </span>
        <Icon d={chevronDown} className="chev" />
      </summary>
      <ul className="told">
        {messages.map((message) => (
          <li key={message.id}>
            <Icon d={message.channel === 'email' ? mail : whatsapp} className="icon-sm" />
            <span>
              {toldLabel(message.kind)}
              <small>por {CHANNEL_LABELS[message.channel]}</small>
              <ToldState message={message} timezone={timezone} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

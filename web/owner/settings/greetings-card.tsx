import { useQuery } from '@tanstack/react-query'
import { greetingsQuery, storeGreetings } from '../data/messages/greetings.ts'
import { useStoredAtOnce } from './use-stored-at-once.ts'

/** Whether clients who agreed to advertising are greeted on their birthday; stored at once. */
export function GreetingsCard() {
  const { data } = useQuery(greetingsQuery())
  const [wanted, choose] = useStoredAtOnce(storeGreetings)
  if (data === undefined) return null

  return (
    <section className="card pad set-card" aria-labelledby="greetings-title">
      <div>
        <h2 className="h2" id="greetings-title">
          Cumpleaños
        </h2>
        <p className="small muted">
          Es publicidad: solo llega a quien la aceptó, y la ley solo permite enviarla de lunes a viernes de
          7:00 am a 7:00 pm y los sábados de 8:00 am a 3:00 pm, nunca en domingo ni festivo.
        </p>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={wanted ?? data}
          aria-disabled={wanted !== undefined}
          onChange={({ target }) => void choose(target.checked)}
        />
        <span>
          Felicitar a mis clientes el día de su cumpleaños
          <small className="hint">
            Por WhatsApp a quien lo pidió, a los demás por correo. Cada felicitación usa un mensaje. Quién la
            aceptó lo anotas en su ficha.
          </small>
        </span>
      </label>
    </section>
  )
}
